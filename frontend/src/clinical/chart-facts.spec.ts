import { expect, test } from 'vitest';
import { chartFacts, classesOf } from './chart-facts.ts';

const classes = classesOf(
  [
    { _id: 'd1.0', label: 'Brufen 400 mg', drug: 'd1', drugLabel: 'Ibuprofen', drugTags: [{ name: 'nsaid' }] },
    { _id: 'd2.0', label: 'Garamycin', drug: 'd2', drugLabel: 'Gentamicin', drugTags: [] },
  ],
  [{ _id: 't1', label: 'NSAID', version: 1 }],
);
const ordered = (dose: string, route: string, frequency: string, changed = {}) => ({
  _id: 'm1',
  drug: 'd1.0',
  drugLabel: 'Brufen 400 mg',
  dose,
  route,
  frequency,
  startDate: '2026-05-01',
  stopDate: null,
  hold: null,
  ...changed,
});
const reading = (kind: string, canonical: number, unit: string, takenOn: string) => ({
  kind,
  canonical,
  value: canonical,
  unit,
  takenOn,
  takenAt: '',
});
const facts = (medication: ReturnType<typeof ordered>, changed = {}) =>
  chartFacts({
    person: { birthdate: '1966-05-12', sex: 'male' },
    allergies: undefined,
    medications: [medication],
    readings: [reading('weight', 80, 'kg', '2026-05-10'), reading('creatinine', 2, 'mg/dL', '2026-05-11')],
    now: '2026-05-12 08:00',
    classes,
    ...changed,
  })!;
const order = (...args: Parameters<typeof ordered>) => facts(ordered(...args)).orders[0]!;

test('an order has its drug, its classes, its route and its amounts', () =>
  expect(order('400 mg', 'po', 'q8h')).toEqual({
    orderId: 'm1',
    label: 'Brufen 400 mg',
    root: 'd1',
    tags: ['t1'],
    isActive: true,
    route: 'po',
    single: { value: 400, unit: 'mg' },
    daily: { value: 1200, unit: 'mg' },
  }));

test.each([
  ['the upper end of a range', '400-600 mg', 'q8h', { value: 600, unit: 'mg' }, { value: 1800, unit: 'mg' }],
  ['by weight', '5 mg/kg', 'once daily', { value: 400, unit: 'mg' }, { value: 400, unit: 'mg' }],
  ['a rate has no single dose', '10 mg/h', 'continuous infusion', undefined, { value: 240, unit: 'mg' }],
  ['as needed has no bound', '400 mg', 'prn', { value: 400, unit: 'mg' }, undefined],
  ['a dose that is not understood', 'half a spoon or so', 'q8h', undefined, undefined],
  ['a frequency that is not understood', '400 mg', 'when the nurse is there', { value: 400, unit: 'mg' }, undefined],
])('amounts: %s', (_, dose, frequency, single, daily) =>
  expect(order(dose, 'iv', frequency)).toMatchObject({ single, daily }),
);

test.each([
  ['is stopped', { stopDate: '2026-05-12' }],
  ['has not begun', { startDate: '2026-05-13' }],
  ['is held', { hold: { from: '2026-05-12', until: null, reason: '' } }],
])('an order that %s is not active', (_, changed) => expect(order('1 g', 'iv', 'q8h', changed).isActive).toBe(false));

test('a drug that the catalogue does not have has no root', () =>
  expect(order('1 g', 'iv', 'q8h', { drug: 'gone.0' }).root).toBe(''));

test('the values are those of the chart with their days', () =>
  expect(facts(ordered('1 g', 'iv', 'q8h')).values).toMatchObject({
    creatinine: { value: 2, day: '2026-05-11' },
    weight: { value: 80, day: '2026-05-10' },
    crcl: { day: '2026-05-11' },
    ageYears: { value: 60, day: '2026-05-12' },
    ageDays: { value: 21_915, day: '2026-05-12' },
  }));

test('no answer about allergies is told apart from none', () => {
  const allergies = (state: 'not-asked' | 'none-known') =>
    facts(ordered('1 g', 'iv', 'q8h'), { allergies: { state, list: [], version: 1 } }).allergies;
  expect([allergies('not-asked'), allergies('none-known')]).toEqual([undefined, []]);
});
