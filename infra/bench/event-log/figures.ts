/** Rates of several rounds, their medians, and their comparison with the targets. */

export class Rounds {
  readonly #rates = new Map<string, number[]>();

  add(name: string, perSecond: number): void {
    this.#rates.set(name, [...(this.#rates.get(name) ?? []), perSecond]);
  }

  /** @throws RangeError if it was never measured */
  median(name: string): number {
    const sorted = (this.#rates.get(name) ?? []).toSorted((a, b) => a - b);
    const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
    if (low === undefined || high === undefined) throw new RangeError(`Nothing was measured: ${name}`);
    return (low + high) / 2;
  }
}

/** A line of the table: the rates of the log, of the stub, and of bare inserts. Rates a second. */
export interface Line {
  readonly what: string;
  readonly log: number;
  /** The rate with the stub: the upper limit of the client. */
  readonly ceiling: number;
  readonly bare?: { readonly what: string; readonly rate: number };
  readonly target?: Target;
}
/** The rate to reach, or 0.8 of the client's upper limit if that is lower. */
export interface Target {
  readonly what: string;
  readonly rate: number;
}

export interface Verdict {
  readonly reached: boolean;
  readonly sentence: string;
}

const OF_CEILING = 0.8;
export const verdictOf = (reached: boolean): string => (reached ? 'reached    ' : 'NOT REACHED');
const number = (value: number): string => Math.round(value).toLocaleString('en-US').padStart(12);
const ratio = (value: number): string => `${value.toFixed(2)} ×`.padStart(10);

export const heading = [
  'a second, medians'.padEnd(48),
  'event log'.padStart(12),
  'stub'.padStart(12),
  'log/stub'.padStart(10),
  'bare'.padStart(12),
  'log/bare'.padStart(10),
].join('');
export function row({ what, log, ceiling, bare }: Line): string {
  const besideBare = bare ? `${number(bare.rate)}${ratio(log / bare.rate)}  ${bare.what}` : '';
  return `${what.padEnd(48)}${number(log)}${number(ceiling)}${ratio(log / ceiling)}${besideBare}`.trimEnd();
}
export const bareRow = (what: string, rate: number): string => `${what.padEnd(48)}${' '.repeat(34)}${number(rate)}`;

export function verdict({ what, log, ceiling }: Line, target: Target): Verdict {
  const ofCeiling = OF_CEILING * ceiling;
  const bound =
    target.rate <= ofCeiling
      ? { rate: target.rate, what: target.what }
      : {
          rate: ofCeiling,
          what: `${OF_CEILING} × the client's own ceiling (lower than ${target.what} = ${number(target.rate).trim()})`,
        };
  const reached = log >= bound.rate;
  return {
    reached,
    sentence:
      `${verdictOf(reached)}  ${what}: ${number(log).trim()}/s, ` +
      `to reach ${number(bound.rate).trim()}/s: ${bound.what}`,
  };
}
