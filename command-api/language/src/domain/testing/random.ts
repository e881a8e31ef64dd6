/** Random draws of specs, benches and demo data: the same seed draws the same every time. */

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  chance(percent: number): boolean;
  pick<List extends readonly [unknown, ...unknown[]]>(from: List): List[number];
  /** Draws by share; the percents need not sum to 100. */
  weighted<T>(shares: readonly [{ value: T; percent: number }, ...{ value: T; percent: number }[]]): T;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** Median and sigma of the underlying normal distribution, as in `infra/runtime/seed/data/workload.json`. */
  logNormal(median: number, sigma: number): number;
}

/** mulberry32: small, fast, good enough for all of these. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    weighted: (shares) => {
      let left = next() * shares.reduce((sum, share) => sum + share.percent, 0);
      for (const share of shares) {
        left -= share.percent;
        if (left < 0) return share.value;
      }
      return shares[0].value;
    },
    shuffled: (items) => {
      const list = [...items];
      for (let last = list.length - 1; last > 0; last -= 1) {
        const [moved] = list.splice(between(0, last), 1) as [(typeof list)[number]];
        list.push(moved);
      }
      return list;
    },
    logNormal: (median, sigma) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(sigma * normal);
    },
  };
}

/** A list that must not be empty. @throws RangeError if it is empty */
export function nonEmpty<T>(list: readonly T[], what: string): readonly [T, ...T[]] {
  const [first, ...rest] = list;
  if (first === undefined) throw new RangeError(`No ${what}`);
  return [first, ...rest];
}
