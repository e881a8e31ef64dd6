import { describe, expect, test } from 'vitest';
import type { DrugErr, Review, ReviewPart } from './entities.ts';
import { emptyEntry } from './render/empty-entry.testdata.ts';
import { hasUnknownPlace, requestedParts, wholeReview } from './review-parts.ts';

const entry = (_id: string, version: number): DrugErr => ({
  ...emptyEntry,
  _id,
  version,
  errType: 'dose',
  errDrug: 'd',
});
const review = (_id: string, version: number, drugErrs: DrugErr[]): Review => ({
  _id,
  version,
  headVersion: 1,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate: '2026-01-01',
  clinicalNote: '',
  drugErrs,
  userId: 'u',
  userEmail: '',
  userName: '',
  userPhone: '',
});
const held = [review('r1', 7, [entry('e1', 3), entry('e2', 7)]), review('r2', 4, [])];
const part = (drugErrs: ReviewPart['drugErrs']): ReviewPart => ({ ...review('r1', 9, []), drugErrs });

test('a known review is requested with its version, an unknown one without', () => {
  expect(requestedParts(['r1', 'r3'], held)).toBe('r1@7,r3');
  expect(requestedParts(new Set(['r2']), held)).toBe('r2@4');
});

describe('a whole review is made', () => {
  test('from new and known entries, in the order of the answer', () =>
    expect(
      wholeReview(part([{ _id: 'e2', version: 7 }, entry('e9', 9), { _id: 'e1', version: 3 }]), held)?.drugErrs,
    ).toEqual([entry('e2', 7), entry('e9', 9), entry('e1', 3)]));
  test('without entries that the answer does not name', () =>
    expect(wholeReview(part([{ _id: 'e1', version: 3 }]), held)?.drugErrs).toEqual([entry('e1', 3)]));
  test('but not from an entry that is unknown or known in another version', () => {
    expect(wholeReview(part([{ _id: 'e1', version: 2 }]), held)).toBeUndefined();
    expect(wholeReview(part([{ _id: 'e5', version: 3 }]), held)).toBeUndefined();
    expect(wholeReview(part([{ _id: 'e1', version: 3 }]), [])).toBeUndefined();
  });
});

test('the place of a review is unknown where it comes to a day that has others', () => {
  const on = (id: string, reviewDate: string): Review => ({ ...review(id, 1, []), reviewDate });
  const cached = [on('r1', '2026-03-01'), on('r2', '2026-03-02')];
  expect(hasUnknownPlace([on('r3', '2026-03-02')], cached)).toBe(true);
  expect(hasUnknownPlace([on('r1', '2026-03-02')], cached)).toBe(true);
  expect(hasUnknownPlace([on('r3', '2026-03-03')], cached)).toBe(false);
  expect(hasUnknownPlace([on('r1', '2026-03-03')], cached)).toBe(false);
  expect(hasUnknownPlace([on('r2', '2026-03-02')], cached)).toBe(false);
});
