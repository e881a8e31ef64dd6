/** What is true of an admission: its head, its reviews with their entries, its physician notes. The fold of `admission-<id>`. */
import type { CalendarDate } from '../calendar-date.ts';
import type { DischargeStatus } from '../codes.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { AdmissionEvent, Entry } from './events.ts';

/** An entry as it stands. `rating` is 0 until the team admin rates it. */
export type ReviewEntry = Entry & { readonly rating: number; readonly touch: Touch };

/** `touch` counts the head (date, note); each entry carries its own. */
export interface Review {
  readonly reviewId: string;
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
  readonly touch: Touch;
}

export interface Discharge {
  readonly dischargeDate: CalendarDate;
  readonly dischargeStatus: DischargeStatus;
  readonly dischargeNote: string;
}

export type OpenAdmission = Chart & { readonly status: 'open' };
export type DischargedAdmission = Chart & Discharge & { readonly status: 'discharged' };
export type Admission = { readonly status: 'none' } | OpenAdmission | DischargedAdmission;

export const initial: Admission = { status: 'none' };

/** Total: an event whose predecessor could not be read changes nothing. Leave out events without data (`unreadable`). */
export function evolve(admission: Admission, event: Recorded<AdmissionEvent>): Admission {
  if (event.type === 'PatientAdmitted') {
    return { status: 'open', ...event.data, reviews: [], notes: [], touch: touchOf(event) };
  }
  if (admission.status === 'none') return admission;

  switch (event.type) {
    case 'PatientDischarged':
      return { ...admission, ...event.data, status: 'discharged', touch: touchOf(event) };
    case 'ReviewAdded': {
      const { entries, ...head } = event.data;
      const review: Review = { ...head, ...createdBy(event), entries: entries.map((entry) => ({ ...entry, rating: 0, touch: touchOf(event) })) };
      return { ...admission, reviews: [...admission.reviews, review] };
    }
    case 'ReviewHeadEdited':
      return withReview(admission, event.data.reviewId, (review) => ({ ...review, ...event.data, touch: touchOf(event) }));
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
    default:
      return unknownEvent(event, admission);
  }
}

const createdBy = (event: Recorded<AdmissionEvent>) => ({
  authorId: event.metadata.actorId,
  createdAt: event.metadata.occurredAt,
  touch: touchOf(event),
});

type Admitted = OpenAdmission | DischargedAdmission;

const withReview = (admission: Admitted, reviewId: string, change: (review: Review) => Review): Admitted => ({
  ...admission,
  reviews: admission.reviews.map((review) => (review.reviewId === reviewId ? change(review) : review)),
});
const withEntries = (admission: Admitted, reviewId: string, change: (entries: readonly ReviewEntry[]) => readonly ReviewEntry[]): Admitted =>
  withReview(admission, reviewId, (review) => ({ ...review, entries: change(review.entries) }));
const withEntry = (admission: Admitted, reviewId: string, entryId: string, change: (entry: ReviewEntry) => ReviewEntry): Admitted =>
  withEntries(admission, reviewId, (entries) => entries.map((entry) => (entry.entryId === entryId ? change(entry) : entry)));
