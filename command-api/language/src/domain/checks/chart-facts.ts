/** The part of a chart that the checks read. The browser loads this folder: no zod. */
import type { Reading } from '../formulas/inputs.ts';
import type { CalendarDate } from '../values/calendar-date.ts';

interface ValueRow {
  readonly unit: string;
  /** The decimals on screens. Statements are compared with the value as it is shown: nobody can see 29.6 below 30. */
  readonly decimals: number;
  /** An age: it is of today, and does not change but with time. */
  readonly isAge?: true;
}
/** The values by their names in statements and in the marks of templates. */
export const valueRows = {
  /** Creatinine clearance by Cockcroft and Gault. */
  crcl: { unit: 'mL/min', decimals: 0 },
  egfr: { unit: 'mL/min/1.73 m²', decimals: 0 },
  creatinine: { unit: 'mg/dL', decimals: 2 },
  weight: { unit: 'kg', decimals: 1 },
  /** Completed years. */
  ageYears: { unit: 'years', decimals: 0, isAge: true },
  /** Completed days, for newborns. */
  ageDays: { unit: 'days', decimals: 0, isAge: true },
} as const satisfies Record<string, ValueRow>;
export type ValueName = keyof typeof valueRows;
export const valueRow = (name: ValueName): ValueRow => valueRows[name];
export const asShown = (name: ValueName, value: number): number => Number(value.toFixed(valueRow(name).decimals));

export interface DoseAmount {
  readonly value: number;
  /** A unit of `orders/order.ts`. Mass is converted; other units, such as tablets, count only among themselves. */
  readonly unit: string;
}

/** The codes of routes (`orders/order.ts`) that share a line. */
const intravenous: readonly (string | undefined)[] = ['iv', 'iv-infusion'];
export const isIntravenous = ({ route }: Pick<OrderFact, 'route'>): boolean => intravenous.includes(route);

export interface OrderFact {
  readonly orderId: string;
  readonly label: string;
  /** The root of the drug in the catalogue; empty where it is not there. */
  readonly root: string;
  /** The drug's. */
  readonly tags: readonly string[];
  /** Given on the day of the facts. */
  readonly isActive: boolean;
  /** A code. Undefined: not understood. */
  readonly route: string | undefined;
  /** Undefined: not understood. */
  readonly single: DoseAmount | undefined;
  /** Undefined: not understood, or not bounded, such as "as needed". */
  readonly daily: DoseAmount | undefined;
}

/** `drug` and `tag` are both empty where the agent is free text. */
export interface AllergyFact {
  readonly allergyId: string;
  readonly label: string;
  readonly drug: string;
  readonly tag: string;
  /** The tags of the drug. */
  readonly drugTags: readonly string[];
  readonly reaction: string;
  readonly severity: string;
  readonly certainty: string;
}

/** Up to 200 orders and 50 allergies. The ids are unique. */
export interface ChartFacts {
  readonly day: CalendarDate;
  /** Undefined: the patient was not asked. Empty: none known. */
  readonly allergies: readonly AllergyFact[] | undefined;
  readonly orders: readonly OrderFact[];
  /** The latest ones, in the units of `valueRows`. */
  readonly values: { readonly [Name in ValueName]?: Reading | undefined };
}
