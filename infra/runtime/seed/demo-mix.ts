/** The kinds of patients that a unit has, and the ends of their stays. */
import type { DischargeStatus } from 'language/domain/values/codes';
import { allCases, type Case } from './demo-cases.ts';
import workload from './data/workload.json' with { type: 'json' };
import { nonEmpty } from 'language/domain/testing/random';

export type Unit = Case['wards'][number];

export const casesOf = (unit: Unit): Case[] => allCases.filter(({ wards }) => wards.includes(unit));

/** Shares of the cases, for `Random.weighted`. @throws RangeError for an empty list */
export const weighted = (cases: readonly Case[]) =>
  nonEmpty(
    cases.map((value) => ({ value, percent: value.percent })),
    'cases',
  );

export const DIED: DischargeStatus = 5;

interface Share {
  readonly value: DischargeStatus;
  readonly percent: number;
}
const icu: readonly Share[] = workload.dischargeMix.rows.map(({ code, percent }) => ({
  value: code as DischargeStatus,
  percent,
}));
/** Assumption: most go home. */
const ward: readonly Share[] = [
  { value: 0, percent: 80 },
  { value: 2, percent: 6 },
  { value: 4, percent: 7 },
  { value: 5, percent: 4 },
  { value: 6, percent: 3 },
];

export const discharges: Readonly<Record<Unit, readonly Share[]>> = { icu, ward };
