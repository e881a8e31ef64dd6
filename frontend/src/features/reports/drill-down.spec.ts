import type { DrugErr } from 'command-api/contract/entities';
import type { CollectedReview } from 'command-api/contract/reports';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { expect, test } from 'vitest';
import { drillDown, type ReviewFigure } from './drill-down.ts';

const entry = (_id: string, errType: string, errRes: DrugErr['errRes'] = null, ...tags: string[]): DrugErr => ({
  _id,
  version: 1,
  errType,
  errTypeLabel: errType,
  errDrug: 'd',
  errDrugLabel: 'D',
  errNote: '',
  errRes,
  errSeverity: null,
  followUpDate: null,
  rating: null,
  drugTags: tags.map((name) => ({ name })),
});
const review = (_id: string, reviewDate: string, userId: string, ...drugErrs: DrugErr[]): CollectedReview => ({
  _id,
  version: 1,
  headVersion: 1,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate,
  clinicalNote: '',
  drugErrs,
  userId,
  userEmail: '',
  userName: userId,
  userPhone: '',
  patientName: 'P',
  medicalRecordNumber: '',
  admissionDate: reviewDate,
});

const reviews = [
  review(
    'r1',
    '2026-03-01',
    'mona',
    entry('e1', 'dose', 1, 'high-alert'),
    entry('e2', NO_ERROR._id, null, 'high-alert'),
  ),
  review('r2', '2026-03-01', 'omar', entry('e3', NO_ERROR._id)),
  review('r3', '2026-03-02', 'mona', entry('e4', 'dose', null, 'high-alert', 'renal'), entry('e5', 'route', 2)),
];
const ids = (figure: ReviewFigure) =>
  drillDown(reviews, figure).map(({ review: of, entry: one }) => one?._id ?? of._id);

test('behind an error type are its entries', () => expect(ids({ kind: 'type', type: 'dose' })).toEqual(['e1', 'e4']));
test('behind a whole report are its reviews, its entries or its errors', () => {
  expect(ids({ kind: 'all', of: 'reviews' })).toEqual(['r1', 'r2', 'r3']);
  expect(ids({ kind: 'all', of: 'entries' })).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
  expect(ids({ kind: 'all', of: 'errors' })).toEqual(['e1', 'e4', 'e5']);
});
test('behind a day are its reviews, those of one author, and those without an error', () => {
  expect(ids({ kind: 'day', day: '2026-03-01' })).toEqual(['r1', 'r2']);
  expect(ids({ kind: 'day', day: '2026-03-01', user: 'omar' })).toEqual(['r2']);
  expect(ids({ kind: 'day', day: '2026-03-01', errorFreeOnly: true })).toEqual(['r2']);
});
test('behind a tag are its errors, and those of one response, without the entries of type "No error"', () => {
  expect(ids({ kind: 'tag', tag: 'high-alert' })).toEqual(['e1', 'e4']);
  expect(ids({ kind: 'tag', tag: 'high-alert', response: null })).toEqual(['e4']);
  expect(ids({ kind: 'tag', tag: 'high-alert', response: 2 })).toEqual([]);
});
