/** A measured figure and its target. */
export interface Measured {
  readonly what: string;
  readonly value: number;
  readonly target: number;
  /** Missing for a figure without a unit, such as a layout shift. */
  readonly unit?: 'ms' | 'keystrokes';
}

const shown = (value: number, unit: Measured['unit']): string =>
  unit === 'ms' ? `${value.toFixed(0)} ms` : unit === 'keystrokes' ? `${value} keys` : value.toFixed(3);

export const line = ({ what, value, target, unit }: Measured): string =>
  `${value <= target ? 'reached' : 'MISSED '}  ${what.padEnd(64)} ` +
  `${shown(value, unit).padStart(9)}, to reach ${shown(target, unit)}`;

/** @throws RangeError if nothing was measured */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('Nothing was measured');
  return middle;
}
