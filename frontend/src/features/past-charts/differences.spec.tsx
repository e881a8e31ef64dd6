import type { ChartAsOf } from 'language/contract/history';
import { expect, test } from 'vitest';
import { differences } from './differences.tsx';
import { pastChart, pastMedication, pastEntry, pastNote, pastReview } from './time-travel.testdata.ts';

const differing = (then: ChartAsOf, now: ChartAsOf) =>
  differences(then, now).flatMap(({ part, differences: found }) =>
    found.map(({ of, in: within, name, before, after }) => [part, of, within, name, before, after]),
  );

test('equal things with different versions are no difference', () => {
  expect(
    differences(
      pastChart(),
      pastChart({ reviews: [pastReview('r1', '2026-03-02', [pastEntry('e1', 'Meronem', { version: 9 })])] }),
    ),
  ).toEqual([]);
});

test('a new name of a drug, an error type or a tag is no difference', () => {
  const chart = (drug: string, type: string, tag: string): ChartAsOf =>
    pastChart({
      reviews: [
        pastReview('r1', '2026-03-02', [pastEntry('e1', drug, { errTypeLabel: type, drugTags: [{ name: tag }] })]),
      ],
      medications: [pastMedication('m1', drug)],
    });
  expect(differences(chart('Meronem', 'Dose', 'Renal'), chart('Meronem 1 g', 'Wrong dose', 'Kidney'))).toEqual([]);
});

test('a changed thing has its differing fields, and each entry is a difference of its own', () => {
  const now = pastChart({
    patient: { ...pastChart().patient, firstName: 'محمود' },
    admission: { ...pastChart().admission, dischargeDate: '2026-03-09', dischargeStatus: 1 },
    reviews: [
      {
        ...pastReview('r1', '2026-03-02', [pastEntry('e1', 'Meronem', { errSeverity: 'E', rating: 4 })]),
        clinicalNote: '<p>Better</p>',
      },
    ],
  });
  expect(differing(pastChart(), now)).toEqual([
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

test('an added or removed thing is whole, and a review with its entries is one thing', () => {
  const now = pastChart({
    reviews: [pastReview('r2', '2026-03-03', [pastEntry('e2', 'Zyvox')])],
    notes: [],
    admission: { ...pastChart().admission, gallery: [] },
  });
  const found = differing(pastChart(), now);
  expect(found.map(([part, of, , name, before, after]) => [part, of, name, before === null, after === null])).toEqual([
    ['reviews', 'review:r2', '2026-03-03', true, false],
    ['reviews', 'review:r1', '2026-03-02', false, true],
    ['notes', 'note:n1', '2026-03-02', false, true],
    ['gallery', 'gallery:g1', 'Chest X-ray', false, true],
  ]);
  expect(found[0]?.[5]).toMatchObject({ reviewDate: '2026-03-03', drugErrs: [{ errDrugLabel: 'Zyvox' }] });
  expect(differing(pastChart({ notes: [] }), pastChart({ notes: [pastNote] }))).toMatchObject([
    ['notes', 'note:n1', undefined, '2026-03-02', null, { note: '<p>Extubate tomorrow</p>' }],
  ]);
});

test('medications differ by their fields and their order; an added or removed one changes no order', () => {
  const [one, two, three] = [
    pastMedication('m1', 'Meronem'),
    pastMedication('m2', 'Marevan'),
    pastMedication('m3', 'Zyvox'),
  ];
  expect(
    differing(
      pastChart({ medications: [one, two, three] }),
      pastChart({ medications: [{ ...one, stopDate: '2026-03-04' }, three] }),
    ).map(([, of, , , before, after]) => [of, before === null, after === null]),
  ).toEqual([
    ['medication:m1', false, false],
    ['medication:m2', false, true],
  ]);
  expect(
    differing(pastChart({ medications: [one, two] }), pastChart({ medications: [two, three, one] })),
  ).toMatchObject([
    ['medications', 'medication:m3', undefined, 'Zyvox', null, {}],
    ['medications', 'medications:a1', undefined, '', { inOrder: 'Meronem, Marevan' }, { inOrder: 'Marevan, Meronem' }],
  ]);
});
