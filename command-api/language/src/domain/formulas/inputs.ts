/**
 * The inputs of the formulas, each described once: its type, its unit and the values that it can have. The browser loads
 * this folder, so it imports nothing outside the domain.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { Sex } from '../values/codes.ts';

export interface Reading {
  readonly value: number;
  readonly day: CalendarDate;
}
export interface TimedReading extends Reading {
  /** In the day, 0 to 24; absent where only the day is known. */
  readonly hour?: number | undefined;
}
export interface Level extends Reading {
  /** After the start of the infusion. A level before a dose counts, at steady state, at the end of the interval. */
  readonly hour: number;
}

export interface Values {
  /** In whole years. */
  readonly age: number;
  readonly sex: Sex;
  readonly weight: number;
  readonly height: number;
  readonly creatinine: number;
  readonly calcium: number;
  readonly albumin: number;
  readonly sodium: number;
  readonly chloride: number;
  readonly bicarbonate: number;
  readonly bilirubin: number;
  readonly inr: number;
  readonly phenytoin: number;
  /** Dialysis twice, or 24 hours of continuous haemodialysis, within the week before the creatinine. */
  readonly isOnDialysis: boolean;
  readonly creatinineTrend: readonly TimedReading[];
  readonly vancomycinDose: number;
  readonly vancomycinInterval: number;
  readonly vancomycinInfusion: number;
  readonly vancomycinLevels: readonly Level[];
  /** False while it rises or falls: no formula of the kidney holds then. */
  readonly isCreatinineStable: boolean;
  /** As its own formula computes it. */
  readonly creatinineClearance: number;
}
export type InputName = keyof Values;
export type Given = { readonly [Name in InputName]?: Values[Name] | undefined };
export type Days = { readonly [Name in InputName]?: CalendarDate | undefined };

/** Both ends belong to it. */
export type Range = readonly [from: number, to: number];
const POSITIVE: Range = [Number.MIN_VALUE, 10_000];

/**
 * Not clinical ranges: a value outside is a slip or has another unit. Weight and height as growthcleanr (Daymont 2017),
 * creatinine, albumin and drug levels as pharmot/multipurpose-calculator; the others need only be positive.
 */
export const inputs: { readonly [Name in InputName]: { readonly unit: string; readonly range?: Range } } = {
  age: { unit: 'years', range: [0, 120] },
  sex: { unit: '' },
  weight: { unit: 'kg', range: [0.2, 600] },
  height: { unit: 'cm', range: [18, 244] },
  creatinine: { unit: 'mg/dL', range: [0.1, 20] },
  calcium: { unit: 'mg/dL', range: POSITIVE },
  albumin: { unit: 'g/dL', range: [Number.MIN_VALUE, 7] },
  sodium: { unit: 'mmol/L', range: POSITIVE },
  chloride: { unit: 'mmol/L', range: POSITIVE },
  bicarbonate: { unit: 'mmol/L', range: POSITIVE },
  bilirubin: { unit: 'mg/dL', range: POSITIVE },
  inr: { unit: '', range: POSITIVE },
  phenytoin: { unit: 'mg/L', range: [Number.MIN_VALUE, 100] },
  isOnDialysis: { unit: '' },
  creatinineTrend: { unit: 'mg/dL', range: [0.1, 20] },
  vancomycinDose: { unit: 'mg', range: POSITIVE },
  vancomycinInterval: { unit: 'h', range: POSITIVE },
  vancomycinInfusion: { unit: 'h', range: POSITIVE },
  vancomycinLevels: { unit: 'mg/L', range: [Number.MIN_VALUE, 100] },
  isCreatinineStable: { unit: '' },
  creatinineClearance: { unit: 'mL/min', range: POSITIVE },
};

/** True if each number lies in the range, and a value that is no number. NaN lies in none. */
export function isIn([from, to]: Range, value: Values[InputName]): boolean {
  if (typeof value === 'number') return from <= value && value <= to;
  return typeof value !== 'object' || value.every((reading) => isIn([from, to], reading.value));
}
