/** The results of checks: proposals to a clinical pharmacist, never orders. */
import type { Reading } from '../formulas/inputs.ts';
import type { Severity } from '../values/codes.ts';
import { type AllergyFact, type OrderFact, type ValueName, valueRow } from './chart-facts.ts';
import type { Statement, StatementKind } from './statement.ts';

export interface UsedValue extends Reading {
  readonly name: ValueName;
}

export interface Finding {
  /** The same for the same statement, allergies and orders. */
  readonly key: string;
  /** Changes with each fact that the finding rests on. */
  readonly fingerprint: string;
  readonly statement: Statement;
  readonly severity: Severity;
  readonly allergies: readonly AllergyFact[];
  readonly orders: readonly OrderFact[];
  readonly values: readonly UsedValue[];
}

/**
 * The missing fact. `allergies`: nobody asked. `agent`: an allergy in free text. `drug`: an order whose drug is not in the
 * catalogue. `unit`: a dose that the unit of a limit cannot be compared with.
 */
export type Unknown = ValueName | 'allergies' | 'agent' | 'drug' | 'dose' | 'unit' | 'route';
export interface NotChecked {
  readonly check: StatementKind | 'all';
  readonly unknown: Unknown;
  readonly order?: OrderFact;
  readonly allergy?: AllergyFact;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
}
export const nothing: Outcome = { findings: [], notChecked: [] };

/** By code units, so that the order is the same on each machine. */
export const inOrder = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[] =>
  [...items].toSorted((one, other) => Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other)));

/**
 * Steps of a fifth, as `isFifth` of `formulas/trend.ts`: another value of the same state brings no finding back, a change
 * by a fifth always does. Ages are left out: with time alone a finding does not come back.
 */
const stepOf = ({ name, value }: UsedValue): readonly (string | number)[] =>
  valueRow(name).isAge ? [] : [name, Math.round(Math.log(value) / Math.log(1.2))];

interface Grounds {
  readonly allergies?: readonly AllergyFact[];
  readonly orders: readonly OrderFact[];
  readonly values?: readonly UsedValue[];
  /** The amounts that were compared. A finding without them does not rest on the dose. */
  readonly amounts?: readonly unknown[];
}
export function findingOf(statement: Statement, grounds: Grounds): Finding {
  const allergies = inOrder(grounds.allergies ?? [], ({ allergyId }) => allergyId);
  const orders = inOrder(grounds.orders, ({ orderId }) => orderId);
  const { values = [], amounts = [] } = grounds;
  return {
    key: [statement._id, ...allergies.map(({ allergyId }) => allergyId), ...orders.map(({ orderId }) => orderId)].join(
      ' ',
    ),
    fingerprint: JSON.stringify([
      statement.statementVersion,
      allergies.map(({ drug, tag, reaction, severity, certainty }) => [drug, tag, reaction, severity, certainty]),
      orders.map(({ root }) => root),
      amounts,
      values.map(stepOf),
    ]),
    statement,
    severity: statement.severity,
    allergies,
    orders,
    values,
  };
}
