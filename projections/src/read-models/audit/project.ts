/**
 * `admission-` streams into the changes of medication errors, beside the clinical rows. `patient-` streams tell when a
 * patient is deleted.
 */
import { type AdmissionEvent, admissionEvents, type Entry } from 'command-api/domain/admission/events';
import { knownEvent } from 'command-api/domain/event-schema';
import { patientEvents } from 'command-api/domain/patient/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import { changeOne, idOf, type Projection, RowMissing, type Transaction } from '../projection.ts';
import { type Change, changeOf, type EntryState, entryStateOf } from './change.ts';

const isPatient = (stream: string): boolean => stream.startsWith('patient-');

export const audit: Projection = {
  name: 'audit',
  eventsOf: (stream) => (isPatient(stream) ? patientEvents : admissionEvents),
  project: (tx, event) => (isPatient(event.stream) ? projectPatient(tx, event) : projectAdmission(tx, event)),
  async forget(tx, stream) {
    // If this log does not delete the patient, the admissions' streams bring the changes back.
    if (isPatient(stream))
      await tx.query('update audited_patient set erased = false where patient_id = $1', [idOf(stream)]);
    else
      for (const table of ['error_change', 'audited_entry', 'audited_review'])
        await tx.query(`delete from ${table} where admission_id = $1`, [idOf(stream)]);
  },
  // The clinical projection announces the same events.
  isSilent: true,
  touched: () => [],
  aggregateTag: (stream) => stream,
};

async function projectPatient(tx: Transaction, { type, stream }: StoredEvent): Promise<void> {
  if (type !== 'PatientDeleted') return;
  // This row comes first, for its lock: a transaction that writes changes of this patient ends before it, or starts
  // after it and writes none.
  await tx.query(
    /* sql */ `
    insert into audited_patient (patient_id, erased) values ($1, true)
    on conflict (patient_id) do update set erased = true`,
    [idOf(stream)],
  );
  await tx.query('delete from error_change where patient_id = $1', [idOf(stream)]);
}

type StoredAdmissionEvent = StoredEvent & AdmissionEvent;

async function projectAdmission(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(admissionEvents, stored);
  switch (event?.type) {
    case 'PatientAdmitted':
      await tx.query('insert into audited_patient (patient_id, erased) values ($1, false) on conflict do nothing', [
        event.data.patientId,
      ]);
      return;
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { reviewId, reviewDate, entries } = event.data;
      await changeOne(tx, 'insert into audited_review (review_id, admission_id, review_date) values ($1, $2, $3)', [
        reviewId,
        idOf(stored.stream),
        reviewDate,
      ]);
      return addEntries(tx, event, reviewId, entries, event.type === 'ReviewDuplicated');
    }
    case 'ReviewHeadEdited':
      return changeOne(tx, 'update audited_review set review_date = $2 where review_id = $1', [
        event.data.reviewId,
        event.data.reviewDate,
      ]);
    case 'ReviewMedicationAdded':
      return addEntries(tx, event, event.data.reviewId, [event.data.entry]);
    case 'ReviewMedicationUpdated':
      return changeEntry(tx, event, event.data.reviewId, event.data.entry.entryId, ({ rating }) =>
        entryStateOf(event.data.entry, rating),
      );
    case 'ErrorRated':
      return changeEntry(tx, event, event.data.reviewId, event.data.entryId, (state) => ({
        ...state,
        rating: event.data.rating,
      }));
    case 'FollowUpDateSet':
      return changeEntry(tx, event, event.data.reviewId, event.data.entryId, (state) => ({
        ...state,
        followUpDate: event.data.followUpDate,
      }));
    case 'ReviewMedicationRemoved':
      return removeEntries(tx, event, 'entry_id', event.data.entryId);
    case 'ReviewDeleted':
      await removeEntries(tx, event, 'review_id', event.data.reviewId);
      return changeOne(tx, 'delete from audited_review where review_id = $1', [event.data.reviewId]);
    case 'AdmissionDeleted':
      // This event has no encrypted data: it is readable when no earlier event is. Then there are no rows.
      await removeEntries(tx, event, 'admission_id', idOf(stored.stream));
      await tx.query('delete from audited_review where admission_id = $1', [idOf(stored.stream)]);
      return;
    // These events change no medication error.
    case undefined:
    case 'AdmissionEdited':
    case 'PatientDischarged':
    case 'DischargeCancelled':
    case 'PhysicianNoteAdded':
    case 'PhysicianNoteEdited':
    case 'PhysicianNoteDeleted':
    case 'GalleryGroupAdded':
    case 'GalleryGroupRemoved':
    case 'AdmissionMedicationAdded':
    case 'AdmissionMedicationUpdated':
    case 'AdmissionMedicationStopped':
    case 'AdmissionMedicationDeleted':
    case 'AdmissionMedicationsSorted':
      return;
    default:
      return event satisfies never;
  }
}

interface ChangeOfEntry extends Change {
  readonly entryId: string;
  readonly reviewId: string;
}

async function addEntries(
  tx: Transaction,
  event: StoredAdmissionEvent,
  reviewId: string,
  entries: readonly Entry[],
  areCopies = false,
): Promise<void> {
  if (entries.length === 0) return;
  const added = entries.map((entry) => ({ entryId: entry.entryId, reviewId, state: entryStateOf(entry, null) }));
  await tx.query(
    /* sql */ `
    insert into audited_entry (entry_id, review_id, admission_id, standing)
    select given."entryId", given."reviewId", $2, given.state
    from jsonb_to_recordset($1) as given("entryId" text, "reviewId" text, state jsonb)`,
    [JSON.stringify(added), idOf(event.stream)],
  );
  await insertChanges(
    tx,
    event,
    added.map(({ state, ...entry }) => ({ ...entry, change: changeOf(undefined, state, areCopies) })),
  );
}

/** @throws RowMissing if the entry is missing */
async function changeEntry(
  tx: Transaction,
  event: StoredAdmissionEvent,
  reviewId: string,
  entryId: string,
  change: (state: EntryState) => EntryState,
): Promise<void> {
  const { rows } = await tx.query<{ state: EntryState }>(
    'select standing as state from audited_entry where entry_id = $1',
    [entryId],
  );
  const before = rows[0]?.state;
  if (!before) throw new RowMissing('The entry that has changed is not there');
  const after = change(before);
  await changeOne(tx, 'update audited_entry set standing = $2 where entry_id = $1', [entryId, JSON.stringify(after)]);
  await insertChanges(tx, event, [{ entryId, reviewId, change: changeOf(before, after) }]);
}

/** Removes an entry, the entries of a review, or those of an admission. */
async function removeEntries(
  tx: Transaction,
  event: StoredAdmissionEvent,
  by: 'entry_id' | 'review_id' | 'admission_id',
  id: string,
): Promise<void> {
  const { rows } = await tx.query<{ entryId: string; reviewId: string; state: EntryState }>(
    /* sql */ `
    delete from audited_entry where ${by} = $1
    returning entry_id as "entryId", review_id as "reviewId", standing as state`,
    [id],
  );
  if (by === 'entry_id' && rows.length !== 1) throw new RowMissing('The entry that was removed is not there');
  await insertChanges(
    tx,
    event,
    rows.map(({ state, ...entry }) => ({ ...entry, change: changeOf(state, undefined) })),
  );
}

/** These events speak of no day of care, so they are never late. */
const withoutDayOfCare: readonly AdmissionEvent['type'][] = ['ErrorRated', 'FollowUpDateSet', 'AdmissionDeleted'];

async function insertChanges(
  tx: Transaction,
  { type, stream, revision, metadata }: StoredAdmissionEvent,
  found: readonly { readonly entryId: string; readonly reviewId: string; readonly change: Change | undefined }[],
): Promise<void> {
  const changes = found.flatMap(({ change, ...entry }): ChangeOfEntry[] => (change ? [{ ...entry, ...change }] : []));
  if (changes.length === 0) return;
  const { patientId, teamId, occurredAt, recordedAt = null, actorId } = metadata;
  // The lock is held until the end of the transaction, so a deletion of the patient waits, and then removes these rows.
  const { rows } = await tx.query<{ erased: boolean }>(
    'select erased from audited_patient where patient_id = $1 for share',
    [patientId],
  );
  if (rows[0]?.erased !== false) return;
  await tx.query(
    /* sql */ `
    insert into error_change (entry_id, revision, team_id, patient_id, admission_id, review_id, at, actor_id, day, what,
                              removed,
                              err_type, err_type_label, err_drug, err_drug_label,
                              severity, response, rating, follow_up_date,
                              err_type_before, err_type_label_before, err_drug_before, err_drug_label_before,
                              severity_before, response_before, rating_before, follow_up_date_before,
                              recorded_at)
    select given."entryId", $2, $3, $4, $5, given."reviewId", $6, $7,
           case when $8::boolean
             then (select review_date from audited_review r where r.review_id = given."reviewId") end,
           array(select jsonb_array_elements_text(given.what)), given.what @> '["removed"]',
           is_now."errType", is_now."errTypeLabel", is_now."errDrug", is_now."errDrugLabel",
           is_now."errSeverity", is_now."errRes", is_now.rating, is_now."followUpDate",
           was."errType", was."errTypeLabel", was."errDrug", was."errDrugLabel",
           was."errSeverity", was."errRes", was.rating, was."followUpDate",
           $9::timestamptz
    from jsonb_to_recordset($1) as given("entryId" text, "reviewId" text, what jsonb, "is" jsonb, was jsonb)
    cross join lateral jsonb_to_record(given."is") as is_now(${entryStateColumns})
    cross join lateral jsonb_to_record(given.was) as was(${entryStateColumns})`,
    [
      JSON.stringify(changes),
      revision,
      teamId,
      patientId,
      idOf(stream),
      occurredAt,
      actorId,
      !withoutDayOfCare.includes(type),
      recordedAt,
    ],
  );
}

const entryStateColumns = /* sql */ `
  "errType" text, "errTypeLabel" text, "errDrug" text, "errDrugLabel" text,
  "errSeverity" char(1), "errRes" smallint, rating numeric(2,1), "followUpDate" date`;
