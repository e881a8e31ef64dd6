import type { DrugErr, PhysicianNote, Review } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { arrivalItems, arrivalNewsOf } from './arrival-news.tsx';

const entry = (_id: string, errDrugLabel: string): DrugErr => ({
  _id,
  version: 2,
  errType: 't',
  errTypeLabel: '',
  errDrug: 'd',
  errDrugLabel,
  errNote: '',
  errRes: null,
  errSeverity: null,
  followUpDate: null,
  rating: null,
  drugTags: [],
});
const review: Review = {
  _id: 'r1',
  version: 1,
  headVersion: 1,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate: '2026-03-02',
  clinicalNote: '',
  drugErrs: [entry('e1', 'Marevan'), entry('e2', 'Clexane')],
  userId: 'mona',
  userEmail: '',
  userName: 'Mona Adel',
  userPhone: '',
};
const note: PhysicianNote = {
  _id: 'n1',
  version: 5,
  admissionId: 'a',
  patientId: 'p',
  teamId: 't',
  noteDate: '2026-03-03',
  note: '',
  userId: 'ali',
  userName: 'Ali',
  userPhone: '',
};
const items = arrivalItems([review], [note]);
const arrived = (...ids: string[]) => new Map<string, Arrival>(ids.map((id) => [id, 'added']));

test('the news of an entry names its author, its drug and its review', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1'), 'me')?.text).toBe(
    'Mona Adel added Marevan to the review of 2026-03-02',
  );
});
test('a review that comes with its entries is one piece of news', () => {
  expect(arrivalNewsOf(items, arrived('review:r1', 'entry:e1', 'entry:e2'), 'me')).toMatchObject({
    text: 'Mona Adel added a review of 2026-03-02',
    item: { id: 'review:r1' },
  });
});
test('several at once are one sentence', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1', 'entry:e2', 'note:n1'), 'me')?.text).toBe(
    'Mona Adel added Marevan to the review of 2026-03-02, and 2 more',
  );
});
test('a person’s own additions and mere changes are no news', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1'), 'mona')).toBeUndefined();
  expect(arrivalNewsOf(items, new Map([['entry:e1', 'changed' as const]]), 'me')).toBeUndefined();
});
