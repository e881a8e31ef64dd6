import { describe, expect, test } from 'vitest';
import {
  ageOf,
  compactValues,
  flagIn,
  headerValues,
  isUnlikely,
  newestText,
  numberIn,
  type Person,
  type Reading,
  unitText,
} from './measured-values.ts';

const now = '2026-03-10 09:30';
const adult: Person = { birthdate: '1961-05-04', sex: '' };
const man: Person = { ...adult, sex: 'male' };
const rules = { headerKinds: ['potassium'], oldAfterHours: 48 };
const reading = (kind: string, value: number, unit: string, takenOn = '2026-03-10', takenAt = ''): Reading => ({
  kind,
  value,
  unit,
  canonical: value,
  takenOn,
  takenAt,
});
const readings = [
  reading('height', 170, 'cm', '2026-01-01'),
  reading('weight', 72, 'kg', '2026-03-05'),
  reading('creatinine', 1.2, 'mg/dL', '2026-03-08'),
  reading('creatinine', 2.1, 'mg/dL', '2026-03-10', '06:30'),
  reading('potassium', 5.6, 'mmol/L', '2026-03-07'),
];
const shown = (person: Parameters<typeof flagIn>[1], of = readings) =>
  new Map(headerValues({ readings: of, person, now }, rules).map((value) => [value.key, value]));

describe('the age of a value', () => {
  test.each([
    ['2026-03-10', '06:30', '3 h'],
    ['2026-03-09', '23:00', '10 h'],
    ['2026-03-09', '', '1 d'],
    ['2026-03-10', '', 'today'],
    ['2026-03-10', '09:45', '0 h'],
  ])('of %s %s is %s', (takenOn, takenAt, text) => expect(ageOf({ takenOn, takenAt }, now).text).toBe(text));
});

describe('the header', () => {
  test('has the newest values with their age, and greys what is older than the team’s limit or 30 days', () => {
    const values = shown(man);
    expect([...values.keys()]).toEqual([
      'weight',
      'height',
      'bodyMassIndex',
      'creatinine',
      'creatinineClearance',
      'glomerularFiltration',
      'potassium',
    ]);
    expect(values.get('weight')).toMatchObject({ text: '72 kg', age: '5 d', isOld: false });
    expect(values.get('height')).toMatchObject({ isOld: true });
    expect(values.get('potassium')).toMatchObject({ text: '5.6 mmol/L', flag: 'high', isOld: true });
    expect(values.get('creatinine')).toMatchObject({ text: '2.1 mg/dL', flag: 'high', trend: 'rising', age: '3 h' });
  });
  test('computes the kidney with the day of the creatinine, and says that it is not stable', () =>
    expect(shown(man).get('creatinineClearance')).toMatchObject({
      text: expect.stringMatching(/^\d+ mL\/min$/),
      age: '3 h',
      notes: ['unstableCreatinine'],
    }));
  test('computes nothing that needs a sex which is not known', () => {
    expect(shown(adult).get('creatinineClearance')).toMatchObject({ text: '', age: '' });
    expect(shown(adult).get('bodyMassIndex')).toMatchObject({ text: '24.9 kg/m²' });
  });
  test('has the formula of children for a child', () => {
    const child = shown({ birthdate: '2018-01-01', sex: '' }, [
      reading('height', 120, 'cm'),
      reading('creatinine', 0.5, 'mg/dL'),
    ]);
    expect(child.get('glomerularFiltration')?.text).toBe('99 mL/min/1.73 m²');
  });
  test('is one line of the known values on paper', () => {
    expect(compactValues([...shown(adult).values()])).toBe(
      'Wt 72 kg (5 d) · Ht 170 cm (68 d) · BMI 24.9 kg/m² · Cr 2.1 mg/dL ↑ (3 h) · K 5.6 mmol/L high (3 d)',
    );
    expect(compactValues([...shown(adult, []).values()])).toBe('');
  });
});

test('the newest values of a list have the direction from the value before', () => {
  const newest = { ...reading('creatinine', 2.1, 'mg/dL'), previous: 1.2 };
  expect(newestText([newest], adult, rules, now)).toBe('Cr 2.1 mg/dL ↑ (today)');
  expect(newestText([{ ...newest, previous: null }], adult, rules, now)).toBe('Cr 2.1 mg/dL (today)');
});

describe('a number', () => {
  test('is shown in the unit of its row, as it was entered where that is the same', () => {
    expect(numberIn({ ...reading('creatinine', 186, 'umol/L'), canonical: 2.104 }, 'mg/dL')).toBe('2.104');
    expect(numberIn(reading('creatinine', 2.1, 'mg/dL'), 'mg/dL')).toBe('2.1');
  });
  test('of a kind that the page does not know keeps its own unit', () =>
    expect(numberIn(reading('ferritin', 300, 'ug/L'), 'ng/mL')).toBe('300 µg/L'));
  test('outside the plausible values is unlikely, by the age', () => {
    expect(isUnlikely('weight', 12, adult, now)).toBe(true);
    expect(isUnlikely('weight', 12, { birthdate: '2025-01-01', sex: '' }, now)).toBe(false);
  });
});

test('no range of adults flags a child, nor one of a sex a patient whose sex is not known', () => {
  expect(flagIn(reading('potassium', 5.6, 'mmol/L'), { birthdate: '2020-01-01', sex: '' })).toBeUndefined();
  expect(flagIn(reading('creatinine', 1.2, 'mg/dL'), adult)).toBeUndefined();
});

test.each([
  ['10*3/uL', '×10³/µL'],
  ['umol/L', 'µmol/L'],
  ['ug/mL', 'µg/mL'],
  ['meq/L', 'mEq/L'],
  ['{INR}', ''],
])('the unit %s is written %s', (code, text) => expect(unitText(code)).toBe(text));
