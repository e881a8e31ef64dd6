import { describe, test } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { admitted, discharged, dischargedBy, entry, entryAdded, errorRated, headEdited, noError, reviewAdded } from './chart.testdata.ts';
import { addReview, editReviewHead } from './decide.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

describe('adding a review', () => {
  const review = { reviewId: 'review-1', reviewDate: calendarDate('2026-03-02'), clinicalNote: '<p>Stable</p>', entries: [entry('entry-1')] };

  test('puts it into the admission with its entries', () =>
    given(admitted).when(addReview, by(pharmacist, review)).then({ type: 'ReviewAdded', data: review }));
  test('needs no entries', () =>
    given(admitted).when(addReview, by(pharmacist, { ...review, entries: [] })).then({ type: 'ReviewAdded', data: { ...review, entries: [] } }));
  test('is possible after the discharge', () =>
    given(admitted, discharged).when(addReview, by(pharmacist, review)).then({ type: 'ReviewAdded', data: review }));
  test('again writes nothing', () => given(admitted, reviewAdded).when(addReview, by(pharmacist, review)).thenNothing());
  test('needs an admission', () => given().when(addReview, by(pharmacist, review)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) given(admitted).when(addReview, by(actor, review)).thenRejected('forbidden', 'Not allowed');
  });
  test('is dated from the admission to one day ahead', () => {
    const on = (day: string) => given(admitted).when(addReview, by(pharmacist, { ...review, reviewDate: calendarDate(day) }));
    on('2026-03-01').then({ type: 'ReviewAdded', data: { ...review, reviewDate: calendarDate('2026-03-01') } });
    on('2026-03-11').then({ type: 'ReviewAdded', data: { ...review, reviewDate: calendarDate('2026-03-11') } });
    on('2026-02-28').thenInvalid('reviewDate', 'The review date is before the admission date');
    on('2026-03-12').thenInvalid('reviewDate', 'The review date is more than one day ahead');
  });
  test('clears severity and response of "No error", whatever was sent', () =>
    given(admitted)
      .when(addReview, by(pharmacist, { ...review, entries: [entry('entry-1', { ...noError, errSeverity: 'F', errRes: 2 })] }))
      .then({ type: 'ReviewAdded', data: { ...review, entries: [entry('entry-1', { ...noError, errSeverity: null, errRes: null })] } }));
  test('takes a hundred entries and no more', () => {
    const entries = Array.from({ length: 101 }, (_, index) => entry(`entry-${index}`));
    given(admitted)
      .when(addReview, by(pharmacist, { ...review, entries: entries.slice(1) }))
      .then({ type: 'ReviewAdded', data: { ...review, entries: entries.slice(1) } });
    given(admitted)
      .when(addReview, by(pharmacist, { ...review, entries }))
      .thenInvalid('drugErrs', 'At most 100 entries a review');
  });
});

describe('editing the head of a review', () => {
  const head = { reviewId: 'review-1', reviewDate: calendarDate('2026-03-03'), clinicalNote: '<p>Worse</p>' };
  const standing = { ...head, reviewDate: calendarDate('2026-03-02'), clinicalNote: '<p>Stable</p>' };

  test('changes date and note', () =>
    given(admitted, reviewAdded).when(editReviewHead, by(pharmacist, head)).then({ type: 'ReviewHeadEdited', data: head }));
  test('is possible after the discharge', () =>
    given(admitted, reviewAdded, discharged).when(editReviewHead, by(pharmacist, head)).then({ type: 'ReviewHeadEdited', data: head }));
  test('that changes nothing writes nothing', () => given(admitted, reviewAdded).when(editReviewHead, by(pharmacist, standing)).thenNothing());
  test('needs the review', () => {
    given().when(editReviewHead, by(pharmacist, head)).thenRejected('notFound', 'Not found');
    given(admitted).when(editReviewHead, by(pharmacist, head)).thenRejected('notFound', 'Not found');
  });
  test('is for its author, whoever else may write reviews', () => {
    for (const actor of [teammate, physician, teamAdmin, outsider]) {
      given(admitted, reviewAdded).when(editReviewHead, by(actor, head)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is no longer for an author who has left the team, and still for one who became a physician', () => {
    given(admitted, reviewAdded).when(editReviewHead, by({ ...pharmacist, isMember: false }, head)).thenRejected('forbidden', 'Not allowed');
    given(admitted, reviewAdded)
      .when(editReviewHead, by({ ...pharmacist, canEdit: false, isPhysic: true }, head))
      .then({ type: 'ReviewHeadEdited', data: head });
  });
  test('keeps to the dates a review may have', () => {
    const on = (day: string) => given(admitted, reviewAdded).when(editReviewHead, by(pharmacist, { ...head, reviewDate: calendarDate(day) }));
    on('2026-02-28').thenInvalid('reviewDate', 'The review date is before the admission date');
    on('2026-03-12').thenInvalid('reviewDate', 'The review date is more than one day ahead');
  });
  test('does not overwrite an edit made since, on another device for instance', () =>
    given(admitted, reviewAdded, headEdited)
      .when(editReviewHead, by(pharmacist, { ...head, clinicalNote: '<p>Better</p>' }, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'review', id: 'review-1' }, changedBy: pharmacist.id }));
  test('is no conflict where the same stands already', () =>
    given(admitted, reviewAdded, headEdited).when(editReviewHead, by(pharmacist, head, { basedOn: 1n })).thenNothing());
  test('goes through although entries were added and rated since', () =>
    given(admitted, reviewAdded, entryAdded, errorRated(2), dischargedBy(teammate))
      .when(editReviewHead, by(pharmacist, head, { basedOn: 1n }))
      .then({ type: 'ReviewHeadEdited', data: head }));
});
