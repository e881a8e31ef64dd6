import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import type { Actor, CommandEnvelope } from '../command.ts';
import {
  changeNames,
  type CommandName,
  decideDrawn,
  drawCommand,
  type Seen,
  seenIn,
} from '../testing/admission-commands.ts';
import { by, people, today } from '../testing/people.ts';
import { author, choicesOf, drawReminder, idsFor, randomHistory } from '../testing/random-history.ts';
import { nonEmpty, randomOf } from '../testing/random.ts';
import { foldOf, recorded, writtenOrRefused } from '../testing/specification.ts';
import { admittedOn, entry, noError } from './chart.testdata.ts';
import { admitPatient, deleteAdmission, editAdmission } from './decide.ts';
import type { ListedGroup } from './decide-gallery.ts';
import { sortMedications, stopMedicationsOfDischarged } from './decide-medication.ts';
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from './decide-transfer.ts';
import type { AdmissionEvent } from './events.ts';
import type { ReviewEntry } from './records.ts';
import { remindOfAnswer } from './remind.ts';
import { type Admission, evolve, initial } from './state.ts';

interface Command {
  readonly decide: (admission: Admission, envelope: Partial<CommandEnvelope>) => AdmissionEvent[];
  readonly actor: Actor;
  readonly basedOn: bigint | undefined;
}
/** Makes its command from the state in which it comes. */
type Step = (admission: Admission) => Command;

/** Mostly by an allowed actor, mostly without `basedOn`. */
const circumstances = (mayDoIt: Actor) => ({
  actor: fc.oneof(
    { weight: 6, arbitrary: fc.constant(mayDoIt) },
    { weight: 1, arbitrary: fc.constantFrom<Actor>(...Object.values(people)) },
  ),
  basedOn: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined, freq: 2 }),
});

/** Commands on what the chart holds. @param of the part of the chart that they see, and the ids that they make begin with it */
const drawn = (
  names: readonly CommandName[],
  { part = 'any', view = (seen) => seen }: { part?: string; view?: (seen: Seen) => Seen } = {},
): fc.Arbitrary<Step> =>
  fc
    .record({ seed: fc.nat(), number: fc.integer({ min: 1, max: 4 }), ...circumstances(author) })
    .map(({ seed, number, actor, basedOn }): Step => (admission) => {
      const random = randomOf(seed);
      const choices = {
        ...choicesOf(random),
        text: () => random.pick(['', 'Halve the dose', 'أوقف الدواء']),
        day: () => addDays(today, random.between(-10, 2)),
      };
      const isAdmitted = admission.status === 'open' || admission.status === 'discharged';
      const seen = view(isAdmitted ? seenIn('admission-1', admission) : nothing);
      const command = drawCommand(random.pick(nonEmpty(names, 'name')), seen, choices);
      const decide: Command['decide'] = (state, envelope) =>
        command ? decideDrawn(state, command, by(actor, {}, envelope), idsFor(part, number)) : [];
      return { decide, actor, basedOn };
    });
const nothing: Seen = {
  id: 'admission-1',
  version: 0,
  isDischarged: false,
  reviews: [],
  notes: [],
  groups: [],
  medications: [],
  measurements: [],
  homeMedications: [],
};

/** Commands that a chart does not draw. */
const stepsOf = <Payload extends object>(
  mayDoIt: Actor,
  decide: (admission: Admission, command: Payload & CommandEnvelope) => AdmissionEvent[],
  payload: fc.Arbitrary<Payload>,
): fc.Arbitrary<Step> =>
  fc.record({ chosen: payload, ...circumstances(mayDoIt) }).map(({ chosen, actor, basedOn }): Step => () => ({
    decide: (admission, envelope) => decide(admission, by(actor, chosen, envelope)),
    actor,
    basedOn,
  }));

const date: fc.Arbitrary<CalendarDate> = fc.integer({ min: -10, max: 2 }).map((days) => addDays(today, days));
const text = fc.constantFrom('', '<p>Halve the dose</p>', '<p>أوقف الدواء</p>');
const { pharmacist, adminAccount } = people;

const entryNames: readonly CommandName[] = [
  'AddReviewMedication',
  'UpdateReviewMedication',
  'RemoveReviewMedication',
  'SetFollowUpDate',
  'TakeOverEntry',
  'RecordResponse',
  'AddressEntry',
  'AnswerEntry',
  'RateError',
];
const medicationNames: readonly CommandName[] = [
  'AddAdmissionMedication',
  'UpdateAdmissionMedication',
  'StopAdmissionMedication',
  'HoldAdmissionMedication',
  'EndMedicationHold',
  'DeleteAdmissionMedication',
];
/** The entries or medications at even places, and those at odd ones. */
const halves = (['even', 'odd'] as const).map((part, remainder) => {
  const isIn = (_: unknown, place: number): boolean => place % 2 === remainder;
  const view = ({ reviews, medications, ...seen }: Seen): Seen => ({
    ...seen,
    reviews: reviews.map((review) => ({ ...review, entries: review.entries.filter(isIn) })),
    medications: medications.filter(isIn),
  });
  return { onEntry: drawn(entryNames, { part, view }), onMedication: drawn(medicationNames, { part, view }) };
}) as [Half, Half];
interface Half {
  readonly onEntry: fc.Arbitrary<Step>;
  readonly onMedication: fc.Arbitrary<Step>;
}
const onEntry = drawn(entryNames);
const onHead = drawn(['EditReviewHead']);
const onNotes = drawn(['AddPhysicianNote', 'EditPhysicianNote', 'DeletePhysicianNote']);
const onGallery = drawn(['AddGalleryGroup', 'RemoveGalleryGroup'], { part: 'group' });
const onMedication = drawn(medicationNames);

const admissionId = fc.constant('admission-1');
const discharge = {
  dischargeDate: fc.constantFrom(undefined, null, addDays(today, -8), today),
  dischargeStatus: fc.constantFrom(undefined, null, 0, 5, 6),
  dischargeNote: fc.constantFrom(undefined, '', 'Home'),
};
const onDischarge = stepsOf(pharmacist, editAdmission, fc.record({ admissionId, ...discharge }));
const pictures = {
  title: fc.constantFrom('Wound', 'Rash'),
  images: fc.constantFrom(['/api/images/1'], ['/api/images/1', '/api/images/2']),
};
const listed: fc.Arbitrary<ListedGroup> = fc.oneof(
  fc.record({ groupId: fc.constantFrom('any.1', 'any.2'), isKnown: fc.constant(true), ...pictures }),
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
const ofNothing = fc.oneof(
  stepsOf(
    pharmacist,
    sortMedications,
    fc.record({ admissionId, medicationIds: fc.shuffledSubarray(['any.1', 'any.2', 'any.3'], { minLength: 1 }) }),
  ),
  stepsOf(adminAccount, stopMedicationsOfDischarged, fc.constant({})),
  stepsOf(
    pharmacist,
    admitPatient,
    fc.record({
      patientId: fc.constant('patient-1'),
      teamId: fc.constant('team-1'),
      admissionDate: date,
      admissionDetails: text,
    }),
  ),
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
const onReminder = fc.nat().map((seed): Step => (admission) => {
  const reminder = drawReminder(admission, randomOf(seed));
  const decide: Command['decide'] = (state, envelope) =>
    reminder ? remindOfAnswer(state, by(author, reminder, envelope)) : [];
  return { decide, actor: author, basedOn: undefined };
});
const deletion = stepsOf(pharmacist, deleteAdmission, fc.record({ admissionId }));
const anyStep = fc.oneof(
  { weight: 5, arbitrary: drawn(changeNames) },
  { weight: 3, arbitrary: fc.oneof(onDischarge, onHeadOfAdmission, ofNothing, onTransfer, onReminder) },
  { weight: 1, arbitrary: deletion },
);

/** Starts with two reviews of two entries, so that most commands find their entity. */
const filledAdmission = recorded<AdmissionEvent>([
  {
    type: 'PatientAdmitted',
    data: { patientId: 'patient-1', teamId: 'team-1', admissionDate: admittedOn, admissionDetails: '' },
  },
  ...['review-1', 'review-2'].map((id) => ({
    madeBy: author.id,
    event: {
      type: 'ReviewAdded' as const,
      data: { reviewId: id, reviewDate: admittedOn, clinicalNote: '', entries: [entry('entry-1'), entry('entry-2')] },
    },
  })),
]);

const written = (admission: Admission, { decide, basedOn }: Command): AdmissionEvent[] =>
  writtenOrRefused(() => decide(admission, basedOn === undefined ? {} : { basedOn }));

/** The command loop without a log: decide, write at the next revision, fold. */
const run = (steps: readonly Step[], from: typeof filledAdmission) =>
  steps.reduce<{ admission: Admission; log: typeof filledAdmission; last: Command | undefined }>(
    ({ admission, log }, step) => {
      const last = step(admission);
      const news = recorded(
        written(admission, last).map((event) => ({ madeBy: last.actor.id, event })),
        BigInt(log.length),
      );
      return { admission: news.reduce(evolve, admission), log: [...log, ...news], last };
    },
    { admission: foldOf({ initial, evolve }, from), log: from, last: undefined },
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

test('a long history is folded the same in two parts', () => {
  const log = recorded(randomHistory('admission-1', randomOf(7), 'large'));
  const half = foldOf({ initial, evolve }, log.slice(0, log.length / 2));
  expect(log.slice(log.length / 2).reduce(evolve, half)).toEqual(foldOf({ initial, evolve }, log));
});

test('every command, repeated in any state, writes nothing', () => {
  fc.assert(
    fc.property(fromEmptyOrFilled, fc.array(anyStep, { maxLength: 20 }), anyStep, (from, steps, step) => {
      const { admission, last } = run([...steps, step], from);
      expect(written(admission, last!)).toEqual([]);
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

const withoutTimes = ({ at: _at, answer, ...asked }: ReviewEntry['asked']) => ({
  ...asked,
  answer: answer && { ...answer, at: undefined },
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
        .map(({ touch: _entry, answeredAt: _answered, asked, ...fields }) => ({
          ...fields,
          asked: withoutTimes(asked),
        }))
        .sort((a, b) => a.entryId.localeCompare(b.entryId)),
    })),
  };
};

test('commands on different parts of an admission commute', () => {
  const [even, odd] = halves;
  const pairs = fc.constantFrom(
    [even.onEntry, odd.onEntry] as const,
    [onEntry, onHead] as const,
    [onEntry, onNotes] as const,
    [onHead, onDischarge] as const,
    [even.onMedication, odd.onMedication] as const,
    [onMedication, onGallery] as const,
    [onMedication, fc.oneof(onHead, onNotes, onDischarge, onEntry)] as const,
    [onGallery, fc.oneof(onHead, onNotes, onDischarge, onEntry)] as const,
  );
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 12 }),
      pairs.chain(([one, other]) => fc.tuple(one, other)),
      (steps, [one, other]) => {
        const { log, admission } = run(steps, filledAdmission);
        // Both persons see the same state.
        const looking = (step: Step): Step => {
          const { basedOn, ...command } = step(admission);
          return () => ({ ...command, basedOn: basedOn === undefined ? undefined : BigInt(log.length - 1) });
        };
        const [first, second] = [looking(one), looking(other)];
        expect(facts(run([first, second], log).admission)).toEqual(facts(run([second, first], log).admission));
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
