import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import {
  admitted,
  discharged,
  dischargedBy,
  entry,
  entryAdded,
  entryRemoved,
  entryUpdated,
  errorRated,
  headEdited,
  noError,
  reviewAdded,
} from './chart.testdata.ts';
import { addReview, deleteReview, duplicateReview, editReviewHead } from './decide-review.ts';
import type { Entry } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

describe('adding a review', () => {
  const review = {
    reviewId: 'review-1',
    reviewDate: calendarDate('2026-03-02'),
    clinicalNote: '<p>Stable</p>',
    entries: [entry('entry-1')],
  };

  test('adds it to the admission with its entries', () =>
    given(admitted).when(addReview, by(pharmacist, review)).then({ type: 'ReviewAdded', data: review }));
  test('is possible without entries', () =>
    given(admitted)
      .when(addReview, by(pharmacist, { ...review, entries: [] }))
      .then({ type: 'ReviewAdded', data: { ...review, entries: [] } }));
  test('is possible after the discharge', () =>
    given(admitted, discharged).when(addReview, by(pharmacist, review)).then({ type: 'ReviewAdded', data: review }));
  test('again writes nothing', () =>
    given(admitted, reviewAdded).when(addReview, by(pharmacist, review)).thenNothing());
  test('needs an admission', () =>
    given().when(addReview, by(pharmacist, review)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted).when(addReview, by(actor, review)).thenRejected('forbidden', 'Not allowed');
  });
  test('is dated from the admission to one day ahead', () => {
    const on = (day: string) =>
      given(admitted).when(addReview, by(pharmacist, { ...review, reviewDate: calendarDate(day) }));
    on('2026-03-01').then({ type: 'ReviewAdded', data: { ...review, reviewDate: calendarDate('2026-03-01') } });
    on('2026-03-11').then({ type: 'ReviewAdded', data: { ...review, reviewDate: calendarDate('2026-03-11') } });
    on('2026-02-28').thenInvalid('reviewDate', 'The review date is before the admission date');
    on('2026-03-12').thenInvalid('reviewDate', 'The review date is more than one day ahead');
  });
  test('drops severity and response of "No error"', () =>
    given(admitted)
      .when(
        addReview,
        by(pharmacist, { ...review, entries: [entry('entry-1', { ...noError, errSeverity: 'F', errRes: 2 })] }),
      )
      .then({
        type: 'ReviewAdded',
        data: { ...review, entries: [entry('entry-1', { ...noError, errSeverity: null, errRes: null })] },
      }));
  test('is refused beyond a hundred entries', () => {
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
  const current = { ...head, reviewDate: calendarDate('2026-03-02'), clinicalNote: '<p>Stable</p>' };

  test('changes date and note', () =>
    given(admitted, reviewAdded)
      .when(editReviewHead, by(pharmacist, head))
      .then({ type: 'ReviewHeadEdited', data: head }));
  test('is possible after the discharge', () =>
    given(admitted, reviewAdded, discharged)
      .when(editReviewHead, by(pharmacist, head))
      .then({ type: 'ReviewHeadEdited', data: head }));
  test('without a difference writes nothing', () =>
    given(admitted, reviewAdded).when(editReviewHead, by(pharmacist, current)).thenNothing());
  test('needs the review', () => {
    given().when(editReviewHead, by(pharmacist, head)).thenRejected('notFound', 'Not found');
    given(admitted).when(editReviewHead, by(pharmacist, head)).thenRejected('notFound', 'Not found');
  });
  test('is for its author only', () => {
    for (const actor of [teammate, physician, teamAdmin, outsider]) {
      given(admitted, reviewAdded).when(editReviewHead, by(actor, head)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is refused to an author who has left the team, and possible for one who became a physician', () => {
    given(admitted, reviewAdded)
      .when(editReviewHead, by({ ...pharmacist, isMember: false }, head))
      .thenRejected('forbidden', 'Not allowed');
    given(admitted, reviewAdded)
      .when(editReviewHead, by({ ...pharmacist, canEdit: false, isPhysic: true }, head))
      .then({ type: 'ReviewHeadEdited', data: head });
  });
  test('allows only possible dates of a review', () => {
    const on = (day: string) =>
      given(admitted, reviewAdded).when(editReviewHead, by(pharmacist, { ...head, reviewDate: calendarDate(day) }));
    on('2026-02-28').thenInvalid('reviewDate', 'The review date is before the admission date');
    on('2026-03-12').thenInvalid('reviewDate', 'The review date is more than one day ahead');
  });
  test('conflicts with a later edit, for example on another device', () =>
    given(admitted, reviewAdded, headEdited)
      .when(editReviewHead, by(pharmacist, { ...head, clinicalNote: '<p>Better</p>' }, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'review', id: 'review-1' }, changedBy: pharmacist.id }));
  test('does not conflict with an equal change', () =>
    given(admitted, reviewAdded, headEdited)
      .when(editReviewHead, by(pharmacist, head, { basedOn: 1n }))
      .thenNothing());
  test('does not conflict with later entries and ratings', () =>
    given(admitted, reviewAdded, entryAdded, errorRated(2), dischargedBy(teammate))
      .when(editReviewHead, by(pharmacist, head, { basedOn: 1n }))
      .then({ type: 'ReviewHeadEdited', data: head }));
});

describe('duplicating a review', () => {
  const duplicate = { originId: 'review-1', reviewId: 'review-2', entryIdOf: (origin: string) => `copy-of-${origin}` };
  const copy = (entryId: string, differing: Partial<Entry> = {}) => ({
    ...entry(`copy-of-${entryId}`, differing),
    copiedFrom: entryId,
  });
  const duplicated = (entries: ReturnType<typeof copy>[], reviewDate = today) =>
    ({
      type: 'ReviewDuplicated',
      data: { reviewId: 'review-2', copiedFrom: 'review-1', reviewDate, clinicalNote: '', entries },
    }) as const;

  test("copies the entries, and no note, with today's date and their origin, without ratings", () =>
    given(admitted, reviewAdded, errorRated(4.5), entryUpdated)
      .when(duplicateReview, by(teammate, duplicate))
      .then(duplicated([copy('entry-1', { errNote: '<p>Stop it</p>' }), copy('entry-2')])));
  test('takes another date, as any review', () => {
    const on = (day: string) =>
      given(admitted, reviewAdded).when(duplicateReview, by(teammate, { ...duplicate, reviewDate: calendarDate(day) }));
    on('2026-03-11').then(duplicated([copy('entry-1'), copy('entry-2')], calendarDate('2026-03-11')));
    on('2026-02-28').thenInvalid('reviewDate', 'The review date is before the admission date');
    on('2026-03-12').thenInvalid('reviewDate', 'The review date is more than one day ahead');
  });
  test('of a copy names the copy as its origin', () =>
    given(admitted, reviewAdded, entryRemoved, {
      type: 'ReviewDuplicated',
      data: { ...duplicated([copy('entry-2')]).data },
    })
      .when(
        duplicateReview,
        by(pharmacist, { ...duplicate, originId: 'review-2', reviewId: 'review-3', entryIdOf: () => 'third' }),
      )
      .then({
        type: 'ReviewDuplicated',
        data: {
          ...duplicated([]).data,
          reviewId: 'review-3',
          copiedFrom: 'review-2',
          entries: [{ ...entry('third'), copiedFrom: 'copy-of-entry-2' }],
        },
      }));
  test('needs the review', () =>
    given(admitted).when(duplicateReview, by(pharmacist, duplicate)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists, also of reviews by other people', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted, reviewAdded).when(duplicateReview, by(actor, duplicate)).thenRejected('forbidden', 'Not allowed');
  });
});

describe('deleting a review', () => {
  const deletion = { reviewId: 'review-1' };
  const deleted = { type: 'ReviewDeleted', data: deletion } as const;

  test('removes it with its entries', () =>
    given(admitted, reviewAdded).when(deleteReview, by(pharmacist, deletion)).then(deleted));
  test('a second time is not found', () =>
    given(admitted, reviewAdded, deleted)
      .when(deleteReview, by(pharmacist, deletion))
      .thenRejected('notFound', 'Not found'));
  test('is for its author', () => {
    for (const actor of [teammate, physician, teamAdmin, outsider, { ...pharmacist, isMember: false }]) {
      given(admitted, reviewAdded).when(deleteReview, by(actor, deletion)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('conflicts with a later edit of the head', () =>
    given(admitted, reviewAdded, headEdited)
      .when(deleteReview, by(pharmacist, deletion, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'review', id: 'review-1' }, changedBy: pharmacist.id }));
  test('conflicts with later changes of its entries, also with a removal', () => {
    for (const [event, changedBy] of [
      [entryAdded, pharmacist.id],
      [entryUpdated, pharmacist.id],
      [entryRemoved, pharmacist.id],
      [errorRated(2), teamAdmin.id],
    ] as const) {
      const after = given(admitted, reviewAdded, event);
      after
        .when(deleteReview, by(pharmacist, deletion, { basedOn: 1n }))
        .thenConflict({ entity: { kind: 'review', id: 'review-1' }, changedBy });
      after.when(deleteReview, by(pharmacist, deletion, { basedOn: 2n })).then(deleted);
    }
  });
  test('does not conflict with changes of other parts', () =>
    given(admitted, reviewAdded, dischargedBy(teammate))
      .when(deleteReview, by(pharmacist, deletion, { basedOn: 1n }))
      .then(deleted));
});
