/**
 * `admission-` streams into the changes of medication errors, beside the clinical rows. `patient-` streams tell when a
 * patient is deleted.
 */
import { type AdmissionEvent, admissionEvents, type Entry } from 'language/domain/admission/events';
import { responseOf } from 'language/domain/admission/evolve-answers';
import { knownEvent } from 'language/domain/event-schema';
import { patientEvents } from 'language/domain/patient/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import { idOf, type Projection } from '../projection.ts';
import { append, insert, remove, type RowChange, shared, update } from '../row-change.ts';
import { RowMissing, type Rows } from '../stream-rows.ts';
import type { RowOf } from '../table.ts';
import { type Arrival, type Change, changeOf, type Departure, type EntryState, entryStateOf } from './change.ts';
import { auditedEntry, auditedReview, auditTablesOfAdmission, errorChange } from './tables.ts';

const isPatient = (stream: string): boolean => stream.startsWith('patient-');
const noTables = [] as const;

export const audit: Projection = {
  name: 'audit',
  eventsOf: (stream) => (isPatient(stream) ? patientEvents : admissionEvents),
  tablesOf: (stream) => (isPatient(stream) ? noTables : auditTablesOfAdmission),
  project: (rows, event) => (isPatient(event.stream) ? projectPatient(event) : projectAdmission(rows, event)),
  // The clinical projection announces the same events.
  isSilent: true,
  // The changes of an erased admission end with it, not with the patient.
  changes: [{ differs: ['error_change'] }],
  touched: () => [],
  aggregateTag: (stream) => stream,
};

const projectPatient = ({ type, stream }: StoredEvent): readonly RowChange[] =>
  type === 'PatientDeleted' ? [shared({ kind: 'audit erased', patientId: idOf(stream) })] : [];

type StoredAdmissionEvent = StoredEvent & AdmissionEvent;

function projectAdmission(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(admissionEvents, stored);
  const admission_id = idOf(stored.stream);
  switch (event?.type) {
    case 'PatientAdmitted':
      return [shared({ kind: 'patient known', patientId: event.data.patientId })];
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { reviewId, reviewDate, entries } = event.data;
      const review = { review_id: reviewId, admission_id, review_date: reviewDate };
      const how = event.type === 'ReviewDuplicated' ? 'copied' : 'added';
      return [insert(auditedReview, review), ...addEntries(event, reviewId, reviewDate, entries, how)];
    }
    case 'ReviewHeadEdited': {
      const { reviewId, reviewDate } = event.data;
      return [update(auditedReview, { review_id: reviewId }, { review_date: reviewDate })];
    }
    case 'ReviewMedicationAdded': {
      const { reviewId, entry } = event.data;
      return addEntries(event, reviewId, dayOf(rows, reviewId), [entry]);
    }
    case 'ReviewMedicationUpdated':
      return changeEntry(rows, event, event.data.entry.entryId, ({ rating }) => entryStateOf(event.data.entry, rating));
    case 'ErrorRated':
      return changeEntry(rows, event, event.data.entryId, (state) => ({ ...state, rating: event.data.rating }));
    case 'FollowUpDateSet':
      return changeEntry(rows, event, event.data.entryId, (state) => ({
        ...state,
        followUpDate: event.data.followUpDate,
      }));
    case 'ResponseRecorded':
      return changeEntry(rows, event, event.data.entryId, (state) => ({ ...state, errRes: event.data.errRes }));
    case 'EntryAnswered':
      return changeEntry(rows, event, event.data.entryId, (state) => ({
        ...state,
        errRes: responseOf[event.data.answer],
      }));
    case 'ReviewMedicationRemoved':
      return removeEntries(rows, event, [rows.one(auditedEntry, { entry_id: event.data.entryId })]);
    case 'ReviewDeleted': {
      const { reviewId } = event.data;
      const entries = rows.all(auditedEntry).filter(({ review_id }) => review_id === reviewId);
      return [...removeEntries(rows, event, entries), remove(auditedReview, { review_id: reviewId })];
    }
    case 'AdmissionDeleted':
      // This event has no encrypted data: it is readable when no earlier event is. Then there are no rows.
      return [
        ...removeEntries(rows, event, rows.all(auditedEntry)),
        ...rows.all(auditedReview).map((review) => remove(auditedReview, review)),
      ];
    case 'AdmissionErased':
      // No change row is written, and none of before stays.
      return [
        shared({ kind: 'stream erased' }),
        ...rows.all(auditedEntry).map((entry) => remove(auditedEntry, entry)),
        ...rows.all(auditedReview).map((review) => remove(auditedReview, review)),
      ];
    case 'MovedToAnotherChart': {
      const { kind, id } = event.data.what;
      const gone = rows.all(auditedEntry).filter((row) => (kind === 'entry' ? row.entry_id : row.review_id) === id);
      if (kind === 'entry') return removeEntries(rows, event, gone, 'movedOut');
      if (kind !== 'review') return [];
      return [...removeEntries(rows, event, gone, 'movedOut'), remove(auditedReview, { review_id: id })];
    }
    case 'MovedFromAnotherChart':
    case 'MoveReturned':
      return arriveInChart(rows, event);
    // These events change no medication error.
    case 'MoveCompleted':
    case 'EntryTakenOver':
    case 'EntryAddressed':
    case 'AnswerReminded':
    case undefined:
    case 'AdmissionEdited':
    case 'PatientDischarged':
    case 'DischargeCancelled':
    case 'TransferOffered':
    case 'TransferWithdrawn':
    case 'TransferDeclined':
    case 'TransferAccepted':
    case 'PhysicianNoteAdded':
    case 'PhysicianNoteEdited':
    case 'PhysicianNoteDeleted':
    case 'GalleryGroupAdded':
    case 'GalleryGroupRemoved':
    case 'AdmissionMedicationAdded':
    case 'AdmissionMedicationUpdated':
    case 'AdmissionMedicationStopped':
    case 'MedicationHeld':
    case 'MedicationHoldEnded':
    case 'AdmissionMedicationDeleted':
    case 'AdmissionMedicationsSorted':
    case 'MeasurementsRecorded':
    case 'MeasurementCorrected':
    case 'MeasurementRemoved':
    case 'FindingDecided':
    case 'HomeMedicationRecorded':
    case 'HomeMedicationRemoved':
    case 'MedicationReconciled':
    case 'PatientTaken':
    case 'PatientReleased':
    case 'PatientDeferred':
    case 'DeferralEnded':
    case 'ReviewLevelMarked':
    case 'ReviewLevelCleared':
      return [];
    default:
      return event satisfies never;
  }
}

/** A thing that was moved here, or that has come back. */
function arriveInChart(
  rows: Rows,
  event: StoredAdmissionEvent & { readonly type: 'MovedFromAnotherChart' | 'MoveReturned' },
): RowChange[] {
  const { moved } = event.data;
  const admission_id = idOf(event.stream);
  const how = 'movedIn';
  if (moved.kind === 'review') {
    const { reviewId: review_id, reviewDate: review_date, entries } = moved;
    const review = insert(auditedReview, { review_id, admission_id, review_date });
    return [review, ...addEntries(event, review_id, review_date, entries, how)];
  }
  if (moved.kind !== 'entry') return [];
  const { reviewId: review_id, isNewReview, wasIn, entry } = moved;
  if (!isNewReview) return addEntries(event, review_id, dayOf(rows, review_id), [entry], how);
  const review = insert(auditedReview, { review_id, admission_id, review_date: wasIn.reviewDate });
  return [review, ...addEntries(event, review_id, wasIn.reviewDate, [entry], how)];
}

const dayOf = (rows: Rows, reviewId: string): string | null =>
  rows.find(auditedReview, { review_id: reviewId })?.review_date ?? null;

const addEntries = (
  event: StoredAdmissionEvent,
  review_id: string,
  day: string | null,
  entries: readonly (Entry & { readonly rating?: number | null })[],
  how: Arrival = 'added',
): RowChange[] =>
  entries.flatMap((entry) => {
    const standing = entryStateOf(entry, entry.rating ?? null);
    const added = { entry_id: entry.entryId, review_id, admission_id: idOf(event.stream), standing };
    return [insert(auditedEntry, added), ...changeRow(event, added, day, changeOf(undefined, standing, how))];
  });

/** @throws RowMissing if the entry is missing */
function changeEntry(
  rows: Rows,
  event: StoredAdmissionEvent & { readonly data: { readonly reviewId: string } },
  entry_id: string,
  change: (state: EntryState) => EntryState,
): RowChange[] {
  const { standing: before } = rows.one(auditedEntry, { entry_id });
  const after = change(before);
  const review_id = event.data.reviewId;
  return [
    update(auditedEntry, { entry_id }, { standing: after }),
    ...changeRow(event, { entry_id, review_id }, dayOf(rows, review_id), changeOf(before, after)),
  ];
}

const removeEntries = (
  rows: Rows,
  event: StoredAdmissionEvent,
  entries: readonly RowOf<typeof auditedEntry.columns>[],
  how: Departure = 'removed',
): RowChange[] =>
  entries.flatMap((entry) => [
    remove(auditedEntry, entry),
    ...changeRow(event, entry, dayOf(rows, entry.review_id), changeOf(entry.standing, undefined, how)),
  ]);

/** These events speak of no day of care, so they are never late. */
const withoutDayOfCare: readonly AdmissionEvent['type'][] = [
  'ErrorRated',
  'FollowUpDateSet',
  'AdmissionDeleted',
  'MovedToAnotherChart',
  'MovedFromAnotherChart',
  'MoveReturned',
];

/** None if nothing has changed, or if the event names no patient: then no deletion could find the row. */
function changeRow(
  { type, stream, revision, metadata }: StoredAdmissionEvent,
  { entry_id, review_id }: { readonly entry_id: string; readonly review_id: string },
  day: string | null,
  change: Change | undefined,
): RowChange[] {
  const { patientId, teamId, occurredAt, recordedAt = null, actorId } = metadata;
  if (!change || patientId === undefined) return [];
  if (teamId === undefined) throw new RowMissing('A change of an error without a team');
  const { what, is, was } = change;
  return [
    append(errorChange, {
      entry_id,
      revision: String(revision),
      team_id: teamId,
      patient_id: patientId,
      admission_id: idOf(stream),
      review_id,
      at: occurredAt,
      actor_id: actorId,
      day: withoutDayOfCare.includes(type) ? null : day,
      what,
      removed: what.includes('removed'),
      err_type: is.errType,
      err_type_label: is.errTypeLabel,
      err_drug: is.errDrug,
      err_drug_label: is.errDrugLabel,
      severity: is.errSeverity,
      response: is.errRes,
      rating: is.rating,
      follow_up_date: is.followUpDate,
      err_type_before: was.errType ?? null,
      err_type_label_before: was.errTypeLabel ?? null,
      err_drug_before: was.errDrug ?? null,
      err_drug_label_before: was.errDrugLabel ?? null,
      severity_before: was.errSeverity ?? null,
      response_before: was.errRes ?? null,
      rating_before: was.rating ?? null,
      follow_up_date_before: was.followUpDate ?? null,
      recorded_at: recordedAt,
    }),
  ];
}
