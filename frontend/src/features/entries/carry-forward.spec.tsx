import { isNoError, NO_ERROR } from 'language/domain/values/codes';
import { afterEach, expect, test } from 'vitest';
import { entry as entryOf, mona, review as reviewOf } from '../../testing/hospital.ts';
import { carryForward, previousReview, isSameMedicine, medicinesOf, withoutError } from './carry-forward.tsx';
import { entryEditors, openNewEntry } from './entry-editor.tsx';

const entry = (_id: string, errDrug: string) =>
  entryOf(_id, errDrug.toUpperCase(), { errDrug, drugTags: [{ name: 'anticoagulant' }] });
const review = (_id: string, reviewDate: string, ...drugs: string[]) =>
  reviewOf(
    _id,
    reviewDate,
    mona,
    drugs.map((drug, at) => entry(`${_id}-${at}`, drug)),
  );
const today = { _id: 'today', admission: 'a' };
const drafts = () => [...entryEditors.all().values()].map((editor) => editor.getSnapshot().context.draft);
afterEach(() => entryEditors.closeAll());

test('the previous review is the newest of an earlier day that has medicines, of any author', () => {
  const reviews = [
    review('r1', '2026-03-01', 'a'),
    review('r2', '2026-03-02', 'b'),
    review('r3', '2026-03-03'),
    review('r4', '2026-03-04', 'c'),
  ];
  expect(previousReview(reviews, reviews[3]!)?._id).toBe('r2');
  expect(previousReview(reviews, reviews[0]!)).toBeUndefined();
});
test('a medicine with several entries is offered once', () => {
  expect(medicinesOf(review('r1', '2026-03-01', 'a', 'b', 'a')).map(({ errDrug }) => errDrug)).toEqual(['a', 'b']);
});
test('yesterday’s judgement is not carried forward', () => {
  carryForward(today, entry('e1', 'a'));
  expect(drafts()).toMatchObject([
    {
      errDrug: 'a',
      errDrugLabel: 'A',
      drugTags: [{ name: 'anticoagulant' }],
      errSeverity: null,
      errRes: null,
      errNote: '',
    },
  ]);
  expect(isNoError(drafts()[0]!.errType)).toBe(true);
});
test('an empty form closes, a form that is being filled in stays', () => {
  openNewEntry(today);
  carryForward(today, entry('e1', 'a'));
  expect(drafts().map(({ errDrug }) => errDrug)).toEqual(['a']);
  carryForward(today, entry('e2', 'b'));
  expect(
    drafts()
      .map(({ errDrug }) => errDrug)
      .sort(),
  ).toEqual(['a', 'b']);
});
test('a medicine is the same under another trade name', () => {
  expect(
    medicinesOf(review('r1', '2026-03-01', 'phenytoin.1', 'clarithromycin.2', 'phenytoin.2')).map(
      ({ errDrug }) => errDrug,
    ),
  ).toEqual(['phenytoin.1', 'clarithromycin.2']);
  expect(isSameMedicine('phenytoin.2', 'phenytoin.1')).toBe(true);
  expect(isSameMedicine('phenytoin.1', 'clarithromycin.1')).toBe(false);
});
test('medicines with an error that day are not among those that are carried all at once', () => {
  const from = review('r1', '2026-03-01', 'a', 'b', 'c');
  const [a, b, c] = from.drugErrs.map((one) => ({ ...one, errType: NO_ERROR._id }));
  expect(withoutError({ drugErrs: [a!, b!, c!, entry('e4', 'b')] }).map(({ errDrug }) => errDrug)).toEqual(['a', 'c']);
});
