import type { ChartAsOf } from 'command-api/contract/history';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { chartThen, dose, entryThen, noteThen, reviewThen } from './time-travel.testdata.ts';

const told = (then: ChartAsOf, now: ChartAsOf) =>
  differences(then, now).flatMap(({ part, differences: found }) =>
    found.map(({ of, in: within, name, before, after }) => [part, of, within, name, before, after]),
  );

test('what is the same is not told, whatever its version', () => {
  expect(
    differences(
      chartThen(),
      chartThen({ reviews: [reviewThen('r1', '2026-03-02', [entryThen('e1', 'Meronem', { version: 9 })])] }),
    ),
  ).toEqual([]);
});

test('of what was changed, the fields that are otherwise; each entry by itself, in its review', () => {
  const now = chartThen({
    patient: { ...chartThen().patient, firstName: 'محمود' },
    admission: { ...chartThen().admission, dischargeDate: '2026-03-09', dischargeStatus: 1 },
    reviews: [
      {
        ...reviewThen('r1', '2026-03-02', [entryThen('e1', 'Meronem', { errSeverity: 'E', rating: 4 })]),
        clinicalNote: '<p>Better</p>',
      },
    ],
  });
  expect(told(chartThen(), now)).toEqual([
    ['patient', 'patient:p1', undefined, '', { firstName: 'هدى' }, { firstName: 'محمود' }],
    [
      'stay',
      'admission:a1',
      undefined,
      '',
      { dischargeDate: null, dischargeStatus: null },
      { dischargeDate: '2026-03-09', dischargeStatus: 1 },
    ],
    [
      'reviews',
      'review:r1',
      undefined,
      '2026-03-02',
      { clinicalNote: '<p>Note of 2026-03-02</p>' },
      { clinicalNote: '<p>Better</p>' },
    ],
    [
      'reviews',
      'entry:e1',
      'review:r1',
      'Meronem',
      { errSeverity: 'D', rating: null },
      { errSeverity: 'E', rating: 4 },
    ],
  ]);
});

test('what came and what went are told whole, a review with its entries as one thing', () => {
  const now = chartThen({
    reviews: [reviewThen('r2', '2026-03-03', [entryThen('e2', 'Zyvox')])],
    notes: [],
    admission: { ...chartThen().admission, gallery: [] },
  });
  const found = told(chartThen(), now);
  expect(found.map(([part, of, , name, before, after]) => [part, of, name, before === null, after === null])).toEqual([
    ['reviews', 'review:r2', '2026-03-03', true, false],
    ['reviews', 'review:r1', '2026-03-02', false, true],
    ['notes', 'note:n1', '2026-03-02', false, true],
    ['gallery', 'gallery:g1', 'Chest X-ray', false, true],
  ]);
  expect(found[0]?.[5]).toMatchObject({ reviewDate: '2026-03-03', drugErrs: [{ errDrugLabel: 'Zyvox' }] });
  expect(told(chartThen({ notes: [] }), chartThen({ notes: [noteThen] }))).toMatchObject([
    ['notes', 'note:n1', undefined, '2026-03-02', null, { note: '<p>Extubate tomorrow</p>' }],
  ]);
});

test('medications: changed, and put in another order; what came or went is no other order', () => {
  const [one, two, three] = [dose('m1', 'Meronem'), dose('m2', 'Marevan'), dose('m3', 'Zyvox')];
  expect(
    told(
      chartThen({ medications: [one, two, three] }),
      chartThen({ medications: [{ ...one, stopDate: '2026-03-04' }, three] }),
    ).map(([, of, , , before, after]) => [of, before === null, after === null]),
  ).toEqual([
    ['medication:m1', false, false],
    ['medication:m2', false, true],
  ]);
  expect(told(chartThen({ medications: [one, two] }), chartThen({ medications: [two, three, one] }))).toMatchObject([
    ['medications', 'medication:m3', undefined, 'Zyvox', null, {}],
    ['medications', 'medications:a1', undefined, '', { inOrder: 'Meronem, Marevan' }, { inOrder: 'Marevan, Meronem' }],
  ]);
});
