/** The straight line through samples, by least squares. */

export interface Sample {
  readonly minutes: number;
  readonly value: number;
}

export interface Slope {
  /** A minute. */
  readonly perMinute: number;
  /** The standard error of the slope: two of them on either side hold it in 19 of 20 cases. */
  readonly spread: number;
}

/** @throws RangeError for fewer than three samples, or all of one moment */
export function slopeOf(samples: readonly Sample[]): Slope {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const middle = mean(({ minutes }) => minutes);
  const level = mean(({ value }) => value);
  const width = samples.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0);
  if (samples.length < 3 || width === 0) throw new RangeError('A slope needs three samples of different moments');
  const perMinute = samples.reduce((sum, { minutes, value }) => sum + (minutes - middle) * (value - level), 0) / width;
  const start = level - perMinute * middle;
  const rest = samples.reduce((sum, { minutes, value }) => sum + (value - start - perMinute * minutes) ** 2, 0);
  return { perMinute, spread: Math.sqrt(rest / (samples.length - 2) / width) };
}
