import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { type Given, recorded, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import {
  admitted,
  discharged,
  entry,
  entryAdded,
  entryRemoved,
  errorRated,
  groupAdded,
  headEdited,
  noError,
  noteAdded,
  reviewAdded,
} from './chart.testdata.ts';
import { admitPatient } from './decide.ts';
import { eraseAdmission } from './decide-erasure.ts';
import { deleteReview, editReviewHead } from './decide-review.ts';
import { erasedFiguresOf } from './erased-figures.ts';
import type { AdmissionEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teamAdmin } = people;
const minute = (nth: number): string => new Date(Date.UTC(2026, 2, 1) + nth * 60_000).toISOString();
const figures = (...events: Given<AdmissionEvent>[]) => erasedFiguresOf(recorded(events));
const whole = { patientId: 'patient-1', teamId: 'team-1' };
const erase = (...events: Given<AdmissionEvent>[]) =>
  given(...events).when(
    eraseAdmission,
    by(teamAdmin, { ...whole, personId: whole.patientId, figures: figures(...events) }),
  );
const review = { number: 0, teamId: 'team-1', reviewDate: '2026-03-02', authorId: pharmacist.id };
const error = {
  number: 0,
  teamId: 'team-1',
  reviewDate: '2026-03-02',
  errType: 'type-dose',
  errTypeLabel: 'Dose too high',
  errRes: null,
  errSeverity: 'C',
  drugTags: [{ name: 'antibiotic' }],
};

describe('what is left', () => {
  test('holds no text, no drug and no id of a review or an entry', () => {
    const left = JSON.stringify(
      figures(admitted, reviewAdded, entryAdded, noteAdded, groupAdded('group-1'), discharged),
    );
    for (const gone of [
      'Vancomycin',
      'drug-',
      'Halve',
      'Stable',
      'Sepsis',
      'Culture',
      'Wound',
      'images',
      'review-1',
      'entry-1',
      'Home',
    ])
      expect(left.replace(/"madeOf":"[^"]*"/, '')).not.toContain(gone);
  });
  test('has each state with its time', () => {
    const { reviews, errors } = figures(admitted, reviewAdded, headEdited, entryRemoved);
    expect(reviews).toEqual([
      { ...review, since: minute(1), until: minute(2) },
      { ...review, reviewDate: '2026-03-03', since: minute(2) },
    ]);
    expect(errors).toEqual([
      { ...error, since: minute(1), until: minute(2) },
      { ...error, since: minute(1), until: minute(2) },
      { ...error, reviewDate: '2026-03-03', since: minute(2), until: minute(3) },
      { ...error, reviewDate: '2026-03-03', since: minute(2) },
    ]);
  });
  test('has no state for a change that no report counts', () =>
    expect(figures(admitted, reviewAdded, errorRated(4), noteAdded, discharged)).toMatchObject({
      reviews: [{ since: minute(1) }],
      errors: [{ since: minute(1) }, { since: minute(1) }],
    }));
  test('leaves out "No error", and ends an error that becomes one', () => {
    const corrected: AdmissionEvent = {
      type: 'ReviewMedicationUpdated',
      data: { reviewId: 'review-1', entry: entry('entry-1', noError) },
    };
    expect(figures(admitted, reviewAdded, corrected).errors).toEqual([
      { ...error, since: minute(1), until: minute(2) },
      { ...error, since: minute(1) },
    ]);
  });
  test('ends the states of a deleted review', () => {
    const gone: AdmissionEvent = { type: 'ReviewDeleted', data: { reviewId: 'review-1' } };
    const { reviews, errors } = figures(admitted, reviewAdded, gone);
    expect(reviews).toEqual([{ ...review, since: minute(1), until: minute(2) }]);
    expect(errors.map(({ until }) => until)).toEqual([minute(2), minute(2)]);
  });
  test('leaves out past states, then errors, where it would be too large for one event', () => {
    const many = (label: string, changes: number): Given<AdmissionEvent>[] => [
      admitted,
      reviewAdded,
      ...Array.from({ length: changes }, (_, nth): Given<AdmissionEvent> => ({
        type: 'ReviewMedicationUpdated',
        data: { reviewId: 'review-1', entry: entry('entry-1', { errTypeLabel: `${label}${nth}` }) },
      })),
    ];
    expect(figures(...many('x', 10)).errors).toHaveLength(12);
    expect(figures(...many('x'.repeat(1_000), 600))).toMatchObject({ reviews: [{}], errors: [{}, {}] });
    const tooLong = figures(...many('x'.repeat(600_000), 1));
    expect(tooLong).toMatchObject({ reviews: [{}], errors: [] });
    given(...many('x'.repeat(600_000), 1))
      .when(eraseAdmission, by(teamAdmin, { ...whole, personId: whole.patientId, figures: tooLong }))
      .then({ type: 'AdmissionErased', data: { ...whole, reviews: tooLong.reviews, errors: [] } });
  });
  test('counts at every instant what the states of the admission count then', () => {
    const change = fc.constantFrom<Given<AdmissionEvent>>(
      headEdited,
      entryAdded,
      entryRemoved,
      errorRated(2),
      noteAdded,
      { type: 'ReviewDeleted', data: { reviewId: 'review-1' } },
      { type: 'ReviewMedicationUpdated', data: { reviewId: 'review-1', entry: entry('entry-2', { errRes: 1 }) } },
      { type: 'ReviewMedicationUpdated', data: { reviewId: 'review-1', entry: entry('entry-2', noError) } },
      {
        type: 'ReviewHeadEdited',
        data: { reviewId: 'review-1', reviewDate: calendarDate('2026-03-05'), clinicalNote: '' },
      },
    );
    fc.assert(
      fc.property(fc.uniqueArray(change, { maxLength: 15 }), (changes) => {
        const events = recorded([admitted, reviewAdded, ...changes]);
        const { reviews, errors } = erasedFiguresOf(events);
        for (const nth of events.keys()) {
          const state = events.slice(0, nth + 1).reduce(evolve, initial);
          const written = state.status === 'open' ? state.reviews : [];
          const known = <One extends { since: string; until?: string }>(all: readonly One[]) =>
            all.filter(({ since, until = '9' }) => since <= minute(nth) && until > minute(nth));
          expect(known(reviews).map(({ reviewDate }) => reviewDate)).toEqual(written.map((one) => one.reviewDate));
          expect(
            known(errors)
              .map((one) => [one.reviewDate, one.errRes])
              .toSorted(),
          ).toEqual(
            written
              .flatMap((one) => one.entries.map((item) => ({ ...item, day: one.reviewDate })))
              .filter(({ errType }) => errType !== noError.errType)
              .map((item) => [item.day, item.errRes])
              .toSorted(),
          );
        }
      }),
    );
  });
});

describe('a copied error', () => {
  const duplicated: Given<AdmissionEvent> = {
    type: 'ReviewDuplicated',
    data: {
      reviewId: 'review-2',
      copiedFrom: 'review-1',
      reviewDate: calendarDate('2026-03-03'),
      clinicalNote: '',
      entries: [{ ...entry('copy'), copiedFrom: 'entry-1' }],
    },
  };
  test('is marked while it counts elsewhere, and no longer', () => {
    const { errors } = figures(admitted, reviewAdded, duplicated, {
      type: 'ReviewDeleted',
      data: { reviewId: 'review-1' },
    });
    const copy = { ...error, number: 1, reviewDate: '2026-03-03' };
    expect(errors.filter(({ number }) => number === 1)).toEqual([
      { ...copy, isRepeated: true, since: minute(2), until: minute(3) },
      { ...copy, since: minute(3) },
    ]);
  });
});

describe('erasing an admission', () => {
  test('names the person of a merged patient, and the teams that the chart was in', () => {
    const made = { ...figures(admitted, reviewAdded), teamIds: ['team-0', 'team-1'] };
    given(admitted, reviewAdded)
      .when(eraseAdmission, by(teamAdmin, { ...whole, personId: 'patient-0', figures: made }))
      .then({
        type: 'AdmissionErased',
        data: { ...whole, personId: 'patient-0', otherTeamIds: ['team-0'], reviews: made.reviews, errors: made.errors },
      });
  });
  test('is possible with reviews, notes and images, open and discharged', () => {
    for (const events of [
      [admitted, reviewAdded, noteAdded, groupAdded('group-1')],
      [admitted, reviewAdded, discharged],
    ] as Given<AdmissionEvent>[][]) {
      const { reviews, errors } = figures(...events);
      erase(...events).then({ type: 'AdmissionErased', data: { ...whole, reviews, errors } });
    }
  });
  test('is refused where a review was written since the figures were made', () =>
    given(admitted, reviewAdded, entryAdded)
      .when(
        eraseAdmission,
        by(teamAdmin, { ...whole, personId: whole.patientId, figures: figures(admitted, reviewAdded) }),
      )
      .thenRejected('conflict', 'Something was written about this patient meanwhile: check again what will be erased'));
  test('goes before an admission that was cut off, which is then not completed', () => {
    erase().then({ type: 'AdmissionErased', data: { ...whole, reviews: [], errors: [] } });
    given({ type: 'AdmissionErased', data: { ...whole, reviews: [], errors: [] } })
      .when(admitPatient, by(pharmacist, { ...whole, admissionDate: calendarDate('2026-03-01'), admissionDetails: '' }))
      .thenNothing();
  });
  test('refuses what is written beside it, with a sentence', () => {
    const erased = given(admitted, reviewAdded, {
      type: 'AdmissionErased',
      data: { ...whole, reviews: [], errors: [] },
    });
    const sentence = 'This patient has been erased. Nothing more can be written of them.';
    erased
      .when(
        editReviewHead,
        by(pharmacist, { reviewId: 'review-1', reviewDate: calendarDate('2026-03-02'), clinicalNote: 'x' }),
      )
      .thenRejected('conflict', sentence);
    erased.when(deleteReview, by(pharmacist, { reviewId: 'review-1' })).thenRejected('conflict', sentence);
  });
});
