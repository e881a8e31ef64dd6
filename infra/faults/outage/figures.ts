/** What people notice of a killed engine, from the answers that they get. */

/** One call. Times are of performance.now(). */
export interface Answer {
  readonly sent: number;
  readonly answered: number;
  /** Undefined: the connection was lost. */
  readonly status: number | undefined;
  /** The rows may be older than asked for (`X-Stale`). */
  readonly stale: boolean;
}

export interface OutageFigures {
  readonly calls: number;
  /** The number of answers that are no success, by status; `none` for lost connections. */
  readonly failures: ReadonlyMap<string, number>;
  readonly stale: number;
  /** Milliseconds until a failure was answered. */
  readonly failedIn: { readonly p50: number; readonly max: number } | undefined;
  /** Milliseconds of the slowest call, with any answer. */
  readonly slowest: number;
  /** Milliseconds from the kill until the last call that failed, was stale or took longer than `slowMs` was answered. */
  readonly rightAfter: number;
}

const succeeded = ({ status }: Answer): boolean => status !== undefined && status < 300;

/** @param answers of calls that were sent after the kill, or were under way @param killed performance.now() */
export function outageFigures(answers: readonly Answer[], killed: number, slowMs: number): OutageFigures {
  const seen = answers.filter(({ answered }) => answered >= killed);
  const took = ({ sent, answered }: Answer): number => answered - sent;
  const failed = seen.filter((answer) => !succeeded(answer));
  const failures = new Map<string, number>();
  for (const { status } of failed) {
    const name = status === undefined ? 'none' : String(status);
    failures.set(name, (failures.get(name) ?? 0) + 1);
  }
  const waits = failed.map(took).toSorted((a, b) => a - b);
  const wrong = seen.filter((answer) => !succeeded(answer) || answer.stale || took(answer) > slowMs);
  return {
    calls: seen.length,
    failures,
    stale: seen.filter(({ stale }) => stale).length,
    failedIn:
      waits.length === 0 ? undefined : { p50: waits[Math.ceil(waits.length / 2) - 1] ?? 0, max: waits.at(-1) ?? 0 },
    slowest: Math.max(0, ...seen.map(took)),
    rightAfter: Math.max(0, ...wrong.map(({ answered }) => answered - killed)),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** One line of text. */
export function lineOf(what: string, figures: OutageFigures): string {
  const { calls, failures, stale, failedIn, slowest, rightAfter } = figures;
  const answers = [...failures].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
  return (
    `  ${what.padEnd(9)} ${calls} calls, failed: ${answers}` +
    (failedIn ? ` in ${failedIn.p50.toFixed(0)} ms (p50), ${failedIn.max.toFixed(0)} ms at most` : '') +
    (stale > 0 ? `, stale: ${stale}` : '') +
    `; slowest ${seconds(slowest)}; right ${seconds(rightAfter)} after the kill`
  );
}
