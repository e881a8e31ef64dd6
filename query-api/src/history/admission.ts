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

export const admissionTelling: Telling<Admission> = {
  about(id, moment) {
    const { event: stored } = moment;
    const event = stored.unreadable ? undefined : known(admissionEvents, stored);
    if (!event) return { of: `admission:${id}` };
    if (event.type === 'AdmissionMedicationsSorted') return { of: `medications:${id}` };
    const [of, larger] = touchedBy(id, event) as HistoryThing[];
    const day = dayOf(moment);
    return { of: of ?? `admission:${id}`, ...(larger?.startsWith('review:') ? { in: larger } : {}), ...(day === undefined ? {} : { day }) };
  },

  find(admission, thing) {
    if (!isThere(admission)) return undefined;
    const id = idOf(thing);
    switch (kindOf(thing)) {
      case 'review':
        return admission.reviews.find(({ reviewId }) => reviewId === id);
      case 'entry':
        return entryIn(admission, id)?.entry;
      case 'note':
        return admission.notes.find(({ noteId }) => noteId === id);
      case 'gallery':
        return admission.gallery.find(({ groupId }) => groupId === id);
      case 'medication':
        return admission.medications.find(({ medicationId }) => medicationId === id);
      default:
        // The head and the order of the list: their own events say what they are about.
        return undefined;
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
        return this.find(admission, thing) === undefined ? undefined : renderReview(people, admissionId, admission, id);
      case 'entry': {
        const found = entryIn(admission, id);
        return found && renderEntry(found.entry);
      }
      case 'note':
        return this.find(admission, thing) === undefined ? undefined : renderNote(people, admissionId, admission, id);
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
