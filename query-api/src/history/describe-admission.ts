/** Describes the changes of an admission. */
import type { HistoryThing } from 'language/contract/history';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { admissionEvents } from 'language/domain/admission/events';
import { measurementFields, reconciledFields } from 'language/domain/admission/fields';
import type { Review, ReviewEntry } from 'language/domain/admission/records';
import { decisionKey } from 'language/domain/admission/reconciliation';
import type { Admission, Admitted, Reconciled } from 'language/domain/admission/state';
import { touchedBy } from 'language/domain/admission/touched';
import { knownEvent, unknownEvent } from 'language/domain/event-schema';
import { pick } from 'language/domain/values/record-fields';
import type { StoredEvent } from 'service-kit/event-log/port';
import { renderAdmission, renderGroup, renderMedications } from 'language/contract/render/admissions';
import { renderMeasurement } from 'language/contract/render/measurements';
import { renderNote } from 'language/contract/render/physician-notes';
import { renderHomeMedication } from 'language/contract/render/reconciliation';
import { renderEntry, renderReview } from 'language/contract/render/reviews';
import type { Transition } from './stream-history.ts';
import { type About, idOf, kindOf, type ChangeDescriber } from './describe-change.ts';

export const isThere = (admission: Admission): admission is Admitted =>
  admission.status === 'open' || admission.status === 'discharged';

export function entryIn(admission: Admission, entryId: string): { review: Review; entry: ReviewEntry } | undefined {
  if (!isThere(admission)) return undefined;
  for (const review of admission.reviews) {
    const entry = review.entries.find((candidate) => candidate.entryId === entryId);
    if (entry) return { review, entry };
  }
  return undefined;
}

/** The day of care that an event touches, from the state after the event, or before a removal. */
function dayOf({ event: stored, before, after }: Transition<Admission>): CalendarDate | undefined {
  const event = stored.unreadable ? undefined : knownEvent(admissionEvents, stored);
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
    case 'ResponseRecorded':
    case 'EntryAnswered':
      return [after, before]
        .flatMap((state) => (isThere(state) ? state.reviews : []))
        .find(({ reviewId }) => reviewId === event.data.reviewId)?.reviewDate;
    case 'PhysicianNoteAdded':
    case 'PhysicianNoteEdited':
    case 'PhysicianNoteDeleted':
      return [after, before]
        .flatMap((state) => (isThere(state) ? state.notes : []))
        .find(({ noteId }) => noteId === event.data.noteId)?.noteDate;
    case 'AdmissionMedicationAdded':
    case 'AdmissionMedicationUpdated':
      return event.data.medication.startDate;
    case 'AdmissionMedicationStopped':
      return event.data.stopDate;
    case 'MeasurementsRecorded':
      return event.data.measurements.map(({ takenOn }) => takenOn).toSorted()[0];
    case 'MeasurementCorrected':
      return event.data.measurement.takenOn;
    case 'MedicationHeld':
      return event.data.from;
    case 'MedicationHoldEnded':
      return event.data.on;
    case 'TransferAccepted':
      return event.data.transferDate;
    case 'PatientTaken':
    case 'PatientReleased':
    case 'ReviewLevelMarked':
    case 'ReviewLevelCleared':
      return event.data.day;
    // These events have no day of care.
    case 'DischargeCancelled':
    case 'AdmissionDeleted':
    case 'TransferOffered':
    case 'TransferWithdrawn':
    case 'TransferDeclined':
    case 'AdmissionErased':
    case 'FollowUpDateSet':
    case 'EntryTakenOver':
    case 'EntryAddressed':
    case 'AnswerReminded':
    case 'ErrorRated':
    case 'GalleryGroupAdded':
    case 'GalleryGroupRemoved':
    case 'AdmissionMedicationDeleted':
    case 'AdmissionMedicationsSorted':
    case 'MeasurementRemoved':
    case 'FindingDecided':
    case 'HomeMedicationRecorded':
    case 'HomeMedicationRemoved':
    case 'MedicationReconciled':
    case 'PatientDeferred':
    case 'DeferralEnded':
    case 'MovedToAnotherChart':
    case 'MovedFromAnotherChart':
    case 'MoveReturned':
    case 'MoveCompleted':
      return undefined;
    default:
      return unknownEvent(event, undefined);
  }
}

/** The name of the medicine that a decision is about, as it was written. */
function medicineOf({ homeMedications, medications }: Admitted, { line: { kind, id } }: Reconciled): string {
  const found =
    kind === 'home'
      ? homeMedications.find(({ homeMedicationId }) => homeMedicationId === id)
      : medications.find(({ medicationId }) => medicationId === id);
  return found?.drugLabel ?? '';
}

const reviewsOf = (admission: Admission): readonly Review[] => (isThere(admission) ? admission.reviews : []);

/** A review before and after an event; undefined if it did not exist. */
type Touched = readonly [was: Review | undefined, is: Review | undefined];
const nothing: Touched = [undefined, undefined];
/** Cached by the state after the event: a search for one thing asks every event of a long stream. */
const touchedReviews = new WeakMap<Admission, { readonly before: Admission; readonly touched: Touched }>();

/** The review that an event changed; an event changes at most one. */
function touchedReview(before: Admission, after: Admission): Touched {
  const known = touchedReviews.get(after);
  if (known?.before === before) return known.touched;
  const [was, is] = [reviewsOf(before), reviewsOf(after)];
  let index = 0;
  while (index < was.length && was[index] === is[index]) index += 1;
  const touched: Touched =
    was === is
      ? nothing
      : was.length === is.length
        ? [was[index], is[index]]
        : was.length > is.length
          ? [was[index], undefined]
          : [undefined, is[index]];
  touchedReviews.set(after, { before, touched });
  return touched;
}

/** Cached by event object, which is the same while the stream is cached (`stream-history.ts`). */
const subjects = new WeakMap<StoredEvent, About>();

function aboutOf(id: string, stored: StoredEvent): About {
  const event = stored.unreadable ? undefined : knownEvent(admissionEvents, stored);
  if (!event) return { of: `admission:${id}` };
  if (event.type === 'AdmissionMedicationsSorted') return { of: `medications:${id}` };
  if (event.type === 'MeasurementsRecorded') {
    const [only, another] = event.data.measurements;
    if (only && !another) return { of: `measurement:${only.measurementId}` };
  }
  const [of, larger] = touchedBy(id, event) as HistoryThing[];
  return { of: of ?? `admission:${id}`, ...(larger?.startsWith('review:') ? { in: larger } : {}) };
}

export const admissionDescriber: ChangeDescriber<Admission> = {
  about(id, stored) {
    const found = subjects.get(stored) ?? aboutOf(id, stored);
    subjects.set(stored, found);
    return found;
  },

  day: dayOf,

  hasChanged(before, after, thing) {
    const id = idOf(thing);
    const differs = <Item>(of: (admission: Admitted) => readonly Item[], isIt: (item: Item) => boolean): boolean => {
      const [was, is] = [before, after].map((state) => (isThere(state) ? of(state).find(isIt) : undefined));
      return was !== is;
    };
    switch (kindOf(thing)) {
      case 'review': {
        const [was, is] = touchedReview(before, after);
        return was?.reviewId === id || is?.reviewId === id;
      }
      case 'entry': {
        const [was, is] = touchedReview(before, after);
        const isIt = ({ entryId }: ReviewEntry): boolean => entryId === id;
        return was?.entries.find(isIt) !== is?.entries.find(isIt);
      }
      case 'note':
        return differs(
          ({ notes }) => notes,
          ({ noteId }) => noteId === id,
        );
      case 'gallery':
        return differs(
          ({ gallery }) => gallery,
          ({ groupId }) => groupId === id,
        );
      case 'medication':
        return differs(
          ({ medications }) => medications,
          ({ medicationId }) => medicationId === id,
        );
      case 'homeMedication':
        return differs(
          ({ homeMedications }) => homeMedications,
          ({ homeMedicationId }) => homeMedicationId === id,
        );
      case 'reconciled':
        return differs(
          ({ reconciled }) => reconciled,
          (one) => decisionKey(one) === id,
        );
      case 'measurement':
        return differs(
          ({ measurements }) => measurements,
          ({ measurementId }) => measurementId === id,
        );
      default:
        // Events of the head and of the order of the list name their subject.
        return false;
    }
  },

  async show(people, admissionId, admission, thing) {
    if (!isThere(admission)) return undefined;
    const id = idOf(thing);
    switch (kindOf(thing)) {
      case 'admission': {
        const { gallery: _gallery, moves: _moves, ...head } = renderAdmission(admissionId, admission);
        return head;
      }
      case 'review':
        return admission.reviews.some(({ reviewId }) => reviewId === id)
          ? renderReview(people, admissionId, admission, id)
          : undefined;
      case 'entry': {
        const found = entryIn(admission, id);
        return found && renderEntry(found.entry);
      }
      case 'note':
        return admission.notes.some(({ noteId }) => noteId === id)
          ? renderNote(people, admissionId, admission, id)
          : undefined;
      case 'gallery': {
        const group = admission.gallery.find(({ groupId }) => groupId === id);
        return group && renderGroup(group);
      }
      case 'medication':
        return renderMedications(admissionId, admission).find(({ _id }) => _id === id);
      case 'homeMedication': {
        const found = admission.homeMedications.find(({ homeMedicationId }) => homeMedicationId === id);
        return found && renderHomeMedication(people, admissionId, found);
      }
      case 'reconciled': {
        const found = admission.reconciled.find((one) => decisionKey(one) === id);
        return found && { ...pick(reconciledFields, found), drugLabel: medicineOf(admission, found) };
      }
      case 'measurement': {
        const found = admission.measurements.find(({ measurementId }) => measurementId === id);
        return found && renderMeasurement(people, admissionId, found);
      }
      // By their ids, so that only those that an event has added differ.
      case 'measurements':
        return Object.fromEntries(
          admission.measurements.map((one) => [one.measurementId, pick(measurementFields, one)]),
        );
      // As well.
      case 'findings':
        return Object.fromEntries(
          admission.findings.map(({ finding, decision }) => [
            `${finding.key} ${finding.fingerprint}`,
            decision.kind === 'taken'
              ? { ...decision, drugLabel: entryIn(admission, decision.entryId)?.entry.errDrugLabel ?? '' }
              : decision,
          ]),
        );
      case 'medications':
        return { medications: admission.medications.map(({ medicationId }) => medicationId) };
      default:
        return undefined;
    }
  },
};
