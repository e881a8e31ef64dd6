import type { ChangedEntry, CollectedEntry, CollectedReview, ReportedEntry } from 'language/contract/reports';
import { emptyEntry } from 'language/contract/render/empty-entry.testdata';
import { NO_ERROR } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { changedFields, compareFigures, drillDown, type ReviewFigure } from './figures.ts';
import type { Report } from './api.ts';

const entry = (
  _id: string,
  errType: string,
  errRes: CollectedEntry['errRes'] = null,
  ...tags: string[]
): CollectedEntry => ({
  ...emptyEntry,
  _id,
  version: 1,
  errType,
  errTypeLabel: errType,
  errDrug: 'd',
  errDrugLabel: 'D',
  errRes,
  drugTags: tags.map((name) => ({ name })),
  drugTagIds: tags.map(() => null),
});
const review = (_id: string, reviewDate: string, userId: string, ...drugErrs: CollectedEntry[]): CollectedReview => ({
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

test('behind a tag of the catalogue are its errors under each of its names', () => {
  const named = (name: string): CollectedEntry => ({ ...entry(name, 'dose', null, name), drugTagIds: ['tag-1'] });
  const found = drillDown([review('r4', '2026-03-03', 'mona', named('Renal'), named('Kidney'))], {
    kind: 'tag',
    tag: 'tag-1',
  });
  expect(found.map(({ entry: one }) => one?._id)).toEqual(['Renal', 'Kidney']);
});
test('a new name of a tag is no difference between two reports', () => {
  const named = (tag: string, count: number): Report => ({
    type: 5,
    found: [{ _id: 'tag-1', tag, count, response: [{ type: null, label: 'Pending', count }] }],
  });
  expect(compareFigures(named('Renal', 2), named('Kidney', 2))).toEqual([]);
  expect(
    compareFigures(named('Renal', 2), named('Kidney', 3)).map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['Kidney', 2, 3],
    ['Kidney, Pending', 2, 3],
  ]);
});

const types = (...found: [string, number][]): Report => ({
  type: 2,
  found: found.map(([type, count]) => ({ type, label: type.toUpperCase(), count })),
});

test('a figure of one report only is 0 in the other, and equal figures are left out', () => {
  expect(
    compareFigures(types(['dose', 3], ['route', 1], ['gone', 2]), types(['dose', 4], ['route', 1], ['new', 1])),
  ).toEqual([
    { key: 'dose', label: 'DOSE', before: 3, after: 4, figure: { kind: 'type', type: 'dose' } },
    { key: 'new', label: 'NEW', before: 0, after: 1, figure: { kind: 'type', type: 'new' } },
    { key: 'gone', label: 'GONE', before: 2, after: 0, figure: { kind: 'type', type: 'gone' } },
  ]);
  expect(compareFigures(types(['dose', 3]), types(['dose', 3]))).toEqual([]);
});

test('a renamed type is one figure under its later name', () => {
  const named = (label: string, count: number): Report => ({ type: 2, found: [{ type: 'dose', label, count }] });
  expect(compareFigures(named('Dose', 1), named('Wrong dose', 2))).toEqual([
    { key: 'dose', label: 'Wrong dose', before: 1, after: 2, figure: { kind: 'type', type: 'dose' } },
  ]);
});

test('days differ in their reviews and in those without errors, tags in their responses', () => {
  const day = (totalReviews: number, errFreeReviews: number): Report => ({
    type: 3,
    found: [
      {
        day: '2026-03-02',
        totalReviews,
        user: [{ user: 'u1', userName: 'Mona', relatedReviews: totalReviews, errFreeReviews }],
      },
    ],
  });
  expect(
    compareFigures(day(2, 1), day(2, 0)).map(({ label, before, after, figure }) => [label, before, after, figure]),
  ).toEqual([['2026-03-02, Without errors', 1, 0, { kind: 'day', day: '2026-03-02', errorFreeOnly: true }]]);
  const tag = (accepted: number): Report => ({
    type: 5,
    found: [
      {
        tag: 'renal',
        count: 2,
        response: [
          { type: 1, label: 'Accept', count: accepted },
          { type: null, label: 'Pending', count: 2 - accepted },
        ],
      },
    ],
  });
  expect(
    compareFigures(tag(0), tag(1)).map(({ label, before, after, figure }) => [label, before, after, figure]),
  ).toEqual([
    ['renal, Accept', 0, 1, { kind: 'tag', tag: 'renal', response: 1 }],
    ['renal, Pending', 2, 1, { kind: 'tag', tag: 'renal', response: null }],
  ]);
});

const reportedEntry = (fields: Partial<ReportedEntry> = {}): ReportedEntry => ({
  ...emptyEntry,
  reviewDate: '2026-03-02',
  errDrugLabel: 'Marevan',
  errType: 'dose',
  errTypeLabel: 'Wrong dose',
  errSeverity: 'C',
  errNote: '<p>Halve it</p>',
  ...fields,
});
const change = (before: ReportedEntry | null, after: ReportedEntry | null): ChangedEntry => ({
  of: 'entry',
  _id: 'e1',
  review: 'r1',
  admission: 'a1',
  patient: 'p1',
  patientName: 'هدى',
  userName: 'Mona',
  before,
  after,
});

test('a changed entry lists the differing fields in words', () => {
  expect(
    changedFields(
      change(reportedEntry(), reportedEntry({ errSeverity: 'D', errRes: 1, rating: 4.5, errNote: '<p>Stop it</p>' })),
    ),
  ).toEqual([
    { name: 'Severity', before: 'C: reached patient no harm', after: 'D: increased monitoring', html: false },
    { name: 'Response', before: 'Pending', after: 'Accept', html: false },
    { name: 'Rating', before: '', after: '4.5 / 5', html: false },
    { name: 'Recommendation', before: '<p>Halve it</p>', after: '<p>Stop it</p>', html: true },
  ]);
});

test('an added entry lists all its fields, and "No error" has no response', () => {
  expect(changedFields(change(null, reportedEntry())).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['Date', '', '2026-03-02'],
    ['Drug', '', 'Marevan'],
    ['Error type', '', 'Wrong dose'],
    ['Severity', '', 'C: reached patient no harm'],
    ['Response', '', 'Pending'],
  ]);
  expect(
    changedFields(change(reportedEntry({ errType: NO_ERROR._id, errSeverity: null }), null)).map(({ name }) => name),
  ).not.toContain('Response');
});
