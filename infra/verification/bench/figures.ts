/** Figures, and how they are printed: lines with columns, and a verdict for each target. */

export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles. @throws RangeError if nothing was measured */
export function summarise(values: readonly number[], what: string): Summary {
  if (values.length === 0) throw new RangeError(`Nothing was measured: ${what}`);
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (percent: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: rank(50), p95: rank(95), p99: rank(99), max: sorted.at(-1) ?? 0 };
}

/** @throws RangeError if nothing was measured */
export const median = (values: readonly number[]): number => summarise(values, 'median').p50;

/** Calls one after the other. @returns the milliseconds of each */
export async function repeated(calls: number, call: () => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < calls; index += 1) taken.push(await call());
  return taken;
}

export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

const WIDTH = { what: 56, cell: 11 };

/** A name and its figures, in columns. */
export const line = (what: string, ...cells: readonly (string | number)[]): string =>
  what.padEnd(WIDTH.what) + cells.map((cell) => ` ${String(cell).padStart(WIDTH.cell - 1)}`).join('');

export const heading = line('milliseconds', 'count', 'p50', 'p95', 'p99', 'max');
export const row = (name: string, { count, p50, p95, p99, max }: Summary): string =>
  line(name, count, ...[p50, p95, p99, max].map((ms) => ms.toFixed(1)));

/** As many digits as say something. */
export const shown = (value: number): string =>
  value >= 10_000 ? Math.round(value).toLocaleString('en') : value >= 100 ? value.toFixed(0) : value.toPrecision(3);

/** Prints whether a figure is within its target. The exit code is 1 if one was missed. */
export const atMost = (what: string, measured: number, target: number, unit = 'ms'): void =>
  verdict(measured <= target, what, measured, `at most ${target} ${unit}`);
export const atLeast = (what: string, measured: number, target: number, unit: string): void =>
  verdict(measured >= target, what, measured, `at least ${shown(target)} ${unit}`);

function verdict(isReached: boolean, what: string, measured: number, target: string): void {
  console.log(`${isReached ? 'reached' : 'MISSED '}  ${what}: ${shown(measured)}, to reach ${target.trim()}`);
  if (!isReached) process.exitCode = 1;
}
