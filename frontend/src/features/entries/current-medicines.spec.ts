import type { AdmissionMedication, DrugErr } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { entry, medication, mona, noError, review } from '../../testing/hospital.ts';
import { currentMedicines, previousReview } from './current-medicines.ts';

const fine = (errDrug: string): DrugErr => ({ ...noError(`e-${errDrug}`, errDrug), errDrug });
const wrong = (errDrug: string): DrugErr => ({ ...entry(`e-${errDrug}`, errDrug), errDrug });
const yesterday = (...drugErrs: DrugErr[]) => review('r1', '2026-03-02', mona, drugErrs);
const listed = (drug: string, over: Partial<AdmissionMedication> = {}) =>
  medication(`m-${drug}`, drug.toUpperCase(), { drug, ...over });
const day = '2026-03-03';
const drugs = (...given: Parameters<typeof currentMedicines>) =>
  currentMedicines(...given).map(({ errDrug }) => errDrug);

test('the previous review is the newest of an earlier day that has medicines, of any author', () => {
  const reviews = [
    review('r1', '2026-03-01', mona, [fine('a')]),
    review('r2', '2026-03-02', mona, [fine('b')]),
    review('r3', '2026-03-03', mona),
    review('r4', '2026-03-04', mona, [fine('c')]),
  ];
  expect(previousReview(reviews, reviews[3]!)?._id).toBe('r2');
  expect(previousReview(reviews, reviews[0]!)).toBeUndefined();
});

test('the medicines of the list come first, then those of the day before that it lacks', () =>
  expect(drugs([listed('b.1'), listed('c.1')], yesterday(fine('a.1'), fine('c.1')), day)).toEqual([
    'b.1',
    'c.1',
    'a.1',
  ]));

test('without a list they are those of the day before, each once, also under another trade name', () =>
  expect(drugs([], yesterday(fine('a.1'), fine('b.1'), fine('a.2')), day)).toEqual(['a.1', 'b.1']));

test('what has not begun or is stopped on the day of the review is not current', () => {
  const list = [listed('a.1', { startDate: '2026-03-04' }), listed('b.1', { stopDate: day }), listed('c.1')];
  expect(drugs(list, undefined, day)).toEqual(['c.1']);
  // The review of the day before named it, and the list says that it was stopped since.
  expect(drugs(list, yesterday(fine('b.2')), day)).toEqual(['c.1']);
  // Stopped before that review: it is given again, and the list does not know it.
  expect(drugs([listed('b.1', { stopDate: '2026-03-01' })], yesterday(fine('b.1')), day)).toEqual(['b.1']);
});

test('two orders of a medicine are one line, with the errors of the day before', () => {
  const [medicine] = currentMedicines([listed('a.1'), listed('a.2')], yesterday(wrong('a.1'), fine('a.1')), day);
  expect(medicine?.listed.map(({ drug }) => drug)).toEqual(['a.1', 'a.2']);
  expect(medicine?.errors.map(({ _id }) => _id)).toEqual(['e-a.1']);
});

test('unchanged is what had no error the day before, and neither another dose nor a hold since', () => {
  const isUnchanged = (over: Partial<AdmissionMedication>, ...drugErrs: DrugErr[]) =>
    currentMedicines([listed('a.1', over)], yesterday(...drugErrs), day)[0]?.isUnchanged;
  expect(isUnchanged({}, fine('a.1'))).toBe(true);
  expect(isUnchanged({}, fine('a.1'), wrong('a.2'))).toBe(false);
  expect(isUnchanged({})).toBe(false);
  expect(isUnchanged({ doseChangedOn: [day] }, fine('a.1'))).toBe(false);
  expect(isUnchanged({ doseChangedOn: ['2026-03-02'] }, fine('a.1'))).toBe(true);
  expect(isUnchanged({ hold: { from: day, until: null, reason: '' } }, fine('a.1'))).toBe(false);
});
