/** All formulas, and one call that computes them from what a chart knows. */
import { type CalendarDate, daysBetween, elapsed } from '../values/calendar-date.ts';
import type { Sex } from '../values/codes.ts';
import { acuteKidneyInjury, inOrderOfTime } from './acute-kidney-injury.ts';
import { bodySize } from './body-size.ts';
import { type Computed, type Formula, isResult } from './formula.ts';
import type { Days, Given, Reading, TimedReading, Values } from './inputs.ts';
import { kidney } from './kidney.ts';
import { laboratory } from './laboratory.ts';
import { type Direction, directionOf, isStepOfCreatinine } from './trend.ts';
import { vancomycin } from './vancomycin.ts';

/** By stable keys; unit, decimals and source of each. */
export const formulas = { ...bodySize, ...acuteKidneyInjury, ...kidney, ...laboratory, ...vancomycin };
export type FormulaKey = keyof typeof formulas;

type Regimen = 'vancomycinDose' | 'vancomycinInterval' | 'vancomycinInfusion' | 'vancomycinLevels';
/** The inputs that a chart has a latest value of. */
export type Measured = Exclude<
  { [Name in keyof Values]: Values[Name] extends number ? Name : never }[keyof Values],
  'age' | 'creatinineClearance' | Regimen
>;

export interface Facts {
  /** The day of the computation. */
  readonly today: CalendarDate;
  readonly birthdate: CalendarDate | null;
  readonly sex: Sex | null;
  /** In the units of `inputs`. */
  readonly latest: { readonly [Name in Measured]?: Reading | undefined };
  /** In mg/dL, in any order. */
  readonly creatinineTrend: readonly TimedReading[];
  /** Absent: not known. */
  readonly isOnDialysis?: boolean | undefined;
  /** With the levels of one interval. */
  readonly vancomycin?: (Partial<Pick<Values, Regimen>> & Pick<Values, 'vancomycinLevels'>) | undefined;
}

export interface ComputedFacts {
  /** Undefined without a birthdate, and before it. */
  readonly age: ReturnType<typeof elapsed> | undefined;
  readonly values: Readonly<Record<FormulaKey, Computed>>;
  /** In the 7 days up to the last one. */
  readonly creatinineDirection: Direction | undefined;
}

/** Each value, or the inputs that it lacks. */
export function computeAll({ today, birthdate, sex, latest, creatinineTrend, ...facts }: Facts): ComputedFacts {
  const age = birthdate === null || birthdate > today ? undefined : elapsed(birthdate, today);
  const readings = Object.entries(latest).flatMap(([name, reading]) => (reading ? [[name, reading] as const] : []));
  const measured: Partial<Pick<Values, Measured>> = Object.fromEntries(
    readings.map(([name, { value }]) => [name, value]),
  );
  const measuredOn: Days = Object.fromEntries(readings.map(([name, { day }]) => [name, day]));
  const days: Days = { ...measuredOn, age: today, creatinineClearance: latest.creatinine?.day };
  const trend = inOrderOfTime(creatinineTrend);
  const last = trend.at(-1);
  const week = last ? trend.filter(({ day }) => daysBetween(day, last.day) <= 7).map(({ value }) => value) : [];
  const creatinineDirection = directionOf(week, isStepOfCreatinine);
  const known: Given = {
    ...measured,
    age: age?.years,
    sex: sex ?? undefined,
    isOnDialysis: facts.isOnDialysis,
    creatinineTrend: last && trend,
    isCreatinineStable: creatinineDirection && creatinineDirection === 'steady',
    ...facts.vancomycin,
  };
  const clearance = formulas.creatinineClearance.compute(known);
  const given: Given = { ...known, creatinineClearance: isResult(clearance) ? clearance.value : undefined };
  const values = Object.entries<Formula>(formulas).map(([key, { compute }]) => [key, compute(given, days)]);
  return { age, values: Object.fromEntries(values) as Record<FormulaKey, Computed>, creatinineDirection };
}
