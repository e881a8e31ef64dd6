/** The direction of a series. The thresholds are for arrows on a screen; those of creatinine are KDIGO's. */
import { exact, isMultiple, isRise } from './acute-kidney-injury.ts';

export type Direction = 'rising' | 'falling' | 'steady';
/** True if the step between two values counts, of which the first is the lower one. */
export type IsStep = (lower: number, higher: number) => boolean;

/** A fifth of the lower value. A convention of this product, not a clinical threshold. */
export const isFifth: IsStep = (lower, higher) => exact(higher / lower) >= 1.2;
/** In mg/dL: 0.3, or half of the lower value (KDIGO 2012). */
export const isStepOfCreatinine: IsStep = (lower, higher) => isRise(lower, higher) || isMultiple(lower, higher);

/**
 * The way to the last value from the latest one before it that is a step away. So a slow rise counts as one, and a fall
 * after a peak as a fall. Undefined for fewer than two values.
 * @param values in the order of time
 */
export function directionOf(values: readonly number[], isStep: IsStep = isFifth): Direction | undefined {
  const last = values.at(-1);
  if (last === undefined || values.length < 2) return undefined;
  const from = values.findLast((value) => isStep(Math.min(value, last), Math.max(value, last)));
  if (from === undefined) return 'steady';
  return from < last ? 'rising' : 'falling';
}
