import { describe, test } from 'vitest';
import { addDays, calendarDate } from '../values/calendar-date.ts';
import { fieldChanges } from '../values/record-fields.testdata.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import {
  admitted,
  entry,
  entryAdded,
  entryRemoved,
  entryUpdated,
  errorRated,
  followUpDateSet,
  headEdited,
  noError,
  reviewAdded,
} from './chart.testdata.ts';
import {
  addReview,
  addReviewMedication,
  duplicateReview,
  rateError,
  removeReviewMedication,
  setFollowUpDate,
  updateReviewMedication,
} from './decide-review.ts';
import type { Entry } from './events.ts';
import { entryFields } from './fields.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const notAuthors = [teammate, physician, teamAdmin, outsider, { ...pharmacist, isMember: false }];
const entry1 = { kind: 'entry', id: 'entry-1' } as const;

describe('adding an entry', () => {
  const addition = { reviewId: 'review-1', entry: entry('entry-3') };

  test('appends it to the review', () =>
    given(admitted, reviewAdded)
      .when(addReviewMedication, by(pharmacist, addition))
      .then({ type: 'ReviewMedicationAdded', data: addition }));
  test('again writes nothing', () =>
    given(admitted, reviewAdded, entryAdded).when(addReviewMedication, by(pharmacist, addition)).thenNothing());
  test('never conflicts', () =>
    given(admitted, reviewAdded, headEdited, entryUpdated)
      .when(addReviewMedication, by(pharmacist, addition, { basedOn: 1n }))
      .then({ type: 'ReviewMedicationAdded', data: addition }));
  test('needs the review', () => {
    given().when(addReviewMedication, by(pharmacist, addition)).thenRejected('notFound', 'Not found');
    given(admitted).when(addReviewMedication, by(pharmacist, addition)).thenRejected('notFound', 'Not found');
  });
  test("is for the review's author", () => {
    for (const actor of notAuthors) {
      given(admitted, reviewAdded)
        .when(addReviewMedication, by(actor, addition))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
  test('drops severity and response of "No error"', () =>
    given(admitted, reviewAdded)
      .when(
        addReviewMedication,
        by(pharmacist, { reviewId: 'review-1', entry: entry('entry-3', { ...noError, errSeverity: 'I', errRes: 4 }) }),
      )
      .then({
        type: 'ReviewMedicationAdded',
        data: { reviewId: 'review-1', entry: entry('entry-3', { ...noError, errSeverity: null, errRes: null }) },
      }));
  test('allows an error without severity and response', () => {
    const pending = { reviewId: 'review-1', entry: entry('entry-3', { errSeverity: null, errRes: null }) };
    given(admitted, reviewAdded)
      .when(addReviewMedication, by(pharmacist, pending))
      .then({ type: 'ReviewMedicationAdded', data: pending });
  });
  test('is refused beyond a hundred entries', () => {
    const added = (index: number) =>
      ({ type: 'ReviewMedicationAdded', data: { reviewId: 'review-1', entry: entry(`more-${index}`) } }) as const;
    const filling = Array.from({ length: 98 }, (_, index) => added(index));
    given(admitted, reviewAdded, ...filling.slice(1))
      .when(addReviewMedication, by(pharmacist, addition))
      .then({ type: 'ReviewMedicationAdded', data: addition });
    given(admitted, reviewAdded, ...filling)
      .when(addReviewMedication, by(pharmacist, addition))
      .thenInvalid('drugErrs', 'At most 100 entries a review');
  });
});

describe('updating an entry', () => {
  const update = { reviewId: 'review-1', entry: entry('entry-1', { errRes: 1, errSeverity: 'D' }) };

  test('replaces its fields', () =>
    given(admitted, reviewAdded)
      .when(updateReviewMedication, by(pharmacist, update))
      .then({ type: 'ReviewMedicationUpdated', data: update }));
  test('without a difference writes nothing', () =>
    given(admitted, reviewAdded)
      .when(updateReviewMedication, by(pharmacist, { reviewId: 'review-1', entry: entry('entry-1') }))
      .thenNothing());
  test('notices a change of each field', () => {
    const answers = { severityAnswers: ['reached', 'unharmed', 'notWatched'] };
    for (const [name, change] of fieldChanges(entryFields)) {
      // Answers that do not lead to the severity are dropped.
      const changed = {
        reviewId: 'review-1',
        entry: { ...entry('entry-1'), ...(name === 'severityAnswers' ? answers : change) },
      };
      given(admitted, reviewAdded)
        .when(updateReviewMedication, by(pharmacist, changed))
        .then({ type: 'ReviewMedicationUpdated', data: changed });
    }
  });
  test('keeps the answers that led to the severity, also for a client that sends none, and drops those of another letter', () => {
    const answered: Partial<Entry> = { severityAnswers: ['reached', 'unharmed', 'notWatched'] };
    const added = {
      type: 'ReviewMedicationAdded',
      data: { reviewId: 'review-1', entry: entry('entry-3', answered) },
    } as const;
    const saved = (differing: Partial<Entry>) => ({ reviewId: 'review-1', entry: entry('entry-3', differing) });
    const history = given(admitted, reviewAdded, madeBy(pharmacist, added));
    history
      .when(updateReviewMedication, by(pharmacist, saved({ errRes: 1 })))
      .then({ type: 'ReviewMedicationUpdated', data: saved({ ...answered, errRes: 1 }) });
    history
      .when(updateReviewMedication, by(pharmacist, saved({ ...answered, errSeverity: 'D' })))
      .then({ type: 'ReviewMedicationUpdated', data: saved({ errSeverity: 'D' }) });
  });
  test('needs the entry, in this review', () => {
    given(admitted).when(updateReviewMedication, by(pharmacist, update)).thenRejected('notFound', 'Not found');
    given(admitted, reviewAdded)
      .when(updateReviewMedication, by(pharmacist, { reviewId: 'review-1', entry: entry('entry-9') }))
      .thenRejected('notFound', 'Not found');
    given(admitted, reviewAdded, entryRemoved)
      .when(updateReviewMedication, by(pharmacist, update))
      .thenRejected('notFound', 'Not found');
  });
  test("is for the review's author", () => {
    for (const actor of notAuthors) {
      given(admitted, reviewAdded)
        .when(updateReviewMedication, by(actor, update))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
  test('to "No error" drops severity and response', () =>
    given(admitted, reviewAdded)
      .when(
        updateReviewMedication,
        by(pharmacist, { reviewId: 'review-1', entry: entry('entry-1', { ...noError, errSeverity: 'C', errRes: 1 }) }),
      )
      .then({
        type: 'ReviewMedicationUpdated',
        data: { reviewId: 'review-1', entry: entry('entry-1', { ...noError, errSeverity: null, errRes: null }) },
      }));
  test('conflicts with a later change of the entry, also a rating', () => {
    given(admitted, reviewAdded, entryUpdated)
      .when(updateReviewMedication, by(pharmacist, update, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: pharmacist.id });
    given(admitted, reviewAdded, errorRated(3))
      .when(updateReviewMedication, by(pharmacist, update, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teamAdmin.id });
  });
  test('does not conflict with an equal change', () =>
    given(admitted, reviewAdded, entryUpdated)
      .when(
        updateReviewMedication,
        by(
          pharmacist,
          { reviewId: 'review-1', entry: entry('entry-1', { errNote: '<p>Stop it</p>' }) },
          { basedOn: 1n },
        ),
      )
      .thenNothing());
  test('does not conflict with later changes of the head and of other entries', () =>
    given(admitted, reviewAdded, headEdited, entryAdded)
      .when(updateReviewMedication, by(pharmacist, update, { basedOn: 1n }))
      .then({ type: 'ReviewMedicationUpdated', data: update }));
});

describe('removing an entry', () => {
  const removal = { reviewId: 'review-1', entryId: 'entry-1' };

  test('removes it from the review', () =>
    given(admitted, reviewAdded)
      .when(removeReviewMedication, by(pharmacist, removal))
      .then({ type: 'ReviewMedicationRemoved', data: removal }));
  test('a second time is not found', () =>
    given(admitted, reviewAdded, entryRemoved)
      .when(removeReviewMedication, by(pharmacist, removal))
      .thenRejected('notFound', 'Not found'));
  test('needs the review', () =>
    given(admitted).when(removeReviewMedication, by(pharmacist, removal)).thenRejected('notFound', 'Not found'));
  test("is for the review's author", () => {
    for (const actor of notAuthors) {
      given(admitted, reviewAdded)
        .when(removeReviewMedication, by(actor, removal))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
  test('conflicts with a later change by another person', () =>
    given(admitted, reviewAdded, errorRated(3))
      .when(removeReviewMedication, by(pharmacist, removal, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teamAdmin.id }));
});

describe('rating an entry', () => {
  const rating = { reviewId: 'review-1', entryId: 'entry-1', rating: 4.5 };

  test('sets the rating', () =>
    given(admitted, reviewAdded).when(rateError, by(teamAdmin, rating)).then({ type: 'ErrorRated', data: rating }));
  test('with 0 differs from no rating', () =>
    given(admitted, reviewAdded)
      .when(rateError, by(teamAdmin, { ...rating, rating: 0 }))
      .then({ type: 'ErrorRated', data: { ...rating, rating: 0 } }));
  test('with the same rating writes nothing', () => {
    given(admitted, reviewAdded, errorRated(4.5)).when(rateError, by(teamAdmin, rating)).thenNothing();
    given(admitted, reviewAdded, errorRated(0))
      .when(rateError, by(teamAdmin, { ...rating, rating: 0 }))
      .thenNothing();
  });
  test('needs the entry', () => {
    given().when(rateError, by(teamAdmin, rating)).thenRejected('notFound', 'Not found');
    given(admitted).when(rateError, by(teamAdmin, rating)).thenRejected('notFound', 'Not found');
    given(admitted, reviewAdded, entryRemoved)
      .when(rateError, by(teamAdmin, rating))
      .thenRejected('notFound', 'Not found');
  });
  test("is for the team's admin only, not for the author", () => {
    for (const actor of [pharmacist, teammate, physician, outsider]) {
      given(admitted, reviewAdded).when(rateError, by(actor, rating)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('conflicts with a later change by another person', () =>
    given(admitted, reviewAdded, errorRated(3))
      .when(rateError, by(teamAdmin, rating, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teamAdmin.id }));
  test('does not conflict with an equal rating', () =>
    given(admitted, reviewAdded, errorRated(4.5))
      .when(rateError, by(teamAdmin, rating, { basedOn: 1n }))
      .thenNothing());
});

describe('the follow-up date of an entry', () => {
  const [onTheFifth, onTheSixth] = [calendarDate('2026-03-05'), calendarDate('2026-03-06')];
  const plan = { reviewId: 'review-1', entryId: 'entry-1', followUpDate: onTheFifth };
  const withDate = (followUpDate: Entry['followUpDate'], differing: Partial<Entry> = {}) => ({
    reviewId: 'review-1',
    entry: entry('entry-1', { followUpDate, ...differing }),
  });
  const withoutSayingOne = (differing: Partial<Entry> = {}) => {
    const { followUpDate: _unsaid, ...said } = entry('entry-1', differing);
    return { reviewId: 'review-1', entry: said };
  };

  test('is set by the author and by other clinical pharmacists', () => {
    for (const actor of [pharmacist, teammate]) {
      given(admitted, reviewAdded).when(setFollowUpDate, by(actor, plan)).then({ type: 'FollowUpDateSet', data: plan });
    }
    given(admitted, reviewAdded)
      .when(setFollowUpDate, by({ ...pharmacist, canEdit: false }, plan))
      .then({ type: 'FollowUpDateSet', data: plan });
  });
  test('is not set by physicians, readers, people of other teams and former members', () => {
    for (const actor of [
      physician,
      outsider,
      { ...teammate, canEdit: false },
      { ...pharmacist, isMember: false, canEdit: false },
    ]) {
      given(admitted, reviewAdded).when(setFollowUpDate, by(actor, plan)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is changed and removed', () => {
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(setFollowUpDate, by(teammate, { ...plan, followUpDate: onTheSixth }))
      .then({ type: 'FollowUpDateSet', data: { ...plan, followUpDate: onTheSixth } });
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(setFollowUpDate, by(teammate, { ...plan, followUpDate: null }))
      .then({ type: 'FollowUpDateSet', data: { ...plan, followUpDate: null } });
  });
  test('that is equal writes nothing, also from another person', () => {
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(setFollowUpDate, by(pharmacist, plan, { basedOn: 1n }))
      .thenNothing();
    given(admitted, reviewAdded)
      .when(setFollowUpDate, by(pharmacist, { ...plan, followUpDate: null }))
      .thenNothing();
  });
  test('needs the entry', () => {
    given().when(setFollowUpDate, by(pharmacist, plan)).thenRejected('notFound', 'Not found');
    given(admitted, reviewAdded, entryRemoved)
      .when(setFollowUpDate, by(pharmacist, plan))
      .thenRejected('notFound', 'Not found');
  });
  test('conflicts with a later change of the entry', () =>
    given(admitted, reviewAdded, followUpDateSet('2026-03-06'))
      .when(setFollowUpDate, by(pharmacist, plan, { basedOn: 1n }))
      .thenConflict({ entity: entry1, changedBy: teammate.id }));
  test('is neither before its review nor years away, with every command', () => {
    for (const [followUpDate, sentence] of [
      [calendarDate('2026-03-01'), 'The follow-up date is before the review date'],
      [addDays(today, 367), 'The follow-up date is more than a year ahead'],
    ] as const) {
      given(admitted, reviewAdded)
        .when(setFollowUpDate, by(pharmacist, { ...plan, followUpDate }))
        .thenInvalid('followUpDate', sentence);
      given(admitted, reviewAdded)
        .when(updateReviewMedication, by(pharmacist, withDate(followUpDate)))
        .thenInvalid('followUpDate', sentence);
      given(admitted, reviewAdded)
        .when(addReviewMedication, by(pharmacist, { reviewId: 'review-1', entry: entry('entry-3', { followUpDate }) }))
        .thenInvalid('followUpDate', sentence);
      given(admitted)
        .when(
          addReview,
          by(pharmacist, {
            reviewId: 'review-2',
            reviewDate: calendarDate('2026-03-02'),
            clinicalNote: '',
            entries: [entry('entry-8'), entry('entry-9', { followUpDate })],
          }),
        )
        .thenInvalid('drugErrs.1.followUpDate', sentence);
    }
  });
  test('is part of adding and updating an entry', () => {
    const added = { reviewId: 'review-1', entry: entry('entry-3', { followUpDate: onTheFifth }) };
    given(admitted, reviewAdded)
      .when(addReviewMedication, by(pharmacist, added))
      .then({ type: 'ReviewMedicationAdded', data: added });
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(updateReviewMedication, by(pharmacist, withDate(null)))
      .then({ type: 'ReviewMedicationUpdated', data: withDate(null) });
  });
  test('stays in an update without it, also where the review has a later date now', () => {
    given(admitted, reviewAdded, followUpDateSet('2026-03-02'), headEdited)
      .when(updateReviewMedication, by(pharmacist, withoutSayingOne({ errRes: 1 })))
      .then({ type: 'ReviewMedicationUpdated', data: withDate(calendarDate('2026-03-02'), { errRes: 1 }) });
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(updateReviewMedication, by(pharmacist, withoutSayingOne()))
      .thenNothing();
  });
  test('is null with "No error"', () => {
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
      .when(updateReviewMedication, by(pharmacist, withoutSayingOne(noError)))
      .then({ type: 'ReviewMedicationUpdated', data: withDate(null, { ...noError, errSeverity: null, errRes: null }) });
    const nothingWrong = {
      type: 'ReviewMedicationUpdated',
      data: withDate(null, { ...noError, errSeverity: null, errRes: null }),
    } as const;
    given(admitted, reviewAdded, nothingWrong)
      .when(setFollowUpDate, by(pharmacist, plan))
      .thenInvalid('followUpDate', 'An entry without an error has no follow-up date');
  });
  test('is not copied into a duplicate', () =>
    given(admitted, reviewAdded, followUpDateSet('2026-03-05'))
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
