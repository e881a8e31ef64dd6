/** Latencies, in milliseconds, and how they are printed. */

export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles. @throws RangeError when nothing was measured: an empty run is no result. */
export function summarise(latencies: readonly number[], what: string): Summary {
  if (latencies.length === 0) throw new RangeError(`Nothing was measured: ${what}`);
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (percent: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: rank(50), p95: rank(95), p99: rank(99), max: sorted.at(-1) ?? 0 };
}

const ms = (value: number): string => value.toFixed(1).padStart(8);

export const heading = `${'milliseconds'.padEnd(44)}${'count'.padStart(8)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'p99'.padStart(8)}${'max'.padStart(8)}`;
export const row = (name: string, summary: Summary): string =>
  `${name.padEnd(44)}${String(summary.count).padStart(8)}${ms(summary.p50)}${ms(summary.p95)}${ms(summary.p99)}${ms(summary.max)}`;

/** A target and whether this run reached it. */
export const verdict = (what: string, measured: number, target: number): string =>
  `${measured <= target ? 'reached' : 'MISSED '}  ${what}: ${measured.toFixed(1)} ms, to reach ${target} ms`;
