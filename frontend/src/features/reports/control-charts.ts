/**
 * Run and control charts of figures over time (docs/product.md, "Control charts"): centre, limits, and the points that do not
 * look like chance. Formulas: Montgomery, Introduction to Statistical Quality Control; Laney 2002,
 * https://doi.org/10.1081/QEN-120003555; Nelson 1984, https://doi.org/10.1080/00224065.1984.11978921.
 */

/** `u`: events per unit. `p`: a part of a whole. `t`: days between rare events, where `of` is 1. */
export type ChartKind = 'u' | 'p' | 't';
/** A point without a whole (`of` 0) has no value. */
export interface Point {
  readonly count: number;
  readonly of: number;
}
export type Rule = 'outside' | 'nine' | 'trend' | 'alternating' | 'run';
export interface Plotted {
  /** Undefined: the point has no value. */
  readonly value: number | undefined;
  readonly centre: number;
  /** Absent in a run chart. */
  readonly low?: number;
  readonly high?: number;
  readonly rules: readonly Rule[];
}
export interface ChartPart {
  readonly points: readonly Plotted[];
  /** With fewer points than `POINTS_MIN`: the median is the centre, and there are no limits. */
  readonly isRun: boolean;
  /** Laney's factor, where the wholes are large; else undefined. */
  readonly sigmaZ?: number;
}

/** Limits from fewer points say little. */
export const POINTS_MIN = 12;
/** From this mean of the wholes on, limits of u and p are too narrow for real data (qicharts2's vignette, "Prime charts"). */
const LARGE = 1_000;
/** The mean moving range of two is 1.128 standard deviations (d2, Montgomery's appendix VI). */
const D2 = 1.128;
/** Days between events are nearly normal as y^(1/3.6) (Nelson 1994; Montgomery, "Control charts for time between events"). */
const POWER = 3.6;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : mean(sorted.slice(half - 1, half + 1));
}
const movingSigma = (values: readonly number[]): number =>
  mean(values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? 0)))) / D2;

interface Limits {
  readonly centre: number;
  /** The standard deviation of each point, on the scale of `scaled`. */
  readonly sigma: readonly number[];
  readonly sigmaZ?: number;
}
const scaled = (kind: ChartKind, { count, of }: Point): number => (kind === 't' ? count ** (1 / POWER) : count / of);
const unscaled = (kind: ChartKind, value: number): number => (kind === 't' ? Math.max(0, value) ** POWER : value);

/** @param points each with a value */
function limitsOf(kind: ChartKind, points: readonly Point[]): Limits {
  const values = points.map((point) => scaled(kind, point));
  if (kind === 't') return { centre: mean(values), sigma: values.map(() => movingSigma(values)) };
  const centre = sum(points.map(({ count }) => count)) / sum(points.map(({ of }) => of));
  const spread = kind === 'p' ? centre * (1 - centre) : centre;
  const plain = points.map(({ of }) => Math.sqrt(spread / of));
  if (mean(points.map(({ of }) => of)) < LARGE || spread === 0) return { centre, sigma: plain };
  const sigmaZ = movingSigma(values.map((value, at) => (value - centre) / (plain[at] ?? 1)));
  return { centre, sigma: plain.map((sigma) => sigma * sigmaZ), sigmaZ };
}

/** The points of the sequences in which each pair of neighbours is as `isSo` says, of `length` points or more. */
function marked(length: number, count: number, isSo: (at: number) => boolean): Set<number> {
  const found = new Set<number>();
  let begin = 0;
  for (let at = 1; at <= count; at += 1) {
    if (at < count && isSo(at)) continue;
    if (at - begin >= length) for (let point = begin; point < at; point += 1) found.add(point);
    begin = at;
  }
  return found;
}

/** A quantile of the binomial distribution of `trials` at one half. */
function halfQuantile(probability: number, trials: number): number {
  let [below, term] = [0, 0.5 ** trials];
  for (let found = 0; ; found += 1) {
    below += term;
    if (below >= probability || found >= trials) return found;
    term *= (trials - found) / (found + 1);
  }
}
/** Points on the median count in no run (Anhøj and Olesen 2014, https://doi.org/10.1371/journal.pone.0113825). */
export function isRandomRun(values: readonly number[], centre: number): boolean {
  const sides = values.filter((value) => value !== centre).map((value) => value > centre);
  if (sides.length < 10) return true;
  const crossings = sides.filter((side, at) => at > 0 && side !== sides[at - 1]).length;
  let [longest, run] = [0, 0];
  for (const [at, side] of sides.entries()) {
    run = at > 0 && side === sides[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest <= Math.round(Math.log2(sides.length) + 3) && crossings >= halfQuantile(0.05, sides.length - 1);
}

/**
 * Nelson's rules 1 to 4, which hold for counts too: outside of three standard deviations; nine in a row on one side; six in a
 * row that rise or fall; fourteen in a row that alternate.
 */
export function rulesOf(values: readonly number[], { centre, sigma }: Limits): Rule[][] {
  const side = (at: number): number => Math.sign((values[at] ?? 0) - centre);
  const step = (at: number): number => Math.sign((values[at] ?? 0) - (values[at - 1] ?? 0));
  const count = values.length;
  const found: Record<Exclude<Rule, 'run'>, Set<number>> = {
    outside: new Set(
      values.flatMap((value, at) => (Math.abs(value - centre) > 3 * (sigma[at] ?? Infinity) ? [at] : [])),
    ),
    nine: marked(9, count, (at) => side(at) !== 0 && side(at) === side(at - 1)),
    trend: trends(6, count, (at) => at > 1 && step(at) === step(at - 1) && step(at) !== 0),
    alternating: trends(14, count, (at) => at > 1 && step(at) === -step(at - 1) && step(at) !== 0),
  };
  const names = Object.keys(found) as (keyof typeof found)[];
  return values.map((_value, at) => names.filter((name) => found[name].has(at)));
}

/** As `marked`, of steps: a sequence of steps begins with the point before its first step. */
function trends(length: number, count: number, isSo: (at: number) => boolean): Set<number> {
  const steps = marked(length - 1, count - 1, (step) => isSo(step + 1));
  return new Set([...steps].flatMap((step) => [step, step + 1]));
}

/** One part of a chart: the points between two changes of practice. */
function partOf(kind: ChartKind, points: readonly Point[]): ChartPart {
  const known = points.filter(({ of }) => of > 0);
  const values = known.map((point) => scaled(kind, point));
  if (known.length < POINTS_MIN) {
    const centre = known.length === 0 ? 0 : median(values);
    const rules: Rule[] = isRandomRun(values, centre) ? [] : ['run'];
    return {
      isRun: true,
      points: points.map((point) => plotted(kind, point, { centre: unscaled(kind, centre), rules })),
    };
  }
  const limits = limitsOf(kind, known);
  const rules = rulesOf(values, limits);
  let at = 0;
  return {
    isRun: false,
    ...(limits.sigmaZ !== undefined && { sigmaZ: limits.sigmaZ }),
    points: points.map((point) => {
      // A point without a value has the limits of the one before it.
      const nth = Math.min(point.of > 0 ? at++ : Math.max(0, at - 1), known.length - 1);
      const three = 3 * (limits.sigma[nth] ?? 0);
      const high = unscaled(kind, limits.centre + three);
      return plotted(kind, point, {
        centre: unscaled(kind, limits.centre),
        low: Math.max(0, unscaled(kind, limits.centre - three)),
        high: kind === 'p' ? Math.min(1, high) : high,
        rules: point.of > 0 ? (rules[nth] ?? []) : [],
      });
    }),
  };
}
const plotted = (kind: ChartKind, point: Point, of: Omit<Plotted, 'value'>): Plotted => ({
  value: point.of > 0 ? unscaled(kind, scaled(kind, point)) : undefined,
  ...of,
});

/** @param parts the points, divided where the practice was changed */
export const controlChart = (kind: ChartKind, parts: readonly (readonly Point[])[]): ChartPart[] =>
  parts.filter(({ length }) => length > 0).map((points) => partOf(kind, points));
