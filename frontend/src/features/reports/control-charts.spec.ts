import { expect, test } from 'vitest';
import { controlChart, isRandomRun, type Point, rulesOf } from './control-charts.ts';

const of = (counts: readonly number[], wholes: number | readonly number[]): Point[] =>
  counts.map((count, at) => ({ count, of: typeof wholes === 'number' ? wholes : (wholes[at] ?? 0) }));
const only = (kind: 'u' | 'p' | 't', points: readonly Point[]) => controlChart(kind, [points])[0]!;

/** SAS/QC User's Guide, "UCHART Statement: Saving Control Limits", data sets Fabric and Fablim: 20 rolls of 30 units. */
test('a u chart has the limits of the published example of SAS', () => {
  const fabric = [12, 11, 9, 15, 7, 6, 5, 10, 8, 8, 14, 5, 9, 13, 7, 5, 8, 11, 7, 12];
  const { points, isRun, sigmaZ } = only('u', of(fabric, 30));
  expect([isRun, sigmaZ]).toEqual([false, undefined]);
  expect(points[0]?.low).toBeCloseTo(0.001671271, 8);
  expect(points[0]?.centre).toBeCloseTo(0.30333, 5);
  expect(points[0]?.high).toBeCloseTo(0.605, 5);
  expect(points.every(({ rules }) => rules.length === 0)).toBe(true);
});

/**
 * People seen within four hours in accident departments of the NHS, 20 weeks (Mohammed 2013, BMJ Quality & Safety 22:362-368;
 * `nhs_accidents` of qicharts2). Limits: qicharts2 0.8.1, as in the fixtures of AUS-DOH-Safety-and-Quality/PowerBI-SPC.
 */
const seen = [
  266501, 264225, 276532, 281461, 269071, 261215, 270409, 279778, 270483, 270320, 267923, 271478, 255353, 256820,
  261835, 259144, 255910, 260863, 264465, 260989,
];
const arrived = [
  280443, 276823, 291681, 296155, 282343, 275888, 283867, 295251, 284468, 282529, 279618, 283932, 266629, 268091,
  276803, 271578, 266005, 273520, 278574, 273772,
];
test("large wholes have the limits of Laney's p' chart, and no week is outside", () => {
  const { points, sigmaZ } = only('p', of(seen, arrived));
  expect(points[0]?.value).toBeCloseTo(0.95028579782700939, 12);
  expect(points[0]?.centre).toBeCloseTo(0.95289971134419116, 12);
  expect(points[0]?.low).toBeCloseTo(0.9401296441775141, 9);
  expect(points[19]?.high).toBeCloseTo(0.96582442616547814, 9);
  // The plain p chart has 0.95169956464601502 for the first week: Laney's factor widens it.
  expect(sigmaZ).toBeCloseTo(
    (0.95289971134419116 - 0.9401296441775141) / (0.95289971134419116 - 0.95169956464601502),
    6,
  );
  expect(points.flatMap(({ rules }) => rules)).not.toContain('outside');
});
test('a change of practice gives each part a centre of its own', () => {
  const [before, after] = controlChart('p', [of(seen.slice(0, 10), arrived), of(seen.slice(10), arrived.slice(10))]);
  // Ten weeks are a run chart: the centre is the median of each part.
  expect([before?.isRun, after?.isRun, before?.points[0]?.low]).toEqual([true, true, undefined]);
  expect(before?.points[0]?.centre).toBeCloseTo((0.95038408941263863 + 0.95083805559852075) / 2, 12);
  expect(before?.points[0]?.centre).not.toBe(after?.points[0]?.centre);
});

/**
 * Days between deaths after bypass operations (`cabg` of qicharts2), the first 33 and the other 34: limits of qicharts2 0.8.1's
 * T chart with a part after 33, from the same fixtures.
 */
const days = [
  16, 20, 5, 13, 1, 26, 46, 12, 12, 5, 19, 4, 3, 15, 14, 9, 8, 15, 21, 6, 3, 1, 56, 117, 1, 33, 9, 9, 19, 12, 1, 16, 13,
  18, 1, 35, 16, 5, 21, 38, 3, 25, 3, 11, 13, 20, 9, 3, 8, 21, 24, 38, 8, 13, 9, 1, 30, 23, 3, 7, 22, 19, 11, 31, 6, 1,
  1,
];
test('a t chart has the limits of the published example in both of its parts', () => {
  const [first, second] = controlChart('t', [of(days.slice(0, 33), 1), of(days.slice(33), 1)]);
  const [one, other] = [first?.points[0], second?.points[0]];
  expect(one?.centre).toBeCloseTo(11.444906381144426, 8);
  expect(one?.low).toBeCloseTo(0.0037537354435645313, 8);
  expect(one?.high).toBeCloseTo(113.70598556391909, 6);
  expect(other?.centre).toBeCloseTo(10.975761737580594, 8);
  expect(other?.high).toBeCloseTo(102.58369462962973, 6);
  expect(first?.points[23]).toMatchObject({ rules: ['outside'] });
});

/** Sequences made for the definitions of Nelson 1984, not data. */
test.each([
  ['outside', [0, 0.5, -0.5, 3.1, 0], [3]],
  ['nine', [-1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1], [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['nine', [-1, 1, 1, 1, 1, 1, 1, 1, 1, -1], []],
  ['trend', [0.5, -1, -0.5, 0, 0.5, 1, 1.5, 1], [1, 2, 3, 4, 5, 6]],
  ['trend', [0.5, -1, -0.5, 0, 0.5, 1, 0.7], []],
  ['alternating', [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ['alternating', [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1], []],
] as const)('the rule "%s" marks the points of %j that it names', (rule, values, points) => {
  const found = rulesOf(values, { centre: 0, sigma: values.map(() => 1) });
  expect(found.flatMap((rules, at) => (rules.includes(rule) ? [at] : []))).toEqual(points);
});

/** The table of critical values in qicharts2's vignette: for 10 points a run of 6 and 2 crossings are still chance. */
test('a run chart says so where a run is too long or crossings are too few', () => {
  expect(isRandomRun([1, 1, 1, 1, 1, 1, -1, 1, -1, -1], 0)).toBe(true);
  expect(isRandomRun([1, 1, 1, 1, 1, 1, 1, -1, 1, -1], 0)).toBe(false);
  expect(isRandomRun([1, 1, 1, 1, 1, -1, -1, -1, -1, -1], 0)).toBe(false);
});

test('a month without a whole has no value, and the others have their limits', () => {
  const months = of([2, 0, ...Array.from({ length: 12 }, () => 3)], [100, 0, ...Array.from({ length: 12 }, () => 100)]);
  const { points } = only('u', months);
  expect(points[1]).toMatchObject({ value: undefined, rules: [] });
  expect(points[0]?.value).toBe(0.02);
  expect(
    only(
      'p',
      of(
        Array.from({ length: 12 }, () => 5),
        5,
      ),
    ).points[0],
  ).toMatchObject({ low: 1, high: 1, value: 1 });
});
