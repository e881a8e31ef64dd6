/**
 * Random commands on one admission, drawn from what a person sees of it. Specs decide them (`decideDrawn`); other specs
 * and the runs of faults send them (`command-api/testing/admission-requests`).
 */
import { deleteAdmission, type EditAdmission, editAdmission } from '../admission/decide.ts';
import {
  type AddGalleryGroup,
  addGalleryGroup,
  type RemoveGalleryGroup,
  removeGalleryGroup,
} from '../admission/decide-gallery.ts';
import {
  addMedication,
  type DeleteMedication,
  deleteMedication,
  type EndMedicationHold,
  endMedicationHold,
  type HoldMedication,
  holdMedication,
  type SortMedications,
  sortMedications,
  type StopMedication,
  stopMedication,
  type UpdateMedication,
  updateMedication,
} from '../admission/decide-medication.ts';
import { type DecideFinding, decideFinding } from '../admission/decide-finding.ts';
import {
  type CorrectMeasurement,
  correctMeasurement,
  recordMeasurements,
  type RemoveMeasurement,
  removeMeasurement,
} from '../admission/decide-measurement.ts';
import {
  type CorrectHomeMedication,
  correctHomeMedication,
  type ReconcileMedications,
  reconcileMedications,
  recordHomeMedication,
  type RemoveHomeMedication,
  removeHomeMedication,
} from '../admission/decide-reconciliation.ts';
import {
  type AddPhysicianNote,
  addPhysicianNote,
  type DeletePhysicianNote,
  deletePhysicianNote,
  type EditPhysicianNote,
  editPhysicianNote,
} from '../admission/decide-note.ts';
import { type AddressEntry, addressEntry, type AnswerEntry, answerEntry } from '../admission/decide-answer.ts';
import {
  type RecordResponse,
  recordResponse,
  type TakeOverEntry,
  takeOverEntry,
} from '../admission/decide-responsible.ts';
import {
  type AddReview,
  addReview,
  addReviewMedication,
  type DeleteReview,
  deleteReview,
  type DuplicateReview,
  duplicateReview,
  type EditReviewHead,
  editReviewHead,
  type RateError,
  rateError,
  type RemoveReviewMedication,
  removeReviewMedication,
  type SetFollowUpDate,
  setFollowUpDate,
  updateReviewMedication,
} from '../admission/decide-review.ts';
import {
  clearReviewLevel,
  type DeferPatient,
  deferPatient,
  endDeferral,
  type MarkReviewLevel,
  markReviewLevel,
  releasePatient,
  takePatient,
} from '../admission/decide-ward.ts';
import type { AdmissionEvent, Entry, HomeMedication, Measurement, Medication } from '../admission/events.ts';
import type { Admission, Admitted } from '../admission/state.ts';
import type { CommandEnvelope } from '../command.ts';
import { addDays, calendarDate, type CalendarDate } from '../values/calendar-date.ts';
import {
  dischargeStatuses,
  homeMedicationSources,
  isNoError,
  measurementSources,
  physicianAnswers,
  responses,
  severities,
} from '../values/codes.ts';
import { reviewLevels } from '../priority/views.ts';
import { firstAnswerRules } from '../team/answer-rules.ts';
import { nonEmpty, type Random } from './random.ts';

interface Versioned {
  readonly id: string;
  readonly version: number;
}
interface SeenEntry extends Versioned {
  readonly isNoError: boolean;
  readonly isAnswered: boolean;
}
interface SeenReview extends Versioned {
  readonly authorId: string;
  readonly headVersion: number;
  readonly entries: readonly SeenEntry[];
}
/** The records on a person's screen, which may be outdated. */
export interface Seen extends Versioned {
  readonly isDischarged: boolean;
  readonly reviews: readonly SeenReview[];
  readonly notes: readonly (Versioned & { readonly authorId: string })[];
  readonly groups: readonly Versioned[];
  readonly medications: readonly Versioned[];
  readonly measurements: readonly Versioned[];
  readonly homeMedications: readonly Versioned[];
}

interface Named {
  readonly id: string;
  readonly label: string;
}
/** A command is drawn from these beside the screen. */
export interface Choices {
  readonly random: Random;
  /** Plain words, for every text of the command. */
  text(): string;
  /** A day of care, for a review, a note or a medication. */
  day(): CalendarDate;
  readonly today: CalendarDate;
  readonly errorTypes: readonly [Named, ...Named[]];
  readonly drugs: readonly [Named, ...Named[]];
  readonly tags: Entry['drugTags'];
  /** Addresses of the images of a new group. */
  readonly images: readonly string[];
  /** Whose reviews and notes the person may change. */
  isOwn(authorId: string): boolean;
}

type NewEntry = Omit<Entry, 'entryId'>;
interface Payloads {
  AddReview: Omit<AddReview, 'reviewId' | 'entries'> & { readonly entries: readonly NewEntry[] };
  EditReviewHead: EditReviewHead;
  DeleteReview: DeleteReview;
  DuplicateReview: Pick<DuplicateReview, 'originId' | 'reviewDate'>;
  AddReviewMedication: { readonly reviewId: string; readonly entry: NewEntry };
  UpdateReviewMedication: { readonly reviewId: string; readonly entry: Entry };
  RemoveReviewMedication: RemoveReviewMedication;
  SetFollowUpDate: SetFollowUpDate;
  TakeOverEntry: TakeOverEntry;
  RecordResponse: RecordResponse;
  AddressEntry: Omit<AddressEntry, 'physicians'>;
  AnswerEntry: Omit<AnswerEntry, 'refusalReasons' | 'changeMinutes'>;
  RateError: RateError;
  AddPhysicianNote: Omit<AddPhysicianNote, 'noteId'>;
  EditPhysicianNote: EditPhysicianNote;
  DeletePhysicianNote: DeletePhysicianNote;
  EditAdmission: EditAdmission;
  DeleteAdmission: { readonly admissionId: string };
  AddGalleryGroup: Omit<AddGalleryGroup, 'groupId'>;
  RemoveGalleryGroup: RemoveGalleryGroup;
  AddAdmissionMedication: { readonly medication: Omit<Medication, 'medicationId'> };
  UpdateAdmissionMedication: UpdateMedication;
  StopAdmissionMedication: StopMedication;
  HoldAdmissionMedication: HoldMedication;
  EndMedicationHold: EndMedicationHold;
  DeleteAdmissionMedication: DeleteMedication;
  SortAdmissionMedications: SortMedications;
  RecordMeasurements: { readonly measurements: readonly Omit<Measurement, 'measurementId'>[] };
  CorrectMeasurement: Omit<CorrectMeasurement, 'birthdate'>;
  RemoveMeasurement: RemoveMeasurement;
  DecideFinding: DecideFinding;
  RecordHomeMedication: { readonly medication: Omit<HomeMedication, 'homeMedicationId'> };
  CorrectHomeMedication: CorrectHomeMedication;
  RemoveHomeMedication: RemoveHomeMedication;
  ReconcileMedications: ReconcileMedications;
  TakePatient: object;
  ReleasePatient: object;
  DeferPatient: DeferPatient;
  EndDeferral: object;
  MarkReviewLevel: MarkReviewLevel;
  ClearReviewLevel: object;
}
export type CommandName = keyof Payloads;
/** `seen`: the version of what the command changes, as on the screen; undefined where it changes nothing that exists. */
export type DrawnCommand = {
  [Name in CommandName]: { readonly name: Name; readonly seen?: number | undefined } & Payloads[Name];
}[CommandName];

/** Above this number of a kind none is added. */
const MOST_REVIEWS = 10;
const MOST = 12;
const FOLLOW_UP_DAYS = 30;
/** An admission date so long before a day of care is before all of its records. */
const BEFORE_CARE_DAYS = 30;

type Drawers = { readonly [Name in CommandName]: (seen: Seen, choices: Choices) => Drawn<Name> | undefined };
type Drawn<Name extends CommandName> = Payloads[Name] & { readonly seen?: number | undefined };

const html = (text: string): string => `<p>${text}</p>`;
const oneOf = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items.length === 0 ? undefined : random.pick(nonEmpty(items, 'thing'));

function newEntry({ random, text, today, errorTypes, drugs, tags }: Choices): NewEntry {
  const [type, drug] = [random.pick(errorTypes), random.pick(drugs)];
  const isWrong = !isNoError(type.id);
  return {
    errType: type.id,
    errTypeLabel: type.label,
    errDrug: drug.id,
    errDrugLabel: drug.label,
    errNote: html(text()),
    errRes: isWrong && random.chance(70) ? random.pick(responses).code : null,
    errSeverity: isWrong ? random.pick(severities).code : null,
    severityAnswers: random.pick([[], ['circumstances'], ['reached', 'harmed', 'treated']]),
    followUpDate: isWrong && random.chance(30) ? addDays(today, random.between(1, FOLLOW_UP_DAYS)) : null,
    drugTags: tags,
    pcne: isWrong ? random.pick([[], ['P2.1', 'C3.2']]) : [],
  };
}

const newMeasurement = ({ random, text, day }: Choices): Omit<Measurement, 'measurementId'> => ({
  ...random.pick([
    { kind: 'creatinine', unit: 'mg/dL' },
    { kind: 'potassium', unit: 'mmol/L' },
  ]),
  value: random.between(10, 90) / 10,
  takenOn: day(),
  takenAt: random.chance(50) ? '08:00' : '',
  lastDoseOn: null,
  lastDoseAt: '',
  source: random.pick(measurementSources),
  note: text(),
});

/** One of the reviews that pass, and one of its entries. */
function entryOf(
  { reviews }: Seen,
  { random }: Choices,
  fits: (review: SeenReview, entry: SeenEntry) => boolean,
): { readonly reviewId: string; readonly entryId: string; readonly seen: number } | undefined {
  const found = reviews.flatMap((review) =>
    review.entries.filter((entry) => fits(review, entry)).map((entry) => ({ review, entry })),
  );
  const chosen = oneOf(random, found);
  return chosen && { reviewId: chosen.review.id, entryId: chosen.entry.id, seen: chosen.entry.version };
}
const ofOwn =
  ({ isOwn }: Choices) =>
  ({ authorId }: { readonly authorId: string }): boolean =>
    isOwn(authorId);

const drawers: Drawers = {
  AddReview: ({ reviews }, choices) =>
    reviews.length >= MOST_REVIEWS
      ? undefined
      : {
          reviewDate: choices.day(),
          clinicalNote: html(choices.text()),
          entries: Array.from({ length: choices.random.between(0, 3) }, () => newEntry(choices)),
        },
  EditReviewHead({ reviews }, choices) {
    const review = oneOf(choices.random, reviews.filter(ofOwn(choices)));
    return (
      review && {
        reviewId: review.id,
        reviewDate: choices.day(),
        clinicalNote: html(choices.text()),
        seen: review.headVersion,
      }
    );
  },
  DeleteReview({ reviews }, choices) {
    const review = oneOf(choices.random, reviews.filter(ofOwn(choices)));
    return review && { reviewId: review.id, seen: review.version };
  },
  DuplicateReview({ reviews }, { random, day }) {
    const origin = reviews.length >= MOST_REVIEWS ? undefined : oneOf(random, reviews);
    return origin && { originId: origin.id, reviewDate: random.chance(50) ? day() : undefined };
  },
  AddReviewMedication({ reviews }, choices) {
    const isOpen = (review: SeenReview): boolean => choices.isOwn(review.authorId) && review.entries.length < MOST;
    const review = oneOf(choices.random, reviews.filter(isOpen));
    return review && { reviewId: review.id, entry: newEntry(choices) };
  },
  UpdateReviewMedication(seen, choices) {
    const entry = entryOf(seen, choices, ofOwn(choices));
    return (
      entry && {
        reviewId: entry.reviewId,
        entry: { ...newEntry(choices), entryId: entry.entryId },
        seen: entry.seen,
      }
    );
  },
  RemoveReviewMedication: (seen, choices) => entryOf(seen, choices, ofOwn(choices)),
  SetFollowUpDate(seen, choices) {
    const { random, today } = choices;
    const entry = entryOf(seen, choices, (_, { isNoError: isFree }) => !isFree);
    const followUpDate = random.chance(70) ? addDays(today, random.between(1, FOLLOW_UP_DAYS)) : null;
    return entry && { ...entry, followUpDate };
  },
  TakeOverEntry: (seen, choices) =>
    entryOf(seen, choices, (_, { isNoError: isFree, isAnswered }) => !isFree && !isAnswered),
  RecordResponse(seen, choices) {
    const entry = entryOf(seen, choices, (review, { isNoError: isFree }) => choices.isOwn(review.authorId) && !isFree);
    const errRes = choices.random.chance(70) ? choices.random.pick(responses).code : null;
    return entry && { ...entry, errRes };
  },
  AddressEntry(seen, choices) {
    const entry = entryOf(
      seen,
      choices,
      (review, { isNoError: isFree, isAnswered }) => choices.isOwn(review.authorId) && !isFree && !isAnswered,
    );
    return entry && { ...entry, to: { kind: choices.random.pick(['physicians', 'default'] as const) } };
  },
  AnswerEntry(seen, choices) {
    const entry = entryOf(seen, choices, (_, { isNoError: isFree }) => !isFree);
    const answer = choices.random.pick(physicianAnswers);
    return entry && { ...entry, answer, text: choices.text(), reason: '' };
  },
  RateError(seen, choices) {
    const entry = entryOf(seen, choices, () => true);
    return entry && { ...entry, rating: choices.random.between(0, 10) / 2 };
  },
  AddPhysicianNote: ({ notes }, { day, text }) =>
    notes.length >= MOST ? undefined : { noteDate: day(), note: html(text()) },
  EditPhysicianNote({ notes }, choices) {
    const note = oneOf(choices.random, notes.filter(ofOwn(choices)));
    return note && { noteId: note.id, noteDate: choices.day(), note: html(choices.text()), seen: note.version };
  },
  DeletePhysicianNote({ notes }, choices) {
    const note = oneOf(choices.random, notes.filter(ofOwn(choices)));
    return note && { noteId: note.id, seen: note.version };
  },
  EditAdmission({ id: admissionId, version: seen, isDischarged }, { random, text, today, day }) {
    const fields = random.pick([
      { admissionDate: addDays(day(), -BEFORE_CARE_DAYS) },
      { admissionDetails: html(text()) },
      { room: String(random.between(1, 9)), bed: String(random.between(1, 4)) },
      { consultant: text(), workingDiagnosis: text() },
      { plannedDischarge: random.pick(['', today]) },
      isDischarged
        ? { dischargeDate: null }
        : { dischargeDate: today, dischargeStatus: random.pick(dischargeStatuses).code, dischargeNote: text() },
    ]);
    return { admissionId, seen, ...fields };
  },
  DeleteAdmission: ({ id }) => ({ admissionId: id }),
  AddGalleryGroup: ({ groups }, { text, images }) =>
    groups.length >= MOST || images.length === 0 ? undefined : { title: text(), images },
  RemoveGalleryGroup({ groups }, { random }) {
    const group = oneOf(random, groups);
    return group && { groupId: group.id, seen: group.version };
  },
  AddAdmissionMedication({ medications }, { random, drugs, day, text }) {
    if (medications.length >= MOST) return undefined;
    const drug = random.pick(drugs);
    return {
      medication: {
        drug: drug.id,
        drugLabel: drug.label,
        dose: `${random.between(1, 9)}00 mg`,
        route: 'oral',
        frequency: 'twice a day',
        startDate: day(),
        stopDate: null,
        note: text(),
        indication: text(),
        culture: text(),
      },
    };
  },
  UpdateAdmissionMedication({ medications }, { random, text }) {
    const medication = oneOf(random, medications);
    const changes = random.pick([
      { dose: `${random.between(1, 9)}00 mg`, note: text() },
      { frequency: `every ${random.between(4, 24)} h`, stopDate: null, note: text() },
    ]);
    return medication && { medicationId: medication.id, changes, seen: medication.version };
  },
  StopAdmissionMedication({ medications }, { random, today }) {
    const medication = oneOf(random, medications);
    const stopDate = addDays(today, random.between(0, 9));
    return medication && { medicationId: medication.id, stopDate, seen: medication.version };
  },
  HoldAdmissionMedication({ medications }, { random, today, text }) {
    const medication = oneOf(random, medications);
    const until = random.pick([null, addDays(today, random.between(1, 9))]);
    return medication && { medicationId: medication.id, from: today, until, reason: text(), seen: medication.version };
  },
  EndMedicationHold({ medications }, { random, today }) {
    const medication = oneOf(random, medications);
    const on = addDays(today, random.between(0, 3));
    return medication && { medicationId: medication.id, on, seen: medication.version };
  },
  DeleteAdmissionMedication({ medications }, { random }) {
    const medication = oneOf(random, medications);
    return medication && { medicationId: medication.id, seen: medication.version };
  },
  SortAdmissionMedications({ id: admissionId, version: seen, medications }, { random }) {
    if (medications.length < 2) return undefined;
    return { admissionId, medicationIds: random.shuffled(medications).map(({ id }) => id), seen };
  },
  RecordMeasurements: ({ measurements }, choices) =>
    measurements.length >= MOST
      ? undefined
      : { measurements: Array.from({ length: choices.random.between(1, 3) }, () => newMeasurement(choices)) },
  CorrectMeasurement({ measurements }, choices) {
    const measurement = oneOf(choices.random, measurements);
    const changes = { value: choices.random.between(10, 90) / 10, takenOn: choices.day(), note: choices.text() };
    return measurement && { measurementId: measurement.id, changes, seen: measurement.version };
  },
  RemoveMeasurement({ measurements }, { random, text }) {
    const measurement = oneOf(random, measurements);
    return measurement && { measurementId: measurement.id, reason: text(), seen: measurement.version };
  },
  DecideFinding: (_seen, { random, text, today }) => ({
    finding: {
      key: `s-1 order-${random.between(1, 4)}`,
      fingerprint: `[${random.between(1, 2)}]`,
      statementId: 's-1',
      statementVersion: 1,
    },
    decision: random.chance(50)
      ? { kind: 'dismissed', reason: text() }
      : { kind: 'deferred', until: addDays(today, random.between(1, 9)) },
  }),
  RecordHomeMedication({ homeMedications }, { random, drugs, text }) {
    if (homeMedications.length >= MOST) return undefined;
    const drug = random.pick([{ id: '', label: text() }, random.pick(drugs)]);
    return {
      medication: {
        drug: drug.id,
        drugLabel: drug.label,
        dose: `${random.between(1, 9)} mg`,
        route: 'oral',
        frequency: 'at night',
        indication: text(),
        source: random.pick(homeMedicationSources),
        note: text(),
      },
    };
  },
  CorrectHomeMedication({ homeMedications }, { random, text }) {
    const medication = oneOf(random, homeMedications);
    const changes = { dose: `${random.between(1, 9)} mg`, note: text() };
    return medication && { homeMedicationId: medication.id, changes, seen: medication.version };
  },
  RemoveHomeMedication({ homeMedications }, { random }) {
    const medication = oneOf(random, homeMedications);
    return medication && { homeMedicationId: medication.id, seen: medication.version };
  },
  ReconcileMedications({ id: admissionId, version: seen, homeMedications, medications }, { random, text }) {
    const lines = [
      ...homeMedications.map(({ id }) => ({ kind: 'home', id }) as const),
      ...medications.map(({ id }) => ({ kind: 'stay', id }) as const),
    ];
    if (lines.length === 0) return undefined;
    const stage = random.pick(['admission', 'discharge'] as const);
    const decisions = random
      .shuffled(lines)
      .slice(0, random.between(1, 3))
      .map((line) => ({
        line,
        action: random.pick(['continued', 'changed', 'held', 'stopped'] as const),
        reason: text(),
        ...(stage === 'discharge' && { advice: text() }),
      }));
    return { admissionId, stage, decisions, seen };
  },
  TakePatient: () => ({}),
  ReleasePatient: () => ({}),
  DeferPatient: (_, { random, text, today }) => ({ until: addDays(today, random.between(1, 9)), reason: text() }),
  EndDeferral: () => ({}),
  MarkReviewLevel: (_, { random }) => ({ level: random.pick(reviewLevels) }),
  ClearReviewLevel: () => ({}),
};

/** All but the deletion of the admission, which ends everything. */
export const changeNames = (Object.keys(drawers) as CommandName[]).filter((name) => name !== 'DeleteAdmission');

/** @returns undefined where the screen has nothing for this command */
export function drawCommand(name: CommandName, seen: Seen, choices: Choices): DrawnCommand | undefined {
  const drawn = drawers[name](seen, choices);
  return drawn && ({ ...drawn, name } as DrawnCommand);
}

/** Draws among these names until the screen has something for one of them. */
export function drawAnyCommand(names: readonly CommandName[], seen: Seen, choices: Choices): DrawnCommand {
  for (;;) {
    const drawn = drawCommand(choices.random.pick(nonEmpty(names, 'command')), seen, choices);
    if (drawn) return drawn;
  }
}

/** The ids of what a command makes. */
export interface MadeIds {
  /** The record itself. */
  readonly id: string;
  /** A new entry of a new review or a new measurement, by its place, or the copy of an entry. */
  entryId(of: number | string): string;
}

/** A birth date before all days of care. */
const LONG_AGO = calendarDate('1900-01-01');

/** @throws Rejection · EntityConflict */
export function decideDrawn(
  admission: Admission,
  drawn: DrawnCommand,
  envelope: CommandEnvelope,
  { id, entryId }: MadeIds,
): AdmissionEvent[] {
  switch (drawn.name) {
    case 'AddReview': {
      const entries = drawn.entries.map((entry, place) => ({ ...entry, entryId: entryId(place) }));
      return addReview(admission, { ...envelope, ...drawn, reviewId: id, entries });
    }
    case 'EditReviewHead':
      return editReviewHead(admission, { ...envelope, ...drawn });
    case 'DeleteReview':
      return deleteReview(admission, { ...envelope, ...drawn });
    case 'DuplicateReview':
      return duplicateReview(admission, { ...envelope, ...drawn, reviewId: id, entryIdOf: entryId });
    case 'AddReviewMedication':
      return addReviewMedication(admission, { ...envelope, ...drawn, entry: { ...drawn.entry, entryId: id } });
    case 'UpdateReviewMedication':
      return updateReviewMedication(admission, { ...envelope, ...drawn });
    case 'RemoveReviewMedication':
      return removeReviewMedication(admission, { ...envelope, ...drawn });
    case 'SetFollowUpDate':
      return setFollowUpDate(admission, { ...envelope, ...drawn });
    case 'TakeOverEntry':
      return takeOverEntry(admission, { ...envelope, ...drawn });
    case 'RecordResponse':
      return recordResponse(admission, { ...envelope, ...drawn });
    case 'AddressEntry':
      return addressEntry(admission, { ...envelope, ...drawn, physicians: [] });
    case 'AnswerEntry':
      return answerEntry(admission, { ...envelope, ...drawn, ...firstAnswerRules });
    case 'RateError':
      return rateError(admission, { ...envelope, ...drawn });
    case 'AddPhysicianNote':
      return addPhysicianNote(admission, { ...envelope, ...drawn, noteId: id });
    case 'EditPhysicianNote':
      return editPhysicianNote(admission, { ...envelope, ...drawn });
    case 'DeletePhysicianNote':
      return deletePhysicianNote(admission, { ...envelope, ...drawn });
    case 'EditAdmission':
      return editAdmission(admission, { ...envelope, ...drawn });
    case 'DeleteAdmission':
      return deleteAdmission(admission, { ...envelope, ...drawn });
    case 'AddGalleryGroup':
      return addGalleryGroup(admission, { ...envelope, ...drawn, groupId: id });
    case 'RemoveGalleryGroup':
      return removeGalleryGroup(admission, { ...envelope, ...drawn });
    case 'AddAdmissionMedication':
      return addMedication(admission, { ...envelope, medication: { ...drawn.medication, medicationId: id } });
    case 'UpdateAdmissionMedication':
      return updateMedication(admission, { ...envelope, ...drawn });
    case 'StopAdmissionMedication':
      return stopMedication(admission, { ...envelope, ...drawn });
    case 'HoldAdmissionMedication':
      return holdMedication(admission, { ...envelope, ...drawn });
    case 'EndMedicationHold':
      return endMedicationHold(admission, { ...envelope, ...drawn });
    case 'DeleteAdmissionMedication':
      return deleteMedication(admission, { ...envelope, ...drawn });
    case 'SortAdmissionMedications':
      return sortMedications(admission, { ...envelope, ...drawn });
    case 'RecordMeasurements': {
      const measurements = drawn.measurements.map((one, place) => ({ ...one, measurementId: entryId(place) }));
      return recordMeasurements(admission, { ...envelope, ...drawn, birthdate: LONG_AGO, measurements });
    }
    case 'CorrectMeasurement':
      return correctMeasurement(admission, { ...envelope, ...drawn, birthdate: LONG_AGO });
    case 'RemoveMeasurement':
      return removeMeasurement(admission, { ...envelope, ...drawn });
    case 'DecideFinding':
      return decideFinding(admission, { ...envelope, ...drawn });
    case 'RecordHomeMedication':
      return recordHomeMedication(admission, {
        ...envelope,
        medication: { ...drawn.medication, homeMedicationId: id },
      });
    case 'CorrectHomeMedication':
      return correctHomeMedication(admission, { ...envelope, ...drawn });
    case 'RemoveHomeMedication':
      return removeHomeMedication(admission, { ...envelope, ...drawn });
    case 'ReconcileMedications':
      return reconcileMedications(admission, { ...envelope, ...drawn });
    case 'TakePatient':
      return takePatient(admission, { ...envelope, ...drawn });
    case 'ReleasePatient':
      return releasePatient(admission, { ...envelope, ...drawn });
    case 'DeferPatient':
      return deferPatient(admission, { ...envelope, ...drawn });
    case 'EndDeferral':
      return endDeferral(admission, { ...envelope, ...drawn });
    case 'MarkReviewLevel':
      return markReviewLevel(admission, { ...envelope, ...drawn });
    case 'ClearReviewLevel':
      return clearReviewLevel(admission, { ...envelope, ...drawn });
    default:
      return drawn satisfies never;
  }
}

/** The records on a screen that is up to date. */
export function seenIn(id: string, admission: Admitted): Seen {
  const version = ({ touch }: { readonly touch: { readonly version: bigint } }): number => Number(touch.version);
  return {
    id,
    version: Number(admission.whole.version),
    isDischarged: admission.status === 'discharged',
    reviews: admission.reviews.map((review) => ({
      id: review.reviewId,
      authorId: review.authorId,
      version: Number(review.whole.version),
      headVersion: version(review),
      entries: review.entries.map((entry) => ({
        id: entry.entryId,
        version: version(entry),
        isNoError: isNoError(entry.errType),
        isAnswered: entry.errRes !== null,
      })),
    })),
    notes: admission.notes.map((note) => ({ id: note.noteId, authorId: note.authorId, version: version(note) })),
    groups: admission.gallery.map((group) => ({ id: group.groupId, version: version(group) })),
    medications: admission.medications.map((one) => ({ id: one.medicationId, version: version(one) })),
    measurements: admission.measurements.map((one) => ({ id: one.measurementId, version: version(one) })),
    homeMedications: admission.homeMedications.map((one) => ({ id: one.homeMedicationId, version: version(one) })),
  };
}
