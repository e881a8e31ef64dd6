/** How the changes of an admission are told. */
import type { HistoryThing } from 'command-api/contract/history';
import type { CalendarDate } from 'command-api/domain/calendar-date';
import { admissionEvents } from 'command-api/domain/admission/events';
import type { Admission, Admitted, Review, ReviewEntry } from 'command-api/domain/admission/state';
import { touchedBy } from 'command-api/domain/admission/touched';
import { known, unknownEvent } from 'command-api/domain/event-schema';
import { renderAdmission, renderGroup, renderMedications } from 'command-api/render/admissions';
import { renderNote } from 'command-api/render/physician-notes';
import { renderEntry, renderReview } from 'command-api/render/reviews';
import type { Moment } from './lives.ts';
import { idOf, kindOf, type Telling } from './telling.ts';

export const isThere = (admission: Admission): admission is Admitted => admission.status === 'open' || admission.status === 'discharged';

export function entryIn(admission: Admission, entryId: string): { review: Review; entry: ReviewEntry } | undefined {
  if (!isThere(admission)) return undefined;
  for (const review of admission.reviews) {
    const entry = review.entries.find((candidate) => candidate.entryId === entryId);
    if (entry) return { review, entry };
  }
  return undefined;
}

/** The day of care of what an event touches: as it stands afterwards, or stood before it went. */
function dayOf({ event: stored, before, after }: Moment<Admission>): CalendarDate | undefined {
  const event = stored.unreadable ? undefined : known(admissionEvents, stored);
  if (!event) return undefined;
  switch (event.type) {
    case 'PatientAdmitted':
    case 'AdmissionEdited':
      return event.data.admissionDate;
    case 'PatientDischarged':
      return event.data.dischargeDate;
    case 'ReviewAdded':
    case 'ReviewDuplicated':
    case 'ReviewHeadEdited':
    case 'ReviewDeleted':
    case 'ReviewMedicationAdded':
    case 'ReviewMedicationUpdated':
    case 'ReviewMedicationRemoved':
      return [after, before].flatMap((state) => (isThere(state) ? state.reviews : [])).find(({ reviewId }) => reviewId === event.data.reviewId)?.reviewDate;
    case 'PhysicianNoteAdded':
    case 'PhysicianNoteEdited':
    case 'PhysicianNoteDeleted':
      return [after, before].flatMap((state) => (isThere(state) ? state.notes : [])).find(({ noteId }) => noteId === event.data.noteId)?.noteDate;
    case 'AdmissionMedicationAdded':
    case 'AdmissionMedicationUpdated':
      return event.data.medication.startDate;
    case 'AdmissionMedicationStopped':
      return event.data.stopDate;
    // Of no day.
    case 'DischargeCancelled':
    case 'AdmissionDeleted':
    case 'FollowUpDateSet':
    case 'ErrorRated':
    case 'GalleryGroupAdded':
    case 'GalleryGroupRemoved':
    case 'AdmissionMedicationDeleted':
    case 'AdmissionMedicationsSorted':
      return undefined;
    default:
      return unknownEvent(event, undefined);
  }
}

const reviewsOf = (admission: Admission): readonly Review[] => (isThere(admission) ? admission.reviews : []);

/** Of two folds the reviews that are in one of them only; an event touches one at most. */
function touchedReviews(before: Admission, after: Admission): Review[] {
  const [was, is] = [reviewsOf(before), reviewsOf(after)];
  if (was === is) return [];
  if (was.length === is.length) {
    const place = was.findIndex((review, index) => review !== is[index]);
    return [was[place], is[place]].filter((review) => review !== undefined);
  }
  return [...was.filter((review) => !is.includes(review)), ...is.filter((review) => !was.includes(review))];
}

export const admissionTelling: Telling<Admission> = {
  about(id, stored) {
    const event = stored.unreadable ? undefined : known(admissionEvents, stored);
    if (!event) return { of: `admission:${id}` };
    if (event.type === 'AdmissionMedicationsSorted') return { of: `medications:${id}` };
    const [of, larger] = touchedBy(id, event) as HistoryThing[];
    return { of: of ?? `admission:${id}`, ...(larger?.startsWith('review:') ? { in: larger } : {}) };
  },

  day: dayOf,

  changed(before, after, thing) {
    const id = idOf(thing);
    const [was, is] = [before, after].map((state) => (isThere(state) ? state : undefined));
    switch (kindOf(thing)) {
      case 'review':
        return touchedReviews(before, after).some(({ reviewId }) => reviewId === id);
      case 'entry': {
        const found = touchedReviews(before, after).flatMap(({ entries }) => entries.filter(({ entryId }) => entryId === id));
        return found.length === 1 || found[0] !== found[1];
      }
      case 'note':
        return was?.notes.find(({ noteId }) => noteId === id) !== is?.notes.find(({ noteId }) => noteId === id);
      case 'gallery':
        return was?.gallery.find(({ groupId }) => groupId === id) !== is?.gallery.find(({ groupId }) => groupId === id);
      case 'medication':
        return was?.medications.find(({ medicationId }) => medicationId === id) !== is?.medications.find(({ medicationId }) => medicationId === id);
      default:
        // The head and the order of the list: their own events say what they are about.
        return false;
    }
  },

  async show(people, admissionId, admission, thing) {
    if (!isThere(admission)) return undefined;
    const id = idOf(thing);
    switch (kindOf(thing)) {
      case 'admission': {
        const { gallery: _gallery, ...head } = renderAdmission(admissionId, admission);
        return head;
      }
      case 'review':
        return admission.reviews.some(({ reviewId }) => reviewId === id) ? renderReview(people, admissionId, admission, id) : undefined;
      case 'entry': {
        const found = entryIn(admission, id);
        return found && renderEntry(found.entry);
      }
      case 'note':
        return admission.notes.some(({ noteId }) => noteId === id) ? renderNote(people, admissionId, admission, id) : undefined;
      case 'gallery': {
        const group = admission.gallery.find(({ groupId }) => groupId === id);
        return group && renderGroup(group);
      }
      case 'medication':
        return renderMedications(admissionId, admission).find(({ _id }) => _id === id);
      case 'medications':
        return { medications: admission.medications.map(({ medicationId }) => medicationId) };
      default:
        return undefined;
    }
  },
};
