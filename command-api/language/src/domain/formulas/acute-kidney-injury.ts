/** Stages of acute kidney injury by creatinine (KDIGO 2012, chapter 2.1), without urine, dialysis and a child's eGFR. */
import { daysBetween } from '../values/calendar-date.ts';
import { formula, refused } from './formula.ts';
import type { TimedReading } from './inputs.ts';

const DAY_HOURS = 24;
const RISE_WITHIN_HOURS = 48;
const BASELINE_WITHIN_HOURS = 7 * DAY_HOURS;

/** Removes the error of the binary form, in which 1.4 − 1.1 is less than 0.3. */
export const exact = (value: number): number => Number(value.toFixed(9));
/** The rise of the definition, in mg/dL. */
export const isRise = (from: number, to: number): boolean => exact(to - from) >= 0.3;
/** The multiple of the definition. */
export const isMultiple = (from: number, to: number): boolean => exact(to / from) >= 1.5;

export interface Staged {
  readonly reading: TimedReading;
  /** The lowest creatinine of the 7 days before. Undefined where there is none, and then no stage either. */
  readonly baseline: number | undefined;
  /** 0: the criteria are not met. */
  readonly stage: 0 | 1 | 2 | 3 | undefined;
}

export const inOrderOfTime = (series: readonly TimedReading[]): readonly TimedReading[] =>
  series.toSorted((one, other) => daysBetween(other.day, one.day) || (one.hour ?? 0) - (other.hour ?? 0));

/** Whole days if one of the two has no hour. */
const hoursBetween = (from: TimedReading, to: TimedReading): number =>
  daysBetween(from.day, to.day) * DAY_HOURS +
  (from.hour === undefined || to.hour === undefined ? 0 : to.hour - from.hour);

/**
 * The stage at each reading, in the order of time. In mg/dL, any age.
 *
 * Injury: a rise of at least 0.3 mg/dL within 48 hours, or at least 1.5 times the baseline of 7 days. Stage 2: from 2.0
 * times; stage 3: from 3.0 times, or 4.0 mg/dL and more with the definition met.
 */
export function akiStages(series: readonly TimedReading[]): readonly Staged[] {
  return inOrderOfTime(series).map((reading, at, inOrder) => {
    const lowestWithin = (hours: number): number | undefined => {
      const values = inOrder.slice(0, at).filter((earlier) => hoursBetween(earlier, reading) <= hours);
      return values.length === 0 ? undefined : Math.min(...values.map(({ value }) => value));
    };
    const baseline = lowestWithin(BASELINE_WITHIN_HOURS);
    if (baseline === undefined) return { reading, baseline, stage: undefined };
    const { value } = reading;
    if (!isRise(lowestWithin(RISE_WITHIN_HOURS) ?? value, value) && !isMultiple(baseline, value))
      return { reading, baseline, stage: 0 };
    const ratio = exact(value / baseline);
    return { reading, baseline, stage: ratio >= 3 || value >= 4 ? 3 : ratio >= 2 ? 2 : 1 };
  });
}

export const acuteKidneyInjury = {
  /** At the latest reading, which may be lower than that of the episode. 0: none. */
  akiStage: formula(
    { unit: '', decimals: 0, source: 'KDIGO. Kidney Int Suppl 2012;2:1–138' },
    { needs: ['creatinineTrend'] },
    ({ creatinineTrend }) => {
      const { reading, baseline, stage } = akiStages(creatinineTrend).at(-1) ?? {};
      if (reading === undefined || baseline === undefined || stage === undefined)
        return refused('creatinineTrend', 'absent');
      return { value: stage, details: { baseline, creatinine: reading.value } };
    },
  ),
};
