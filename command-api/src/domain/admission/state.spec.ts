import { expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, recorded, specificationOf } from '../testing/specification.ts';
import { people } from '../testing/people.ts';
import {
  admissionEdited,
  admitted,
  discharged,
  entryAdded,
  entryRemoved,
  entryUpdated,
  errorRated,
  followUpDateSet,
  groupAdded,
  headEdited,
  medication,
  medicationAdded,
  noteAdded,
  noteEdited,
  reviewAdded,
} from './chart.testdata.ts';
import { admitted as chartOf, entryOf, medicationOf, noteOf, reviewOf } from './lookup.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

test('before anything happened there is no admission', () => expect(given().state).toEqual({ status: 'none' }));

test('an admitted patient lies in, and a discharged one does not', () => {
  expect(given(admitted).state).toMatchObject({
    status: 'open',
    patientId: 'patient-1',
    teamId: 'team-1',
    reviews: [],
    notes: [],
  });
  expect(given(admitted, reviewAdded, discharged).state).toMatchObject({
    status: 'discharged',
    admissionDate: '2026-03-01',
    dischargeDate: '2026-03-09',
    dischargeStatus: 0,
    reviews: [{ reviewId: 'review-1' }],
  });
});

test('a review knows its author and the instant it was written, also after an edit of its head', () => {
  const review = reviewOf(given(admitted, reviewAdded, headEdited).state, 'review-1');
  expect(review).toMatchObject({
    authorId: people.pharmacist.id,
    createdAt: '2026-03-01T00:01:00.000Z',
    reviewDate: '2026-03-03',
    clinicalNote: '<p>Worse</p>',
    touch: { version: 2n, changedAt: '2026-03-01T00:02:00.000Z' },
  });
});

test('entries stand in the order they were added, unrated at first', () => {
  const review = reviewOf(given(admitted, reviewAdded, entryAdded).state, 'review-1');
  expect(review.entries.map(({ entryId, rating }) => [entryId, rating])).toEqual([
    ['entry-1', null],
    ['entry-2', null],
    ['entry-3', null],
  ]);
});

test('a rating of 0 is a rating', () => {
  expect(entryOf(reviewOf(given(admitted, reviewAdded, errorRated(0)).state, 'review-1'), 'entry-1').rating).toBe(0);
});

test('an update replaces what was entered and keeps the rating', () => {
  const updated = entryOf(
    reviewOf(given(admitted, reviewAdded, errorRated(4.5), entryUpdated).state, 'review-1'),
    'entry-1',
  );
  expect(updated).toMatchObject({ errNote: '<p>Stop it</p>', rating: 4.5 });
});

test('a follow-up date is planned and taken away, each time as a change of its entry', () => {
  const planned = (...dates: (string | null)[]) =>
    entryOf(
      reviewOf(given(admitted, reviewAdded, ...dates.map((date) => followUpDateSet(date))).state, 'review-1'),
      'entry-1',
    );
  expect(planned('2026-03-05')).toMatchObject({
    followUpDate: '2026-03-05',
    errNote: '<p>Halve the dose</p>',
    touch: { version: 2n, changedBy: people.teammate.id },
  });
  expect(planned('2026-03-05', null)).toMatchObject({ followUpDate: null, touch: { version: 3n } });
});

test('each thing carries the last event that touched it, and nothing else moves it', () => {
  const state = given(admitted, reviewAdded, entryAdded, errorRated(3), noteAdded).state;
  const review = reviewOf(state, 'review-1');
  expect(chartOf(state).touch.version).toBe(0n);
  expect(review.touch.version).toBe(1n);
  expect(review.entries.map((entry) => entry.touch.version)).toEqual([3n, 1n, 2n]);
  expect(entryOf(review, 'entry-1').touch.changedBy).toBe(people.teamAdmin.id);
  expect(noteOf(state, 'note-1')).toMatchObject({ authorId: people.physician.id, touch: { version: 4n } });
});

test('what people are shown as the version of a review counts its entries too, those that are gone as well', () => {
  const versions = (...events: Parameters<typeof given>) => {
    const { touch, whole } = reviewOf(given(admitted, reviewAdded, ...events).state, 'review-1');
    return [touch.version, whole.version];
  };
  expect(versions()).toEqual([1n, 1n]);
  for (const event of [entryAdded, entryUpdated, errorRated(2), entryRemoved])
    expect(versions(event)).toEqual([1n, 2n]);
  expect(versions(entryAdded, headEdited)).toEqual([3n, 3n]);
});

test('a removed entry is gone from the review, and the others stay', () => {
  const review = reviewOf(given(admitted, reviewAdded, entryRemoved).state, 'review-1');
  expect(review.entries.map(({ entryId }) => entryId)).toEqual(['entry-2']);
});

test('events whose predecessors could not be read change nothing', () => {
  const [, ...rest] = recorded([admitted, reviewAdded, discharged, noteAdded]);
  expect(foldOf({ initial, evolve }, rest)).toEqual({ status: 'none' });
  const before = given(admitted).state;
  expect(
    recorded([headEdited, entryAdded, entryUpdated, entryRemoved, errorRated(2)], 1n).reduce(evolve, before),
  ).toEqual(before);
});

test('folding leaves the state it started from as it was', () => {
  const before = given(admitted, reviewAdded).state;
  const copy = structuredClone(before);
  recorded([entryAdded, entryUpdated, errorRated(1), headEdited, entryRemoved, discharged], 2n).reduce(evolve, before);
  expect(before).toEqual(copy);
});

test('a discharge that was taken back leaves nothing behind', () => {
  const {
    touch: _touch,
    whole,
    ...open
  } = chartOf(given(admitted, discharged, { type: 'DischargeCancelled', data: {} }).state);
  const { touch: _before, whole: _whole, ...before } = chartOf(given(admitted).state);
  expect(open).toEqual(before);
  expect(whole.version).toBe(2n);
});

test('what people are shown as the version of an admission counts its gallery and its medications too, and what its edits are held against does not', () => {
  expect(chartOf(given(admitted, groupAdded('group-1'), reviewAdded).state)).toMatchObject({
    whole: { version: 1n },
    touch: { version: 0n },
  });
  expect(chartOf(given(admitted, medicationAdded('med-1'), reviewAdded).state)).toMatchObject({
    whole: { version: 1n },
    touch: { version: 0n },
  });
  expect(
    chartOf(
      given(admitted, groupAdded('group-1'), { type: 'GalleryGroupRemoved', data: { groupId: 'group-1' } }).state,
    ),
  ).toMatchObject({ whole: { version: 2n }, gallery: [] });
  expect(chartOf(given(admitted, groupAdded('group-1'), admissionEdited).state)).toMatchObject({
    whole: { version: 2n },
    touch: { version: 2n },
    admissionDate: '2026-02-28',
  });
});

test('medications stand in the order of the list, and sorting touches none of them', () => {
  const { state } = given(admitted, medicationAdded('med-1'), medicationAdded('med-2'), {
    type: 'AdmissionMedicationsSorted',
    data: { medicationIds: ['med-2', 'med-1'] },
  });
  expect(chartOf(state).medications.map(({ medicationId }) => medicationId)).toEqual(['med-2', 'med-1']);
  expect(medicationOf(state, 'med-1').touch.version).toBe(1n);
});

test('the list of medications has a version of its own, which no change of one of them moves', () => {
  const list = (...events: Parameters<typeof given>) => {
    const { listTouch, whole } = chartOf(
      given(admitted, medicationAdded('med-1'), medicationAdded('med-2'), ...events).state,
    );
    return [listTouch.version, whole.version];
  };
  expect(list()).toEqual([2n, 2n]);
  expect(list({ type: 'AdmissionMedicationsSorted', data: { medicationIds: ['med-2', 'med-1'] } })).toEqual([3n, 3n]);
  expect(list({ type: 'AdmissionMedicationDeleted', data: { medicationId: 'med-1' } })).toEqual([3n, 3n]);
  expect(
    list({ type: 'AdmissionMedicationUpdated', data: { medication: medication('med-1', { dose: '2 g' }) } }),
  ).toEqual([2n, 3n]);
  expect(
    list({ type: 'AdmissionMedicationStopped', data: { medicationId: 'med-1', stopDate: calendarDate('2026-03-09') } }),
  ).toEqual([2n, 3n]);
});

test('a deleted note and a deleted review are gone, and of a deleted admission is known whose it was', () => {
  const state = given(
    admitted,
    reviewAdded,
    noteAdded,
    noteEdited,
    { type: 'ReviewDeleted', data: { reviewId: 'review-1' } },
    { type: 'PhysicianNoteDeleted', data: { noteId: 'note-1' } },
  ).state;
  expect(state).toMatchObject({ reviews: [], notes: [] });
  expect(given(admitted, { type: 'AdmissionDeleted', data: {} }).state).toEqual({
    status: 'deleted',
    patientId: 'patient-1',
    teamId: 'team-1',
  });
});
