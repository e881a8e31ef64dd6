import { describe, expect, test } from 'vitest';
import type { Actor } from '../command.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, recorded, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import {
  admitted,
  discharged,
  entry,
  entryRemoved,
  entryTakenOverBy,
  entryUpdated,
  followUpDateSet,
  noError,
  responseRecordedBy,
  reviewAdded,
} from './chart.testdata.ts';
import { recordResponse, takeOverEntry } from './decide-responsible.ts';
import { duplicateReview, removeReviewMedication, updateReviewMedication } from './decide-review.ts';
import { type Admission, evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const third = { ...teammate, id: 'user-third' };
const entry1 = { kind: 'entry', id: 'entry-1' } as const;
const place = { reviewId: 'review-1', entryId: 'entry-1' };
const taken = { type: 'EntryTakenOver', data: place } as const;
const answer = (errRes: 1 | 2 | null) => ({ ...place, errRes });
const answered = (errRes: 1 | 2 | null) => ({ type: 'ResponseRecorded', data: answer(errRes) }) as const;
const nothingWrong = {
  type: 'ReviewMedicationUpdated',
  data: { reviewId: 'review-1', entry: entry('entry-1', { ...noError, errSeverity: null }) },
} as const;

describe('taking over an entry', () => {
  test('is for each clinical pharmacist, also after the discharge', () => {
    given(admitted, reviewAdded).when(takeOverEntry, by(teammate, place)).then(taken);
    given(admitted, reviewAdded, discharged).when(takeOverEntry, by(teammate, place)).then(taken);
  });
  test('is not for physicians, readers, the team admin and people of other teams', () => {
    for (const actor of [physician, { ...teammate, canEdit: false }, teamAdmin, outsider])
      given(admitted, reviewAdded).when(takeOverEntry, by(actor, place)).thenRejected('forbidden', 'Not allowed');
  });
  test('of an own entry writes nothing, and again by the same person neither', () => {
    given(admitted, reviewAdded).when(takeOverEntry, by(pharmacist, place)).thenNothing();
    given(admitted, reviewAdded, entryTakenOverBy(teammate)).when(takeOverEntry, by(teammate, place)).thenNothing();
  });
  test('is possible from a person who has taken it over, and back by the author', () => {
    for (const actor of [third, pharmacist])
      given(admitted, reviewAdded, entryTakenOverBy(teammate)).when(takeOverEntry, by(actor, place)).then(taken);
  });
  test('needs an error that waits for its response', () => {
    const sentence = 'This entry already has a response, or its type is "No error"';
    given(admitted, reviewAdded, responseRecordedBy(pharmacist, 1))
      .when(takeOverEntry, by(teammate, place))
      .thenRejected('conflict', sentence);
    given(admitted, reviewAdded, nothingWrong)
      .when(takeOverEntry, by(teammate, place))
      .thenRejected('conflict', sentence);
  });
  test('needs the entry', () => {
    given().when(takeOverEntry, by(teammate, place)).thenRejected('notFound', 'Not found');
    given(admitted, reviewAdded, entryRemoved)
      .when(takeOverEntry, by(teammate, place))
      .thenRejected('notFound', 'Not found');
  });
  test('conflicts with a later change of the entry', () =>
    given(admitted, reviewAdded, entryTakenOverBy(teammate))
      .when(takeOverEntry, by(third, place, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teammate.id }));
  test('changes neither the author nor what the author wrote', () => {
    const events = [admitted, reviewAdded, entryTakenOverBy(teammate), responseRecordedBy(teammate, 2)];
    const after: Admission = foldOf({ initial, evolve }, recorded(events));
    expect(after).toMatchObject({
      reviews: [
        {
          authorId: pharmacist.id,
          entries: [{ ...entry('entry-1', { errRes: 2 }), responsible: teammate.id }, entry('entry-2')],
        },
      ],
    });
  });
});

describe('the response to an error', () => {
  test('is recorded by the author in any role, and by the person who has taken the entry over', () => {
    for (const actor of [pharmacist, { ...pharmacist, canEdit: false }])
      given(admitted, reviewAdded)
        .when(recordResponse, by(actor, answer(1)))
        .then(answered(1));
    for (const actor of [teammate, pharmacist])
      given(admitted, reviewAdded, entryTakenOverBy(teammate))
        .when(recordResponse, by(actor, answer(1)))
        .then(answered(1));
  });
  test('is not recorded by others, nor by a person from whom it was taken over or who edits no more', () => {
    const refused = (actor: Actor, ...before: Parameters<typeof given>) =>
      given(admitted, reviewAdded, ...before)
        .when(recordResponse, by(actor, answer(1)))
        .thenRejected('forbidden', 'Not allowed');
    for (const actor of [teammate, physician, teamAdmin, outsider, { ...pharmacist, isMember: false }]) refused(actor);
    refused(teammate, entryTakenOverBy(teammate), entryTakenOverBy(third));
    refused({ ...teammate, canEdit: false }, entryTakenOverBy(teammate));
  });
  test('is changed and taken back, and an equal one writes nothing', () => {
    const before = [admitted, reviewAdded, entryTakenOverBy(teammate), responseRecordedBy(teammate, 1)] as const;
    given(...before)
      .when(recordResponse, by(teammate, answer(2)))
      .then(answered(2));
    given(...before)
      .when(recordResponse, by(teammate, answer(null)))
      .then(answered(null));
    given(...before)
      .when(recordResponse, by(teammate, answer(1), { basedOn: 1n }))
      .thenNothing();
  });
  test('needs an error', () =>
    given(admitted, reviewAdded, nothingWrong)
      .when(recordResponse, by(pharmacist, answer(1)))
      .thenInvalid('errRes', 'An entry without an error has no response'));
  test('needs the entry', () =>
    given(admitted, reviewAdded, entryRemoved)
      .when(recordResponse, by(pharmacist, answer(1)))
      .thenRejected('notFound', 'Not found'));
  test('conflicts with a later change of the entry', () =>
    given(admitted, reviewAdded, followUpDateSet('2026-03-06'))
      .when(recordResponse, by(pharmacist, answer(1), { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teammate.id }));
});

describe('an entry that was taken over', () => {
  const before = [admitted, reviewAdded, entryTakenOverBy(teammate)] as const;
  test('is still edited and removed by its author alone', () => {
    const update = { reviewId: 'review-1', entry: entry('entry-1', { errNote: '<p>Stop it</p>' }) };
    given(...before)
      .when(updateReviewMedication, by(pharmacist, update))
      .then({ type: 'ReviewMedicationUpdated', data: update });
    given(...before)
      .when(updateReviewMedication, by(teammate, update))
      .thenRejected('forbidden', 'Not allowed');
    given(...before)
      .when(removeReviewMedication, by(teammate, place))
      .thenRejected('forbidden', 'Not allowed');
  });
  test('stays so after an edit of its author', () =>
    given(...before, entryUpdated)
      .when(takeOverEntry, by(teammate, place))
      .thenNothing());
  test('has no such mark in a duplicate', () =>
    given(...before)
      .when(
        duplicateReview,
        by(teammate, {
          originId: 'review-1',
          reviewId: 'review-2',
          reviewDate: calendarDate('2026-03-03'),
          entryIdOf: (origin: string) => `copy-${origin}`,
        }),
      )
      .then({
        type: 'ReviewDuplicated',
        data: {
          reviewId: 'review-2',
          copiedFrom: 'review-1',
          reviewDate: calendarDate('2026-03-03'),
          clinicalNote: '',
          entries: ['entry-1', 'entry-2'].map((origin) => ({ ...entry(`copy-${origin}`), copiedFrom: origin })),
        },
      }));
});
