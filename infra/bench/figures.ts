/** Latencies in milliseconds, and how they are printed. */

export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles. @throws RangeError if nothing was measured */
export function summarise(latencies: readonly number[], what: string): Summary {
  if (latencies.length === 0) throw new RangeError(`Nothing was measured: ${what}`);
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (percent: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: rank(50), p95: rank(95), p99: rank(99), max: sorted.at(-1) ?? 0 };
}

const ms = (value: number): string => value.toFixed(1).padStart(8);

export const heading = [
  'milliseconds'.padEnd(44),
  ...['count', 'p50', 'p95', 'p99', 'max'].map((of) => of.padStart(8)),
].join('');
export const row = (name: string, { count, p50, p95, p99, max }: Summary): string =>
  [name.padEnd(44), String(count).padStart(8), ...[p50, p95, p99, max].map(ms)].join('');

/** A sentence that says whether the run reached a target. */
export const verdict = (what: string, measured: number, target: number): string =>
  `${measured <= target ? 'reached' : 'MISSED '}  ${what}: ${measured.toFixed(1)} ms, to reach ${target} ms`;
