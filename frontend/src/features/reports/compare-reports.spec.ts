import type { ChangedEntry, ReportedEntry } from 'command-api/contract/reports';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { expect, test } from 'vitest';
import type { Report } from './api.ts';
import { changedFields, compareFigures } from './compare-reports.ts';

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

const entry = (fields: Partial<ReportedEntry> = {}): ReportedEntry => ({
  reviewDate: '2026-03-02',
  errDrugLabel: 'Marevan',
  errType: 'dose',
  errTypeLabel: 'Wrong dose',
  errSeverity: 'C',
  errRes: null,
  followUpDate: null,
  rating: null,
  drugTags: [],
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
    changedFields(change(entry(), entry({ errSeverity: 'D', errRes: 1, rating: 4.5, errNote: '<p>Stop it</p>' }))),
  ).toEqual([
    { name: 'Severity', before: 'C: reached patient no harm', after: 'D: increased monitoring', html: false },
    { name: 'Response', before: 'Pending', after: 'Accept', html: false },
    { name: 'Rating', before: '', after: '4.5 / 5', html: false },
    { name: 'Recommendation', before: '<p>Halve it</p>', after: '<p>Stop it</p>', html: true },
  ]);
});

test('an added entry lists all its fields, and "No error" has no response', () => {
  expect(changedFields(change(null, entry())).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['Date', '', '2026-03-02'],
    ['Drug', '', 'Marevan'],
    ['Error type', '', 'Wrong dose'],
    ['Severity', '', 'C: reached patient no harm'],
    ['Response', '', 'Pending'],
  ]);
  expect(
    changedFields(change(entry({ errType: NO_ERROR._id, errSeverity: null }), null)).map(({ name }) => name),
  ).not.toContain('Response');
});
