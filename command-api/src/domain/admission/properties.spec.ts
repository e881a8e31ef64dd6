import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import type { Actor, CommandEnvelope } from '../command.ts';
import { foldOf, recorded, writtenOrRefused } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admittedOn, entry, medication, noError } from './chart.testdata.ts';
import { admitPatient, deleteAdmission, editAdmission } from './decide.ts';
import { addGalleryGroup, type ListedGroup, removeGalleryGroup } from './decide-gallery.ts';
import {
  addMedication,
  deleteMedication,
  sortMedications,
  stopMedication,
  stopMedicationsOfDischarged,
  updateMedication,
} from './decide-medication.ts';
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from './decide-transfer.ts';
import { addPhysicianNote, deletePhysicianNote, editPhysicianNote } from './decide-note.ts';
import { recordResponse, takeOverEntry } from './decide-responsible.ts';
import {
  addReview,
  addReviewMedication,
  deleteReview,
  duplicateReview,
  editReviewHead,
  rateError,
  removeReviewMedication,
  setFollowUpDate,
  updateReviewMedication,
} from './decide-review.ts';
import type { AdmissionEvent, Entry } from './events.ts';
import { type Admission, evolve, initial } from './state.ts';

/** A command for any state. */
interface Step {
  readonly decide: (admission: Admission, actor: Actor, envelope: Partial<CommandEnvelope>) => AdmissionEvent[];
  readonly actor: Actor;
  readonly basedOn: bigint | undefined;
}

/** Any command of this kind: mostly by an allowed actor, mostly without `basedOn`. */
const stepsOf = <Payload extends object>(
  mayDoIt: Actor,
  decide: (admission: Admission, command: Payload & CommandEnvelope) => AdmissionEvent[],
  payload: fc.Arbitrary<Payload>,
): fc.Arbitrary<Step> =>
  fc.record({
    decide: payload.map(
      (chosen): Step['decide'] =>
        (admission, actor, envelope) =>
          decide(admission, by(actor, chosen, envelope)),
    ),
    actor: fc.oneof(
      { weight: 6, arbitrary: fc.constant(mayDoIt) },
      { weight: 1, arbitrary: fc.constantFrom<Actor>(...Object.values(people)) },
    ),
    basedOn: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined, freq: 2 }),
  });

const reviewId = fc.constantFrom('review-1', 'review-2');
const entryId = fc.constantFrom('entry-1', 'entry-2', 'entry-3', 'entry-4');
const date: fc.Arbitrary<CalendarDate> = fc.integer({ min: -10, max: 2 }).map((days) => addDays(today, days));
const text = fc.constantFrom('', '<p>Halve the dose</p>', '<p>أوقف الدواء</p>');
const rating = fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2);
/** Later than every possible review date, because the order of a review's date and an earlier follow-up matters. */
const followUpDate = fc.constantFrom(null, addDays(today, 2), addDays(today, 30));
const differing = fc.record({
  followUpDate,
  errNote: text,
  errRes: fc.constantFrom(null, 1, 2, 3, 4),
  errSeverity: fc.constantFrom(null, 'A', 'C', 'I'),
});
const entryWith = (ids: fc.Arbitrary<string>): fc.Arbitrary<Entry> =>
  fc
    .tuple(ids, differing, fc.boolean())
    .map(([id, fields, nothingWrong]) => entry(id, { ...fields, ...(nothingWrong && noError) }));

const { pharmacist, physician, teammate, teamAdmin, adminAccount } = people;
const onEntry = (ids: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
  fc.oneof(
    stepsOf(pharmacist, addReviewMedication, fc.record({ reviewId, entry: entryWith(ids) })),
    stepsOf(pharmacist, updateReviewMedication, fc.record({ reviewId, entry: entryWith(ids) })),
    stepsOf(pharmacist, removeReviewMedication, fc.record({ reviewId, entryId: ids })),
    stepsOf(pharmacist, setFollowUpDate, fc.record({ reviewId, entryId: ids, followUpDate })),
    stepsOf(teammate, takeOverEntry, fc.record({ reviewId, entryId: ids })),
    ...[pharmacist, teammate].map((actor) =>
      stepsOf(actor, recordResponse, fc.record({ reviewId, entryId: ids, errRes: fc.constantFrom(null, 1, 4) })),
    ),
    stepsOf(teamAdmin, rateError, fc.record({ reviewId, entryId: ids, rating })),
  );
const onHead = stepsOf(pharmacist, editReviewHead, fc.record({ reviewId, reviewDate: date, clinicalNote: text }));
const noteId = fc.constantFrom('note-1', 'note-2');
const onNotes = fc.oneof(
  stepsOf(physician, addPhysicianNote, fc.record({ noteId, noteDate: date, note: text })),
  stepsOf(physician, editPhysicianNote, fc.record({ noteId, noteDate: date, note: text })),
  stepsOf(physician, deletePhysicianNote, fc.record({ noteId })),
);
const admissionId = fc.constant('admission-1');
const discharge = {
  dischargeDate: fc.constantFrom(undefined, null, addDays(today, -8), today),
  dischargeStatus: fc.constantFrom(undefined, null, 0, 5, 6),
  dischargeNote: fc.constantFrom(undefined, '', 'Home'),
};
const onDischarge = stepsOf(pharmacist, editAdmission, fc.record({ admissionId, ...discharge }));
const groupId = fc.constantFrom('group-1', 'group-2');
const pictures = {
  title: fc.constantFrom('Wound', 'Rash'),
  images: fc.constantFrom(['/api/images/1'], ['/api/images/1', '/api/images/2']),
};
const listed: fc.Arbitrary<ListedGroup> = fc.oneof(
  fc.record({ groupId, isKnown: fc.constant(true), ...pictures }),
  fc.record({ groupId: fc.constantFrom('group-3', 'group-4'), isKnown: fc.constant(false), ...pictures }),
);
const place = fc.constantFrom(undefined, '', '2', '4');
const wholeSave = fc.record({
  admissionId,
  room: place,
  bed: place,
  ...discharge,
  admissionDate: fc.option(date, { nil: undefined }),
  admissionDetails: fc.option(text, { nil: undefined }),
  gallery: fc.option(fc.uniqueArray(listed, { selector: (group) => group.groupId, maxLength: 3 }), { nil: undefined }),
});
const onHeadOfAdmission = stepsOf(pharmacist, editAdmission, wholeSave);
const onGallery = fc.oneof(
  stepsOf(pharmacist, addGalleryGroup, fc.record({ groupId, ...pictures })),
  stepsOf(pharmacist, removeGalleryGroup, fc.record({ groupId })),
);
const medicationWith = (ids: fc.Arbitrary<string>) =>
  fc.tuple(ids, date, fc.option(date)).map(([id, startDate, stopDate]) => medication(id, { startDate, stopDate }));
const onMedication = (ids: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
  fc.oneof(
    stepsOf(pharmacist, addMedication, fc.record({ medication: medicationWith(ids) })),
    stepsOf(
      pharmacist,
      updateMedication,
      fc.record({
        medicationId: ids,
        changes: fc.record({ dose: text, stopDate: fc.constantFrom(undefined, null, today) }),
      }),
    ),
    stepsOf(
      pharmacist,
      stopMedication,
      fc.record({ medicationId: ids, stopDate: fc.option(date, { nil: undefined }) }),
    ),
    stepsOf(pharmacist, deleteMedication, fc.record({ medicationId: ids })),
  );
const medicationId = fc.constantFrom('med-1', 'med-2', 'med-3');
const onList = fc.oneof(
  stepsOf(
    pharmacist,
    sortMedications,
    fc.record({ admissionId, medicationIds: fc.shuffledSubarray(['med-1', 'med-2', 'med-3'], { minLength: 1 }) }),
  ),
  stepsOf(adminAccount, stopMedicationsOfDischarged, fc.constant({})),
);
const onAdmission = stepsOf(
  pharmacist,
  admitPatient,
  fc.record({
    patientId: fc.constant('patient-1'),
    teamId: fc.constant('team-1'),
    admissionDate: date,
    admissionDetails: text,
  }),
);
const entries = fc.uniqueArray(entryWith(entryId), { selector: (item) => item.entryId });
const copied = fc.constantFrom('copy-1', 'copy-2').chain((id) =>
  fc.record({
    originId: reviewId,
    reviewId: fc.constant(id),
    entryIdOf: fc.constant((origin: string) => `${id}-of-${origin}`),
  }),
);
const onReviews = fc.oneof(
  {
    weight: 3,
    arbitrary: stepsOf(pharmacist, addReview, fc.record({ reviewId, reviewDate: date, clinicalNote: text, entries })),
  },
  { weight: 2, arbitrary: stepsOf(pharmacist, duplicateReview, copied) },
  {
    weight: 2,
    arbitrary: stepsOf(
      pharmacist,
      deleteReview,
      fc.record({ reviewId: fc.constantFrom('review-1', 'review-2', 'copy-1', 'copy-2') }),
    ),
  },
);
const offerId = fc.constantFrom('offer-1', 'offer-2', 'offer-3');
const onTransfer = fc.oneof(
  {
    weight: 2,
    arbitrary: stepsOf(
      pharmacist,
      offerTransfer,
      fc.record({
        offerId,
        toTeamId: fc.constantFrom('team-1', 'team-2', 'team-3'),
        toTeamName: fc.constant('Ward 7'),
        note: text,
        hasOtherOpen: fc.boolean(),
      }),
    ),
  },
  { weight: 1, arbitrary: stepsOf(pharmacist, withdrawTransfer, fc.record({ offerId })) },
  { weight: 1, arbitrary: stepsOf(pharmacist, declineTransfer, fc.record({ offerId, reason: text })) },
  {
    weight: 2,
    arbitrary: stepsOf(
      pharmacist,
      acceptTransfer,
      fc.record({ offerId, transferDate: fc.option(date, { nil: undefined }), hasOtherOpen: fc.boolean() }),
    ),
  },
);
const deletion = stepsOf(pharmacist, deleteAdmission, fc.record({ admissionId }));
const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.oneof(
      onEntry(entryId),
      onHead,
      onNotes,
      onDischarge,
      onHeadOfAdmission,
      onAdmission,
      onReviews,
      onGallery,
      onMedication(medicationId),
      onList,
      onTransfer,
    ),
  },
  { weight: 1, arbitrary: deletion },
);

/** Starts with two reviews of two entries, so that most commands find their entity. */
const filledAdmission = recorded<AdmissionEvent>([
  {
    type: 'PatientAdmitted',
    data: { patientId: 'patient-1', teamId: 'team-1', admissionDate: admittedOn, admissionDetails: '' },
  },
  ...['review-1', 'review-2'].map((id) => ({
    madeBy: people.pharmacist.id,
    event: {
      type: 'ReviewAdded' as const,
      data: { reviewId: id, reviewDate: admittedOn, clinicalNote: '', entries: [entry('entry-1'), entry('entry-2')] },
    },
  })),
]);

const written = (admission: Admission, step: Step): AdmissionEvent[] =>
  writtenOrRefused(() =>
    step.decide(admission, step.actor, step.basedOn === undefined ? {} : { basedOn: step.basedOn }),
  );

/** The command loop without a log: decide, write at the next revision, fold. */
const run = (steps: readonly Step[], from: typeof filledAdmission) =>
  steps.reduce(
    ({ admission, log }, step) => {
      const news = recorded(
        written(admission, step).map((event) => ({ madeBy: step.actor.id, event })),
        BigInt(log.length),
      );
      return { admission: news.reduce(evolve, admission), log: [...log, ...news] };
    },
    { admission: foldOf({ initial, evolve }, from), log: from },
  );

const fromEmptyOrFilled = fc.constantFrom([], filledAdmission);

test('a replay gives the same state as folding event by event, with any order of commands', () => {
  fc.assert(
    fc.property(fromEmptyOrFilled, fc.array(anyStep, { maxLength: 40 }), (from, steps) => {
      const { admission, log } = run(steps, from);
      expect(foldOf({ initial, evolve }, log)).toEqual(admission);
    }),
    { numRuns: 300 },
  );
});

test('every command, repeated in any state, writes nothing', () => {
  fc.assert(
    fc.property(fromEmptyOrFilled, fc.array(anyStep, { maxLength: 20 }), anyStep, (from, steps, step) => {
      const once = run([...steps, step], from);
      expect(written(once.admission, step)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('folding works with events in any order and with missing events', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 20 }).chain((steps) => fc.shuffledSubarray(run(steps, filledAdmission).log)),
      (log) => {
        expect(['none', 'open', 'discharged', 'deleted']).toContain(foldOf({ initial, evolve }, log).status);
      },
    ),
    { numRuns: 300 },
  );
});

test('the rules hold in every reachable state', () => {
  fc.assert(
    fc.property(fromEmptyOrFilled, fc.array(anyStep, { maxLength: 40 }), (from, steps) => {
      const { admission } = run(steps, from);
      if (admission.status === 'none' || admission.status === 'deleted') return;
      for (const { startDate, stopDate } of admission.medications)
        expect(stopDate === null || stopDate >= startDate).toBe(true);
      for (const ids of [
        admission.medications.map((item) => item.medicationId),
        admission.gallery.map((item) => item.groupId),
      ])
        expect(new Set(ids).size).toBe(ids.length);
      if (admission.status === 'discharged') expect(admission.dischargeDate >= admission.admissionDate).toBe(true);
      for (const { noteDate } of admission.notes)
        expect(noteDate >= admission.admissionDate && noteDate <= addDays(today, 1)).toBe(true);
      for (const review of admission.reviews) {
        expect(review.reviewDate >= admission.admissionDate && review.reviewDate <= addDays(today, 1)).toBe(true);
        expect(new Set(review.entries.map(({ entryId: id }) => id)).size).toBe(review.entries.length);
        expect(review.entries.length).toBeLessThanOrEqual(limits.entriesPerReview);
        const free = review.entries.filter(({ errType }) => errType === noError.errType);
        expect(
          free.every(
            ({ errSeverity, errRes, followUpDate: planned }) =>
              errSeverity === null && errRes === null && planned === null,
          ),
        ).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** The state without the order of entries and without versions, actors and times. */
const facts = (admission: Admission): unknown => {
  if (admission.status === 'none' || admission.status === 'deleted') return admission;
  const { notes, reviews, gallery, medications } = admission;
  return {
    ...admission,
    touch: undefined,
    whole: undefined,
    listTouch: undefined,
    gallery: gallery
      .map(({ touch: _touch, createdAt: _at, ...group }) => group)
      .sort((a, b) => a.groupId.localeCompare(b.groupId)),
    medications: medications
      .map(({ touch: _touch, ...item }) => item)
      .sort((a, b) => a.medicationId.localeCompare(b.medicationId)),
    notes: notes.map(({ touch: _touch, createdAt: _at, ...note }) => note),
    reviews: reviews.map(({ touch: _touch, whole: _whole, createdAt: _at, entries: standingEntries, ...review }) => ({
      ...review,
      entries: standingEntries
        .map(({ touch: _entry, ...fields }) => fields)
        .sort((a, b) => a.entryId.localeCompare(b.entryId)),
    })),
  };
};

test('commands on different parts of an admission commute', () => {
  const pairs = fc.constantFrom(
    [onEntry(fc.constantFrom('entry-1', 'entry-3')), onEntry(fc.constantFrom('entry-2', 'entry-4'))] as const,
    [onEntry(entryId), onHead] as const,
    [onEntry(entryId), onNotes] as const,
    [onHead, onDischarge] as const,
    [onMedication(fc.constantFrom('med-1')), onMedication(fc.constantFrom('med-2', 'med-3'))] as const,
    [onMedication(medicationId), onGallery] as const,
    [onMedication(medicationId), fc.oneof(onHead, onNotes, onDischarge, onEntry(entryId))] as const,
    [onGallery, fc.oneof(onHead, onNotes, onDischarge, onEntry(entryId))] as const,
  );
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 12 }),
      pairs.chain(([one, other]) => fc.tuple(one, other)),
      (steps, [one, other]) => {
        const { log } = run(steps, filledAdmission);
        const looking = (step: Step): Step =>
          step.basedOn === undefined ? step : { ...step, basedOn: BigInt(log.length - 1) };
        expect(facts(run([looking(one), looking(other)], log).admission)).toEqual(
          facts(run([looking(other), looking(one)], log).admission),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('an admission without reviews and notes can be deleted, and has no later events', () => {
  fc.assert(
    fc.property(fromEmptyOrFilled, fc.array(anyStep, { maxLength: 40 }), (from, steps) => {
      const { log } = run(steps, from);
      const end = log.findIndex(({ type }) => type === 'AdmissionDeleted');
      if (end < 0) return;
      const before = foldOf({ initial, evolve }, log.slice(0, end));
      expect(before).toMatchObject({ reviews: [], notes: [] });
      expect(log.slice(end + 1)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a save of the whole admission without If-Match removes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), wholeSave, (steps, save) => {
      const { admission } = run(steps, filledAdmission);
      const events = writtenOrRefused(() =>
        editAdmission(admission, by(pharmacist, { ...save, gallery: save.gallery ?? [] })),
      );
      expect(events.filter(({ type }) => type === 'GalleryGroupRemoved' || type === 'DischargeCancelled')).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
