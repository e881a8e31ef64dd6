/** What is true of an admission: its head, reviews with their entries, physician notes, gallery, medications. The fold of `admission-<id>`. */
import type { CalendarDate } from '../calendar-date.ts';
import type { DischargeStatus } from '../codes.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { AdmissionEvent, Entry, Medication } from './events.ts';

/** An entry as it stands. `rating` is 0 until the team admin rates it; `copiedFrom` is there where the review was duplicated. */
export type ReviewEntry = Entry & { readonly copiedFrom?: string; readonly rating: number; readonly touch: Touch };

/** `touch` counts the head (date, note); each entry carries its own. */
export interface Review {
  readonly reviewId: string;
  /** The review that this one was duplicated from. */
  readonly copiedFrom?: string;
  readonly authorId: string;
  /** The instant the review was written, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly reviewDate: CalendarDate;
  /** HTML. */
  readonly clinicalNote: string;
  /** In the order they were added. */
  readonly entries: readonly ReviewEntry[];
  readonly touch: Touch;
}

export interface PhysicianNote {
  readonly noteId: string;
  readonly authorId: string;
  /** The instant the note was written, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly noteDate: CalendarDate;
  /** HTML. */
  readonly note: string;
  readonly touch: Touch;
}

export interface GalleryGroup {
  readonly groupId: string;
  readonly title: string;
  /** Addresses. */
  readonly images: readonly string[];
  readonly touch: Touch;
}

/** Sorting the list touches none of them. */
export type AdmissionMedication = Medication & { readonly touch: Touch };

/** What an admission holds once the patient is admitted. `touch` counts the head: dates, details, discharge. */
export interface Chart {
  readonly patientId: string;
  readonly teamId: string;
  readonly admissionDate: CalendarDate;
  /** HTML. */
  readonly admissionDetails: string;
  /** In the order they were written; screens sort by date. */
  readonly reviews: readonly Review[];
  readonly notes: readonly PhysicianNote[];
  /** In the order they were added. */
  readonly gallery: readonly GalleryGroup[];
  /** In the order of the list. */
  readonly medications: readonly AdmissionMedication[];
  readonly touch: Touch;
  /**
   * Of the last event that touched the head or the gallery: people are shown both as one admission. An edit of the head is held against
   * `touch` alone, so that a new image is no conflict for whoever discharges.
   */
  readonly version: bigint;
}

export interface Discharge {
  readonly dischargeDate: CalendarDate;
  readonly dischargeStatus: DischargeStatus;
  readonly dischargeNote: string;
}

export type OpenAdmission = Chart & { readonly status: 'open' };
export type DischargedAdmission = Chart & Discharge & { readonly status: 'discharged' };
/** Whom it belonged to: the rest is in the history. */
export interface DeletedAdmission {
  readonly status: 'deleted';
  readonly patientId: string;
  readonly teamId: string;
}
export type Admitted = OpenAdmission | DischargedAdmission;
export type Admission = { readonly status: 'none' } | Admitted | DeletedAdmission;

export const initial: Admission = { status: 'none' };

/** Total: an event whose predecessor could not be read changes nothing. Leave out events without data (`unreadable`). */
export function evolve(admission: Admission, event: Recorded<AdmissionEvent>): Admission {
  if (event.type === 'PatientAdmitted') {
    return { status: 'open', ...event.data, reviews: [], notes: [], gallery: [], medications: [], ...headTouched(event) };
  }
  if (admission.status === 'none' || admission.status === 'deleted') return admission;

  switch (event.type) {
    case 'AdmissionEdited':
      return { ...admission, ...event.data, ...headTouched(event) };
    case 'PatientDischarged':
      return { ...admission, ...event.data, status: 'discharged', ...headTouched(event) };
    case 'DischargeCancelled':
      return { ...chartOf(admission), status: 'open', ...headTouched(event) };
    case 'AdmissionDeleted':
      return { status: 'deleted', patientId: admission.patientId, teamId: admission.teamId };
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { entries, ...head } = event.data;
      const review: Review = { ...head, ...createdBy(event), entries: entries.map((entry) => ({ ...entry, rating: 0, touch: touchOf(event) })) };
      return { ...admission, reviews: [...admission.reviews, review] };
    }
    case 'ReviewHeadEdited':
      return withReview(admission, event.data.reviewId, (review) => ({ ...review, ...event.data, touch: touchOf(event) }));
    case 'ReviewDeleted':
      return { ...admission, reviews: admission.reviews.filter(({ reviewId }) => reviewId !== event.data.reviewId) };
    case 'ReviewMedicationAdded':
      return withEntries(admission, event.data.reviewId, (entries) => [...entries, { ...event.data.entry, rating: 0, touch: touchOf(event) }]);
    case 'ReviewMedicationUpdated': {
      const { entry: updated } = event.data;
      return withEntry(admission, event.data.reviewId, updated.entryId, (entry) => ({ ...entry, ...updated, touch: touchOf(event) }));
    }
    case 'ReviewMedicationRemoved':
      return withEntries(admission, event.data.reviewId, (entries) => entries.filter((entry) => entry.entryId !== event.data.entryId));
    case 'ErrorRated':
      return withEntry(admission, event.data.reviewId, event.data.entryId, (entry) => ({ ...entry, rating: event.data.rating, touch: touchOf(event) }));
    case 'PhysicianNoteAdded':
      return { ...admission, notes: [...admission.notes, { ...event.data, ...createdBy(event) }] };
    case 'PhysicianNoteEdited':
      return { ...admission, notes: admission.notes.map((note) => (note.noteId === event.data.noteId ? { ...note, ...event.data, touch: touchOf(event) } : note)) };
    case 'PhysicianNoteDeleted':
      return { ...admission, notes: admission.notes.filter(({ noteId }) => noteId !== event.data.noteId) };
    case 'GalleryGroupAdded':
      return { ...admission, gallery: [...admission.gallery, { ...event.data, touch: touchOf(event) }], version: event.revision };
    case 'GalleryGroupRemoved':
      return { ...admission, gallery: admission.gallery.filter(({ groupId }) => groupId !== event.data.groupId), version: event.revision };
    case 'AdmissionMedicationAdded':
      return { ...admission, medications: [...admission.medications, { ...event.data.medication, touch: touchOf(event) }] };
    case 'AdmissionMedicationUpdated':
      return withMedication(admission, event.data.medication.medicationId, () => ({ ...event.data.medication, touch: touchOf(event) }));
    case 'AdmissionMedicationStopped': {
      const { medicationId, stopDate } = event.data;
      return withMedication(admission, medicationId, (medication) => ({ ...medication, stopDate, touch: touchOf(event) }));
    }
    case 'AdmissionMedicationDeleted':
      return { ...admission, medications: admission.medications.filter(({ medicationId }) => medicationId !== event.data.medicationId) };
    case 'AdmissionMedicationsSorted':
      return { ...admission, medications: sorted(admission.medications, event.data.medicationIds) };
    default:
      return unknownEvent(event, admission);
  }
}

const headTouched = (event: Recorded<AdmissionEvent>) => ({ touch: touchOf(event), version: event.revision });

const createdBy = (event: Recorded<AdmissionEvent>) => ({
  authorId: event.metadata.actorId,
  createdAt: event.metadata.occurredAt,
  touch: touchOf(event),
});

/** Without what was said of a discharge. */
function chartOf(admission: Admitted): Chart {
  if (admission.status === 'open') return admission;
  const { dischargeDate: _date, dischargeStatus: _status, dischargeNote: _note, ...chart } = admission;
  return chart;
}

/** In the order given; what it does not name (it could not be read, say) stays behind the rest. */
function sorted(medications: readonly AdmissionMedication[], ids: readonly string[]): readonly AdmissionMedication[] {
  const named = ids.flatMap((id) => medications.find(({ medicationId }) => medicationId === id) ?? []);
  return [...named, ...medications.filter(({ medicationId }) => !ids.includes(medicationId))];
}

const withReview = (admission: Admitted, reviewId: string, change: (review: Review) => Review): Admitted => ({
  ...admission,
  reviews: admission.reviews.map((review) => (review.reviewId === reviewId ? change(review) : review)),
});
const withEntries = (admission: Admitted, reviewId: string, change: (entries: readonly ReviewEntry[]) => readonly ReviewEntry[]): Admitted =>
  withReview(admission, reviewId, (review) => ({ ...review, entries: change(review.entries) }));
const withEntry = (admission: Admitted, reviewId: string, entryId: string, change: (entry: ReviewEntry) => ReviewEntry): Admitted =>
  withEntries(admission, reviewId, (entries) => entries.map((entry) => (entry.entryId === entryId ? change(entry) : entry)));
const withMedication = (admission: Admitted, medicationId: string, change: (medication: AdmissionMedication) => AdmissionMedication): Admitted => ({
  ...admission,
  medications: admission.medications.map((medication) => (medication.medicationId === medicationId ? change(medication) : medication)),
});
