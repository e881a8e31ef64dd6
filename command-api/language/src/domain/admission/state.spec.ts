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
import type { ReviewEntry } from './records.ts';
import { type Admission, evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

const entryIn = (state: Admission, entryId: string): ReviewEntry =>
  entryOf(state, reviewOf(state, 'review-1'), entryId);

test('the initial state is no admission', () => expect(given().state).toEqual({ status: 'none' }));

test('an admission is open until the discharge', () => {
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

test('a review keeps its author and time of writing after an edit of its head', () => {
  const review = reviewOf(given(admitted, reviewAdded, headEdited).state, 'review-1');
  expect(review).toMatchObject({
    authorId: people.pharmacist.id,
    createdAt: '2026-03-01T00:01:00.000Z',
    reviewDate: '2026-03-03',
    clinicalNote: '<p>Worse</p>',
    touch: { version: 2n, changedAt: '2026-03-01T00:02:00.000Z' },
  });
});

test('entries are in the order of addition and have no rating at first', () => {
  const review = reviewOf(given(admitted, reviewAdded, entryAdded).state, 'review-1');
  expect(review.entries.map(({ entryId, rating }) => [entryId, rating])).toEqual([
    ['entry-1', null],
    ['entry-2', null],
    ['entry-3', null],
  ]);
});

test('a rating of 0 differs from none', () => {
  expect(entryIn(given(admitted, reviewAdded, errorRated(0)).state, 'entry-1').rating).toBe(0);
});

test('an update of an entry keeps the rating', () => {
  const updated = entryIn(given(admitted, reviewAdded, errorRated(4.5), entryUpdated).state, 'entry-1');
  expect(updated).toMatchObject({ errNote: '<p>Stop it</p>', rating: 4.5 });
});

test('setting and removing a follow-up date changes its entry', () => {
  const planned = (...dates: (string | null)[]) =>
    entryIn(given(admitted, reviewAdded, ...dates.map((date) => followUpDateSet(date))).state, 'entry-1');
  expect(planned('2026-03-05')).toMatchObject({
    followUpDate: '2026-03-05',
    errNote: '<p>Halve the dose</p>',
    touch: { version: 2n, changedBy: people.teammate.id },
  });
  expect(planned('2026-03-05', null)).toMatchObject({ followUpDate: null, touch: { version: 3n } });
});

test('each part has the last event that changed it', () => {
  const state = given(admitted, reviewAdded, entryAdded, errorRated(3), noteAdded).state;
  const review = reviewOf(state, 'review-1');
  expect(chartOf(state).touch.version).toBe(0n);
  expect(review.touch.version).toBe(1n);
  expect(review.entries.map((entry) => entry.touch.version)).toEqual([3n, 1n, 2n]);
  expect(entryIn(state, 'entry-1').touch.changedBy).toBe(people.teamAdmin.id);
  expect(noteOf(state, 'note-1')).toMatchObject({ authorId: people.physician.id, touch: { version: 4n } });
});

test('the version of a whole review counts its entries too, also removed ones', () => {
  const versions = (...events: Parameters<typeof given>) => {
    const { touch, whole } = reviewOf(given(admitted, reviewAdded, ...events).state, 'review-1');
    return [touch.version, whole.version];
  };
  expect(versions()).toEqual([1n, 1n]);
  for (const event of [entryAdded, entryUpdated, errorRated(2), entryRemoved])
    expect(versions(event)).toEqual([1n, 2n]);
  expect(versions(entryAdded, headEdited)).toEqual([3n, 3n]);
});

test('a removed entry is missing in the review, and the others stay', () => {
  const review = reviewOf(given(admitted, reviewAdded, entryRemoved).state, 'review-1');
  expect(review.entries.map(({ entryId }) => entryId)).toEqual(['entry-2']);
});

test('events without their predecessors change nothing', () => {
  const [, ...rest] = recorded([admitted, reviewAdded, discharged, noteAdded]);
  expect(foldOf({ initial, evolve }, rest)).toEqual({ status: 'none' });
  const before = given(admitted).state;
  expect(
    recorded([headEdited, entryAdded, entryUpdated, entryRemoved, errorRated(2)], 1n).reduce(evolve, before),
  ).toEqual(before);
});

test('folding does not change the earlier state', () => {
  const before = given(admitted, reviewAdded).state;
  const copy = structuredClone(before);
  recorded([entryAdded, entryUpdated, errorRated(1), headEdited, entryRemoved, discharged], 2n).reduce(evolve, before);
  expect(before).toEqual(copy);
});

test('a cancelled discharge leaves no data in the state', () => {
  const {
    touch: _touch,
    whole,
    ...open
  } = chartOf(given(admitted, discharged, { type: 'DischargeCancelled', data: {} }).state);
  const { touch: _before, whole: _whole, ...before } = chartOf(given(admitted).state);
  expect(open).toEqual(before);
  expect(whole.version).toBe(2n);
});

test('the version of a whole admission counts gallery and medications, the version of its head does not', () => {
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

test('medications are in the order of the list, and sorting does not change their versions', () => {
  const { state } = given(admitted, medicationAdded('med-1'), medicationAdded('med-2'), {
    type: 'AdmissionMedicationsSorted',
    data: { medicationIds: ['med-2', 'med-1'] },
  });
  expect(chartOf(state).medications.map(({ medicationId }) => medicationId)).toEqual(['med-2', 'med-1']);
  expect(medicationOf(state, 'med-1').touch.version).toBe(1n);
});

test('the list of medications has its own version, which does not count changes of one medication', () => {
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

test('deleted notes and reviews are missing, and a deleted admission keeps its patient and team', () => {
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
