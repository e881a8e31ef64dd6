/** The state of an admission, folded from `admission-<id>`: head, reviews with entries, notes, gallery, medications, reconciliation. */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { DischargeStatus } from '../values/codes.ts';
import type { ReviewLevel } from '../priority/views.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import { type CareDetails, careDetailsOf, givenIn, noCareDetails } from './care-details.ts';
import type {
  AdmissionEvent,
  DecidedFinding,
  Entry,
  FindingDecision,
  HomeMedication,
  Measurement,
  Medication,
  ReconciledLine,
} from './events.ts';
import { arrive, leave, withProgress } from './evolve-moves.ts';
import { afterUpdate, endedBy, type MedicationCourse, newCourse } from './medication-course.ts';
import { decisionKey } from './reconciliation.ts';
import {
  afterAddress,
  afterAnswer,
  afterEntryUpdate,
  afterReminder,
  afterResponse,
  newlyAsked,
  responseOf,
} from './evolve-answers.ts';
import type { GalleryGroup, OutgoingMove, PhysicianNote, Review, ReviewEntry } from './records.ts';
import { firstIdOfCopy } from './repeated-errors.ts';
import { evolveTransfers, noTransfers, type Transfers } from './transfer.ts';

/** Sorting the list does not change `touch`. */
export type AdmissionMedication = Medication & MedicationCourse & { readonly touch: Touch };

/** Who recorded it, and when; a correction changes `touch`. */
interface RecordedBy {
  readonly authorId: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly touch: Touch;
}
export type AdmissionMeasurement = Measurement & RecordedBy;
export type AdmissionHomeMedication = HomeMedication & RecordedBy;
/** A person has the patient on their list of a day. */
export interface Taken {
  readonly userId: string;
  readonly day: CalendarDate;
}
/** `touch`: of the person who deferred, or marked. */
export interface Deferral {
  readonly until: CalendarDate;
  readonly reason: string;
  readonly touch: Touch;
}
export interface MarkedReview {
  readonly day: CalendarDate;
  readonly level: ReviewLevel;
  readonly touch: Touch;
}
/** The marks of the ward board. They change neither `touch` nor `whole`, and end with a transfer. */
export interface WardMarks {
  /** Those of the newest day on which the patient was taken, in the order of taking. */
  readonly taken: readonly Taken[];
  /** Also after its day. */
  readonly deferral: Deferral | undefined;
  readonly reviewLevel: MarkedReview | undefined;
}
const noMarks: WardMarks = { taken: [], deferral: undefined, reviewLevel: undefined };
export type Reconciled = ReconciledLine & { readonly touch: Touch };

/** The last decision on a finding. */
export interface AdmissionFinding {
  readonly finding: DecidedFinding;
  readonly decision: FindingDecision;
  readonly touch: Touch;
}
export type FindingIdentity = Pick<DecidedFinding, 'key' | 'fingerprint'>;
export const isSameFinding = (one: FindingIdentity, other: FindingIdentity): boolean =>
  one.key === other.key && one.fingerprint === other.fingerprint;

/**
 * The content of an admission. `touch`: the last change of the head (dates, details, discharge); edits of the head
 * conflict with it only, so a new image does not conflict with a discharge. `whole`: the last change of head, gallery,
 * medications or measurements; a deletion conflicts with it.
 */
export interface Chart extends CareDetails, Transfers, WardMarks {
  readonly patientId: string;
  /** The present team. */
  readonly teamId: string;
  readonly admissionDate: CalendarDate;
  /** HTML. */
  readonly admissionDetails: string;
  /** In the order they were written; screens sort by date. */
  readonly reviews: readonly Review[];
  readonly notes: readonly PhysicianNote[];
  /** In the order they were added. */
  readonly gallery: readonly GalleryGroup[];
  /** The moves to another chart, in their order. */
  readonly moves: readonly OutgoingMove[];
  /** In the order of the list. */
  readonly medications: readonly AdmissionMedication[];
  /** In the order they were recorded; screens sort by day. */
  readonly measurements: readonly AdmissionMeasurement[];
  /** The decided ones, in the order of their decisions. They change neither `touch` nor `whole`. */
  readonly findings: readonly AdmissionFinding[];
  /** In the order they were recorded. */
  readonly homeMedications: readonly AdmissionHomeMedication[];
  /** One decision a line and stage, in the order of the decisions. */
  readonly reconciled: readonly Reconciled[];
  /** The last addition to the list, removal from it, or new order. */
  readonly listTouch: Touch;
  readonly touch: Touch;
  readonly whole: Touch;
}

export interface Discharge {
  readonly dischargeDate: CalendarDate;
  readonly dischargeStatus: DischargeStatus;
  readonly dischargeNote: string;
}

export type OpenAdmission = Chart & { readonly status: 'open' };
export type DischargedAdmission = Chart & Discharge & { readonly status: 'discharged' };
/** The rest is in the history. */
export interface DeletedAdmission {
  readonly status: 'deleted';
  /** With its patient, also before a `PatientAdmitted` that was cut off. */
  readonly isErased?: true;
  readonly patientId: string;
  readonly teamId: string;
}
export type Admitted = OpenAdmission | DischargedAdmission;
export type Admission = { readonly status: 'none' } | Admitted | DeletedAdmission;

export const initial: Admission = { status: 'none' };

/** Total: an event that does not fit changes nothing. The caller leaves out events without data (`unreadable`). */
export function evolve(admission: Admission, event: Recorded<AdmissionEvent>): Admission {
  if (event.type === 'PatientAdmitted') {
    return {
      status: 'open',
      ...event.data,
      ...noCareDetails,
      ...givenIn(event.data),
      ...noTransfers,
      ...noMarks,
      reviews: [],
      notes: [],
      gallery: [],
      moves: [],
      medications: [],
      measurements: [],
      findings: [],
      homeMedications: [],
      reconciled: [],
      listTouch: touchOf(event),
      ...headTouched(event),
    };
  }
  if (admission.status === 'deleted') return admission;
  if (event.type === 'AdmissionErased') {
    const { patientId, teamId } = event.data;
    return { status: 'deleted', isErased: true, patientId, teamId };
  }
  if (admission.status === 'none') return admission;

  switch (event.type) {
    case 'AdmissionEdited':
      return {
        ...admission,
        ...event.data,
        ...careDetailsOf(admission),
        ...givenIn(event.data),
        ...headTouched(event),
      };
    case 'PatientDischarged':
      return { ...admission, ...event.data, status: 'discharged', ...headTouched(event) };
    case 'DischargeCancelled':
      return { ...chartOf(admission), status: 'open', ...headTouched(event) };
    case 'AdmissionDeleted':
      return { status: 'deleted', patientId: admission.patientId, teamId: admission.teamId };
    case 'TransferOffered':
    case 'TransferWithdrawn':
    case 'TransferDeclined':
      return { ...admission, ...evolveTransfers(admission, event), whole: touchOf(event) };
    case 'TransferAccepted':
      return {
        ...admission,
        ...evolveTransfers(admission, event),
        teamId: event.data.toTeamId,
        ...noMarks,
        ...givenIn(event.data),
        // The decisions of this stage were about the transfer before.
        reconciled: admission.reconciled.filter(({ stage }) => stage !== 'transfer'),
        ...headTouched(event),
      };
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { entries, ...head } = event.data;
      const review: Review = {
        ...head,
        teamId: admission.teamId,
        ...createdBy(event),
        whole: touchOf(event),
        entries: entries.map((entry) => ({ ...unrated(entry, event), ...firstIdOfCopy(admission.reviews, entry) })),
      };
      return { ...admission, reviews: [...admission.reviews, review] };
    }
    case 'ReviewHeadEdited':
      return withReview(admission, event, (review) => ({ ...review, ...event.data, touch: touchOf(event) }));
    case 'ReviewDeleted':
      return { ...admission, reviews: admission.reviews.filter(({ reviewId }) => reviewId !== event.data.reviewId) };
    case 'ReviewMedicationAdded':
      return withEntries(admission, event, (entries) => [...entries, unrated(event.data.entry, event)]);
    case 'ReviewMedicationUpdated': {
      const { entry: after } = event.data;
      return withEntry(admission, event, after.entryId, (entry) => ({
        ...entry,
        ...after,
        asked: afterEntryUpdate(entry.asked, entry, after, event),
        touch: touchOf(event),
      }));
    }
    case 'ReviewMedicationRemoved':
      return withEntries(admission, event, (entries) =>
        entries.filter((entry) => entry.entryId !== event.data.entryId),
      );
    case 'FollowUpDateSet':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        followUpDate: event.data.followUpDate,
        touch: touchOf(event),
      }));
    case 'EntryTakenOver':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        responsible: event.metadata.actorId,
        touch: touchOf(event),
      }));
    case 'ResponseRecorded':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        errRes: event.data.errRes,
        asked: afterResponse(entry.asked, event.data.errRes, event),
        touch: touchOf(event),
      }));
    case 'EntryAddressed':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        asked: afterAddress(entry.asked, event),
        touch: touchOf(event),
      }));
    case 'EntryAnswered':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        errRes: responseOf[event.data.answer],
        asked: afterAnswer(entry.asked, event),
        answeredAt: { ...entry.answeredAt, [event.metadata.actorId]: event.metadata.occurredAt },
        touch: touchOf(event),
      }));
    case 'AnswerReminded':
      return withReminder(admission, event);
    case 'ErrorRated':
      return withEntry(admission, event, event.data.entryId, (entry) => ({
        ...entry,
        rating: event.data.rating,
        touch: touchOf(event),
      }));
    case 'PhysicianNoteAdded':
      return {
        ...admission,
        notes: [...admission.notes, { ...event.data, teamId: admission.teamId, ...createdBy(event) }],
      };
    case 'PhysicianNoteEdited':
      return {
        ...admission,
        notes: admission.notes.map((note) =>
          note.noteId === event.data.noteId ? { ...note, ...event.data, touch: touchOf(event) } : note,
        ),
      };
    case 'PhysicianNoteDeleted':
      return { ...admission, notes: admission.notes.filter(({ noteId }) => noteId !== event.data.noteId) };
    case 'GalleryGroupAdded':
      return {
        ...admission,
        gallery: [...admission.gallery, { ...event.data, ...createdBy(event) }],
        whole: touchOf(event),
      };
    case 'GalleryGroupRemoved':
      return {
        ...admission,
        gallery: admission.gallery.filter(({ groupId }) => groupId !== event.data.groupId),
        whole: touchOf(event),
      };
    case 'AdmissionMedicationAdded':
      return withList(admission, event, [
        ...admission.medications,
        { ...event.data.medication, ...newCourse, touch: touchOf(event) },
      ]);
    case 'AdmissionMedicationUpdated': {
      const { medication, doseChangedOn } = event.data;
      return withMedication(admission, event, medication.medicationId, (course) => ({
        ...medication,
        ...afterUpdate(course, medication.stopDate, doseChangedOn),
      }));
    }
    case 'AdmissionMedicationStopped': {
      const { medicationId, stopDate } = event.data;
      return withMedication(admission, event, medicationId, (medication) => ({
        ...medication,
        stopDate,
        hold: endedBy(stopDate, medication.hold),
      }));
    }
    case 'MedicationHeld': {
      const { medicationId, ...hold } = event.data;
      return withMedication(admission, event, medicationId, (medication) => ({ ...medication, hold }));
    }
    case 'MedicationHoldEnded': {
      const { medicationId, on } = event.data;
      return withMedication(admission, event, medicationId, (medication) => ({
        ...medication,
        hold: endedBy(on, medication.hold),
      }));
    }
    case 'AdmissionMedicationDeleted':
      return withList(
        withoutLine(admission, event.data.medicationId),
        event,
        admission.medications.filter(({ medicationId }) => medicationId !== event.data.medicationId),
      );
    case 'AdmissionMedicationsSorted':
      return withList(admission, event, sorted(admission.medications, event.data.medicationIds));
    case 'MeasurementsRecorded':
      return withMeasurements(admission, event, [
        ...admission.measurements,
        ...event.data.measurements.map((measurement) => ({ ...measurement, ...createdBy(event) })),
      ]);
    case 'MeasurementCorrected': {
      const { measurement: corrected } = event.data;
      return withMeasurements(
        admission,
        event,
        admission.measurements.map((one) =>
          one.measurementId === corrected.measurementId ? { ...one, ...corrected, touch: touchOf(event) } : one,
        ),
      );
    }
    case 'MeasurementRemoved':
      return withMeasurements(
        admission,
        event,
        admission.measurements.filter(({ measurementId }) => measurementId !== event.data.measurementId),
      );
    case 'FindingDecided': {
      const { finding } = event.data;
      const others = admission.findings.filter((one) => !isSameFinding(one.finding, finding));
      return { ...admission, findings: [...others, { ...event.data, touch: touchOf(event) }] };
    }
    case 'HomeMedicationRecorded': {
      const { medication } = event.data;
      const isIt = (one: HomeMedication): boolean => one.homeMedicationId === medication.homeMedicationId;
      const homeMedications = admission.homeMedications.some(isIt)
        ? admission.homeMedications.map((one) => (isIt(one) ? { ...one, ...medication, touch: touchOf(event) } : one))
        : [...admission.homeMedications, { ...medication, ...createdBy(event) }];
      return { ...admission, homeMedications, whole: touchOf(event) };
    }
    case 'HomeMedicationRemoved': {
      const { homeMedicationId: removed } = event.data;
      const homeMedications = admission.homeMedications.filter(({ homeMedicationId }) => homeMedicationId !== removed);
      return { ...withoutLine(admission, removed), homeMedications, whole: touchOf(event) };
    }
    case 'MedicationReconciled': {
      const key = decisionKey(event.data);
      const others = admission.reconciled.filter((one) => decisionKey(one) !== key);
      return {
        ...admission,
        reconciled: [...others, { ...event.data, touch: touchOf(event) }],
        whole: touchOf(event),
      };
    }
    case 'PatientTaken': {
      const taken: Taken = { userId: event.metadata.actorId, day: event.data.day };
      return { ...admission, taken: [...othersOf(admission.taken, taken), taken] };
    }
    case 'PatientReleased': {
      const released: Taken = { userId: event.metadata.actorId, day: event.data.day };
      return { ...admission, taken: othersOf(admission.taken, released) };
    }
    case 'PatientDeferred':
      return { ...admission, deferral: { ...event.data, touch: touchOf(event) } };
    case 'DeferralEnded':
      return { ...admission, deferral: undefined };
    case 'ReviewLevelMarked':
      return { ...admission, reviewLevel: { ...event.data, touch: touchOf(event) } };
    case 'ReviewLevelCleared':
      return { ...admission, reviewLevel: undefined };
    case 'MovedToAnotherChart':
      return leave(admission, event);
    case 'MovedFromAnotherChart': {
      const { moveId, reason, from, moved } = event.data;
      const { changedBy: movedBy, changedAt: movedAt } = touchOf(event);
      return arrive(admission, event, moved, { moveId, reason, admissionId: from.admissionId, movedBy, movedAt });
    }
    case 'MoveReturned':
      return arrive(withProgress(admission, event.data.moveId, 'returned'), event, event.data.moved);
    case 'MoveCompleted':
      return withProgress(admission, event.data.moveId, 'arrived');
    default:
      return unknownEvent(event, admission);
  }
}

/** Those who took the patient on the same day, without this person. */
const othersOf = (taken: readonly Taken[], { userId, day }: Taken): readonly Taken[] =>
  taken.filter((one) => one.day === day && one.userId !== userId);

const headTouched = (event: Recorded<AdmissionEvent>) => ({ touch: touchOf(event), whole: touchOf(event) });

const createdBy = (event: Recorded<AdmissionEvent>) => ({
  authorId: event.metadata.actorId,
  createdAt: event.metadata.occurredAt,
  touch: touchOf(event),
});

const unrated = <Filled extends Entry & { readonly copiedFrom?: string }>(
  entry: Filled,
  event: Recorded<AdmissionEvent>,
): ReviewEntry => ({
  ...entry,
  asked: newlyAsked(entry, event),
  rating: null,
  touch: touchOf(event),
});

/** The chart without the discharge. */
function chartOf(admission: Admitted): Chart {
  if (admission.status === 'open') return admission;
  const { dischargeDate: _date, dischargeStatus: _status, dischargeNote: _note, ...chart } = admission;
  return chart;
}

/** In the given order. Medications that it does not name come last. */
function sorted(medications: readonly AdmissionMedication[], ids: readonly string[]): readonly AdmissionMedication[] {
  const named = ids.flatMap((id) => medications.find(({ medicationId }) => medicationId === id) ?? []);
  return [...named, ...medications.filter(({ medicationId }) => !ids.includes(medicationId))];
}

type InReview = Recorded<Extract<AdmissionEvent, { data: { reviewId: string } }>>;
const withReview = (admission: Admitted, event: InReview, change: (review: Review) => Review): Admitted => ({
  ...admission,
  reviews: admission.reviews.map((review) =>
    review.reviewId === event.data.reviewId ? { ...change(review), whole: touchOf(event) } : review,
  ),
});
const withEntries = (
  admission: Admitted,
  event: InReview,
  change: (entries: readonly ReviewEntry[]) => readonly ReviewEntry[],
): Admitted => withReview(admission, event, (review) => ({ ...review, entries: change(review.entries) }));
const withEntry = (
  admission: Admitted,
  event: InReview,
  entryId: string,
  change: (entry: ReviewEntry) => ReviewEntry,
): Admitted =>
  withEntries(admission, event, (entries) =>
    entries.map((entry) => (entry.entryId === entryId ? change(entry) : entry)),
  );
/** Neither review nor entry counts as changed: a person who edits or deletes one meets no conflict. */
const withReminder = (
  admission: Admitted,
  event: Recorded<Extract<AdmissionEvent, { type: 'AnswerReminded' }>>,
): Admitted => ({
  ...admission,
  reviews: admission.reviews.map((review) => ({
    ...review,
    entries: review.entries.map((entry) =>
      entry.entryId === event.data.entryId ? { ...entry, asked: afterReminder(entry.asked, event) } : entry,
    ),
  })),
});
const withMedication = (
  admission: Admitted,
  event: Recorded<AdmissionEvent>,
  medicationId: string,
  change: (medication: AdmissionMedication) => Omit<AdmissionMedication, 'touch'>,
): Admitted => ({
  ...admission,
  medications: admission.medications.map((medication) =>
    medication.medicationId === medicationId ? { ...change(medication), touch: touchOf(event) } : medication,
  ),
  whole: touchOf(event),
});
const withList = (
  admission: Admitted,
  event: Recorded<AdmissionEvent>,
  medications: readonly AdmissionMedication[],
): Admitted => ({
  ...admission,
  medications,
  listTouch: touchOf(event),
  whole: touchOf(event),
});
/** A removed medicine takes the decisions about it along. */
const withoutLine = (admission: Admitted, id: string): Admitted => ({
  ...admission,
  reconciled: admission.reconciled.filter(({ line }) => line.id !== id),
});
const withMeasurements = (
  admission: Admitted,
  event: Recorded<AdmissionEvent>,
  measurements: readonly AdmissionMeasurement[],
): Admitted => ({ ...admission, measurements, whole: touchOf(event) });
