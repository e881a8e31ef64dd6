import type { CollectedEntry, CollectedReview } from 'language/contract/reports';
import type { PhysicianAnswer } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { entry, mona, noError, review } from '../../testing/hospital.ts';
import { countAnswers, hasAnswer, timesToAnswer } from './answers.ts';

const HOUR = 3_600_000;
const answered = (id: string, drug: string, answer: PhysicianAnswer, hours: number, userId = 'u2'): CollectedEntry => ({
  ...entry(id, drug, { errDrug: drug, errSeverity: 'C' }),
  drugTagIds: [],
  asked: {
    at: '2026-03-02T08:00:00.000Z',
    address: null,
    reportedBy: null,
    answer: {
      answer,
      text: '',
      reason: '',
      userId,
      at: new Date(Date.UTC(2026, 2, 2, 8) + hours * HOUR).toISOString(),
    },
  },
});
const of = (...entries: CollectedEntry[]): CollectedReview[] => [
  {
    ...review('a1.r1', '2026-03-02', mona, []),
    drugErrs: entries,
    patientName: '',
    medicalRecordNumber: '',
    admissionDate: '2026-03-01',
  },
];
const reviews = of(
  answered('e1', 'Meronem', 'accepted', 1),
  answered('e2', 'Meronem', 'refused', 2, 'u5'),
  answered('e3', 'Zyvox', 'changed', 10),
  answered('e4', 'Zyvox', 'seen', 100),
  { ...entry('e5', 'Zyvox'), drugTagIds: [] },
  { ...answered('e6', 'Zyvox', 'accepted', 1), ...noError('e6', 'Zyvox'), drugTagIds: [] },
);

test('answers are counted by drug and by physician; without an answer, and with "No error", none', () => {
  expect(countAnswers(reviews, 'drug').map(({ id, counts }) => [id, counts])).toEqual([
    ['Meronem', { accepted: 1, changed: 0, refused: 1, seen: 0 }],
    ['Zyvox', { accepted: 0, changed: 1, refused: 0, seen: 1 }],
  ]);
  expect(countAnswers(reviews, 'physician').map(({ id, total }) => [id, total])).toEqual([
    ['u2', 3],
    ['u5', 1],
  ]);
});

test('the time is that to a decision', () =>
  expect(timesToAnswer(reviews)).toEqual({ median: 2 * HOUR, ninetieth: 10 * HOUR, total: 3 }));

test('a figure opens the entries that it counts', () => {
  const opened = (figure: Parameters<typeof hasAnswer>[1]) =>
    reviews[0]!.drugErrs.filter((one) => hasAnswer(one, figure)).map(({ _id }) => _id);
  expect(opened({ kind: 'answer', of: { by: 'drug', id: 'Zyvox' } })).toEqual(['e3', 'e4']);
  expect(opened({ kind: 'answer', answer: 'accepted' })).toEqual(['e1']);
});
