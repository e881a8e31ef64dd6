import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '../values/calendar-date.ts';
import { computeAll, type Facts, type FormulaKey, formulas } from './compute-all.ts';
import { isResult } from './formula.ts';
import type { Sex } from '../values/codes.ts';
import { type Given, type InputName, inputs } from './inputs.ts';

const today = calendarDate('2026-03-10');
const on = (value: number, daysAgo = 0) => ({ value, day: addDays(today, -daysAgo) });
const person: Facts = {
  today,
  birthdate: calendarDate('1960-03-11'),
  sex: 'male',
  latest: { weight: on(70, 3), height: on(180, 9), creatinine: on(1.1), albumin: on(2.8, 1), calcium: on(8, 1) },
  creatinineTrend: [on(1, 1), on(1.1)],
};
const compute = (key: FormulaKey, changed: Partial<Facts> = {}) => computeAll({ ...person, ...changed }).values[key];
const refusal = (input: InputName, reason: 'absent' | 'outOfRange') => ({ missing: [{ input, reason }] });
const born = (birthdate: string) => ({ birthdate: calendarDate(birthdate) });

describe('a chart', () => {
  test('shows each value with its source, and its inputs with their units and days', () =>
    expect(compute('creatinineClearance')).toMatchObject({
      unit: 'mL/min',
      source: expect.stringContaining('Cockcroft'),
      inputs: {
        age: { value: 65, unit: 'years', day: today },
        sex: { value: 'male' },
        weight: { value: 70, unit: 'kg', day: '2026-03-07' },
        height: { value: 180, unit: 'cm', day: '2026-03-01' },
        creatinine: { value: 1.1, unit: 'mg/dL', day: today },
      },
    }));
  test('has the age in years, months and days, none before the birth', () => {
    expect(computeAll(person).age).toEqual({ years: 65, months: 11, days: 27 });
    expect(computeAll({ ...person, birthdate: addDays(today, 1) }).age).toBeUndefined();
  });
  test('names every input that is absent', () => {
    const nothing = computeAll({ today, birthdate: null, sex: null, latest: {}, creatinineTrend: [] });
    expect(nothing.values.creatinineClearance).toEqual({
      missing: ['age', 'sex', 'weight', 'creatinine'].map((input) => ({ input, reason: 'absent' })),
    });
    expect(Object.keys(nothing.values)).toEqual(Object.keys(formulas));
    expect(Object.values(nothing.values).filter(isResult)).toEqual([]);
  });
  test('uses the computed clearance, with the day of the creatinine, for phenytoin and for one level of vancomycin', () => {
    const vancomycinLevels = [{ ...on(12), hour: 11 }];
    const vancomycin = { vancomycinDose: 1000, vancomycinInterval: 12, vancomycinInfusion: 1, vancomycinLevels };
    const latest = { ...person.latest, phenytoin: on(8), creatinine: on(1.1, 2) };
    const creatinineClearance = { value: expect.closeTo(66.3, 1), day: '2026-03-08' };
    for (const key of ['correctedPhenytoin', 'vancomycinAuc24OfOneLevel'] as const)
      expect(compute(key, { latest, vancomycin })).toMatchObject({ inputs: { creatinineClearance } });
  });
  test('marks the clearance while the creatinine of the last 7 days moves', () => {
    const creatinineTrend = [on(3, 8), on(2.4, 2), on(1.8)];
    const falling = computeAll({ ...person, creatinineTrend });
    expect(falling).toMatchObject({
      creatinineDirection: 'falling',
      values: { glomerularFiltration: { notes: ['unstableCreatinine'] } },
    });
    const old = computeAll({ ...person, creatinineTrend: [on(3, 9), on(1.8, 1), on(1.8)] });
    expect(old).toMatchObject({ creatinineDirection: 'steady', values: { glomerularFiltration: { notes: [] } } });
  });
});

describe('refusals', () => {
  test('no value without a sex, in a child where the formula is for adults, and the other way', () => {
    expect(compute('glomerularFiltration', { sex: null })).toEqual(refusal('sex', 'absent'));
    for (const key of ['glomerularFiltration', 'creatinineClearance', 'idealWeight', 'leanWeight'] as const)
      expect(compute(key, born('2008-03-11'))).toEqual(refusal('age', 'outOfRange'));
    expect(isResult(compute('creatinineClearance', born('2008-03-10')))).toBe(true);
    expect(compute('glomerularFiltrationOfChild')).toEqual(refusal('age', 'outOfRange'));
    expect(compute('glomerularFiltrationOfChild', born('2025-03-11'))).toEqual(refusal('age', 'outOfRange'));
    expect(isResult(compute('glomerularFiltrationOfChild', born('2008-03-11')))).toBe(true);
  });
  test.each<[InputName, number]>([
    ['creatinine', 0],
    ['creatinine', 97],
    ['creatinine', Number.NaN],
    ['weight', -70],
    ['weight', 7000],
    ['height', 1.8],
  ])('an impossible %s of %f is named', (input, value) =>
    expect(compute('creatinineClearance', { latest: { ...person.latest, [input]: on(value) } })).toEqual(
      refusal(input, 'outOfRange'),
    ),
  );
  test('albumin in g/L is no albumin', () =>
    expect(compute('correctedCalcium', { latest: { calcium: on(8), albumin: on(28) } })).toEqual(
      refusal('albumin', 'outOfRange'),
    ));
  test('phenytoin is not corrected in uraemia or on dialysis', () => {
    const latest = { ...person.latest, phenytoin: on(8) };
    const uraemic = { ...latest, creatinine: on(5) };
    expect(compute('correctedPhenytoin', { latest: uraemic })).toEqual(refusal('creatinineClearance', 'outOfRange'));
    expect(compute('correctedPhenytoin', { latest, isOnDialysis: true })).toEqual(
      refusal('isOnDialysis', 'outOfRange'),
    );
  });
  test('no adjusted weight below the ideal one', () =>
    expect(compute('adjustedWeight')).toEqual(refusal('weight', 'outOfRange')));
});

describe('the weight of the clearance', () => {
  /** The ideal weight of this man is 75 kg, a BMI of 25 is 81 kg. */
  test.each([
    [74, 180, 74, ['actualWeight']],
    [80, 180, 74.99, ['idealWeight']],
    [82, 180, 77.8, ['adjustedWeight']],
    [90, undefined, 90, ['actualWeight', 'heightUnknown']],
    [90, 146, 90, ['actualWeight', 'heightBelowRange']],
    [90, 150, 64.7, ['adjustedWeight', 'idealWeightExtrapolated']],
  ])('of %f kg and %s cm is %f kg (Winter 2012)', (weight, height, weightUsed, notes) => {
    const latest = { weight: on(weight), height: height === undefined ? undefined : on(height), creatinine: on(1) };
    expect(compute('creatinineClearance', { latest })).toMatchObject({
      value: expect.closeTo((75 * weightUsed) / 72, 0),
      details: { weightUsed: expect.closeTo(weightUsed, 1) },
      notes,
    });
  });
});

describe('MELD 3.0', () => {
  const given: Given = { sex: 'male', age: 50, bilirubin: 1, sodium: 137, inr: 1, creatinine: 1, albumin: 3.5 };
  const meld = (changed: Given) => formulas.meld3.compute({ ...given, isOnDialysis: false, ...changed });
  test('ends at 6 and 40, and takes dialysis as a creatinine of 3', () => {
    expect(meld({ bilirubin: 0.2, inr: 0.9, creatinine: 0.4, sodium: 145, albumin: 4.8 })).toMatchObject({ value: 6 });
    expect(meld({ bilirubin: 40, inr: 5, creatinine: 6, sodium: 110, albumin: 1 })).toMatchObject({ value: 40 });
    expect(meld({ isOnDialysis: true })).toMatchObject({ value: 18 });
    expect(meld({ creatinine: 8 })).toMatchObject({ value: 18 });
  });
  test('is refused while dialysis is not known', () =>
    expect(meld({ isOnDialysis: undefined })).toEqual(refusal('isOnDialysis', 'absent')));
});

describe('always', () => {
  const valueOf = (key: FormulaKey, given: Given): number => {
    const computed = formulas[key].compute(given);
    return isResult(computed) ? computed.value : Number.NaN;
  };
  const given = fc.record({
    sex: fc.constantFrom<Sex>('female', 'male'),
    age: fc.integer({ min: 18, max: 100 }),
    weight: fc.double({ min: 30, max: 200, noNaN: true }),
    height: fc.double({ min: 150, max: 200, noNaN: true }),
    creatinine: fc.double({ min: 0.2, max: 15, noNaN: true }),
    calcium: fc.double({ min: 5, max: 15, noNaN: true }),
    albumin: fc.double({ min: 1, max: 6, noNaN: true }),
    phenytoin: fc.double({ min: 1, max: 40, noNaN: true }),
  });
  test.each<[FormulaKey, 'age' | 'weight' | 'height' | 'creatinine' | 'albumin', number, 'falls' | 'rises']>([
    ['creatinineClearance', 'creatinine', 1.01, 'falls'],
    ['glomerularFiltration', 'creatinine', 1.01, 'falls'],
    ['glomerularFiltration', 'age', 1.1, 'falls'],
    ['creatinineClearance', 'age', 1.1, 'falls'],
    ['creatinineClearance', 'weight', 1.1, 'rises'],
    ['leanWeight', 'weight', 1.1, 'rises'],
    ['bodySurface', 'height', 1.1, 'rises'],
    ['idealWeight', 'height', 1.1, 'rises'],
    ['correctedCalcium', 'albumin', 1.1, 'falls'],
    ['correctedPhenytoin', 'albumin', 1.1, 'falls'],
  ])('%s with %s', (key, input, factor, way) => {
    fc.assert(
      fc.property(given, (one) => {
        const before = valueOf(key, one);
        const after = valueOf(key, { ...one, [input]: one[input] * factor });
        // Between the ideal weight and a BMI of 25 the weight has no part.
        const isFlat = key === 'creatinineClearance' && input === 'weight';
        if (way === 'falls') expect(after).toBeLessThan(before);
        else if (isFlat) expect(after).toBeGreaterThanOrEqual(before);
        else expect(after).toBeGreaterThan(before);
      }),
    );
  });
  test('no input gives a value that is not finite', () => {
    const any = fc.option(fc.double({ noNaN: false }), { nil: undefined });
    const numbers = Object.keys(inputs).filter((name) => !/^(age|sex|is[A-Z].*|.*Trend|.*Levels)$/.test(name));
    const facts = fc.record(Object.fromEntries(numbers.map((name) => [name, any])));
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 110 }), (values, age) => {
        const all: Given = { ...values, age, sex: 'female', isOnDialysis: false };
        for (const { compute } of Object.values(formulas)) {
          const computed = compute(all);
          expect(isResult(computed) ? Number.isFinite(computed.value) : computed.missing.length > 0).toBe(true);
        }
      }),
    );
  });
});
