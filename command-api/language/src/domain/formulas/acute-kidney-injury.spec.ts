import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '../values/calendar-date.ts';
import { akiStages } from './acute-kidney-injury.ts';
import { formulas } from './compute-all.ts';
import type { TimedReading } from './inputs.ts';
import { directionOf, isStepOfCreatinine } from './trend.ts';

const start = calendarDate('2020-10-18');
/** A creatinine at hours after the start. */
const at = (hours: number, value: number): TimedReading => ({
  value,
  day: addDays(start, Math.floor(hours / 24)),
  hour: hours % 24,
});
const stagesOf = (...series: TimedReading[]) => akiStages(series).map(({ stage }) => stage);

describe('published examples', () => {
  test.each([
    [2, 0],
    [2.5, 1],
    [3, 2],
    [3.5, 2],
    [4, 3],
    [4.5, 3],
  ])('alwinw/epocakir, by the baseline of 1.5: %f is stage %i', (value, stage) =>
    // After more than 48 hours, so that the baseline alone decides.
    expect(stagesOf(at(0, 1.5), at(100, value)).at(-1)).toBe(stage),
  );
  test('alwinw/epocakir, by the rise: 2.0, 2.5, 3.0 in 48 hours is stage 1 from the second on', () =>
    expect(stagesOf(at(9, 2), at(33, 2.5), at(57, 3))).toEqual([undefined, 1, 1]));
  test('alwinw/epocakir, by the rise: 3.4 to 3.9 in 60 hours, and 3.3 to 3.5 in 24, are no injury', () => {
    expect(stagesOf(at(9, 3.4), at(39, 3.65), at(69, 3.9))).toEqual([undefined, 0, 0]);
    expect(stagesOf(at(10, 3.3), at(22, 3.4), at(34, 3.5))).toEqual([undefined, 0, 0]);
  });
  test('KDIGO 2012, chapter 2.4, case A: without its baseline found on day 3, from 1.3 to 1.9', () =>
    expect(stagesOf(at(24, 1.3), at(48, 1.5), at(72, 1.9))).toEqual([undefined, 0, 1]));
  test('KDIGO 2012, chapter 2.4, case A: with 1.0 within 48 hours found on day 1, and by 50 % on day 2', () => {
    expect(stagesOf(at(0, 1), at(24, 1.3))).toEqual([undefined, 1]);
    expect(stagesOf(at(0, 1), at(72, 1.3), at(96, 1.5))).toEqual([undefined, 0, 1]);
  });
  test('InsightRX/clinPK: 0.3 to 0.45 is stage 1, 0.9 to 1.9 stage 2, 2 to 6 stage 3, 1.1 to 1.5 in unknown time none', () => {
    expect(stagesOf(at(0, 0.3), at(72, 0.45)).at(-1)).toBe(1);
    expect(stagesOf(at(0, 0.9), at(72, 1.9)).at(-1)).toBe(2);
    expect(stagesOf(at(0, 2), at(48, 6)).at(-1)).toBe(3);
    expect(stagesOf(at(0, 1.1), at(72, 1.5)).at(-1)).toBe(0);
  });
});

describe('the windows', () => {
  test('a rise of 0.3 counts at 48 hours and no more after them', () => {
    expect(stagesOf(at(0, 2), at(48, 2.3)).at(-1)).toBe(1);
    expect(stagesOf(at(0, 2), at(48.5, 2.3)).at(-1)).toBe(0);
  });
  test('a baseline older than 7 days is none', () => {
    expect(stagesOf(at(0, 1), at(168, 3)).at(-1)).toBe(3);
    expect(stagesOf(at(0, 1), at(168.5, 3)).at(-1)).toBeUndefined();
  });
  test('the binary form of 0.3 and of 1.5 does not hide a rise', () => {
    expect(stagesOf(at(0, 1.1), at(24, 1.4)).at(-1)).toBe(1);
    expect(stagesOf(at(0, 1.1), at(100, 3.3)).at(-1)).toBe(3);
  });
  test('a chronic creatinine above 4 without a rise is no stage 3', () =>
    expect(stagesOf(at(0, 4.5), at(24, 4.6)).at(-1)).toBe(0));
  test('readings without an hour count by their days', () => {
    const [first, last] = [{ value: 1, day: start }, at(60, 1.3)];
    expect(stagesOf(first, { value: 1.3, day: last.day }).at(-1)).toBe(1);
    expect(stagesOf(first, last).at(-1)).toBe(1);
    expect(stagesOf(first, { value: 1.3, day: addDays(last.day, 1) }).at(-1)).toBe(0);
  });
});

test('the formula shows the stage of the latest reading with its baseline, whatever the order of entry', () => {
  const given = { creatinineTrend: [at(48, 2.2), at(0, 1), at(24, 3)] };
  expect(formulas.akiStage.compute(given)).toMatchObject({ value: 2, details: { baseline: 1, creatinine: 2.2 } });
  const missing = [{ input: 'creatinineTrend', reason: 'absent' }];
  expect(formulas.akiStage.compute({ creatinineTrend: [at(0, 1)] })).toEqual({ missing });
  expect(formulas.akiStage.compute({})).toEqual({ missing });
});

test('a higher last creatinine never has a lower stage', () => {
  const value = fc.double({ min: 0.1, max: 20, noNaN: true });
  const earlier = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), value), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(earlier, value, value, (readings, one, other) => {
      const before = readings.map(([hours, creatinine]) => at(hours, creatinine));
      const stageOf = (last: number) => stagesOf(...before, at(200.5, last)).at(-1) ?? 0;
      expect(stageOf(Math.max(one, other))).toBeGreaterThanOrEqual(stageOf(Math.min(one, other)));
    }),
  );
});

describe('the direction', () => {
  test.each([
    [[], undefined],
    [[1], undefined],
    [[1, 1.1], 'steady'],
    [[1, 1.2], 'rising'],
    [[1.2, 1], 'falling'],
    [[1, 1.1, 1.2, 1.3], 'rising'],
    [[1, 3, 2], 'falling'],
    [[3, 1, 1.1], 'falling'],
  ] as const)('of %j is %s', (values, direction) => expect(directionOf(values)).toBe(direction));
  test('of creatinine follows 0.3 mg/dL and the half, not the fifth', () => {
    expect(directionOf([1, 1.2], isStepOfCreatinine)).toBe('steady');
    expect(directionOf([1, 1.3], isStepOfCreatinine)).toBe('rising');
    expect(directionOf([0.45, 0.3], isStepOfCreatinine)).toBe('falling');
    expect(directionOf([5, 4.7], isStepOfCreatinine)).toBe('falling');
  });
});
