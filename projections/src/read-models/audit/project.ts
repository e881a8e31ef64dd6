/**
 * `admission-` streams into the changes of medication errors, beside the clinical rows; `patient-` streams for the end
 * of them.
 */
import { type AdmissionEvent, admissionEvents, type Entry } from 'command-api/domain/admission/events';
import { known } from 'command-api/domain/event-schema';
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
    // Of a person whose end this log does not know, the changes come with the admissions' streams.
    if (isPatient(stream))
      await tx.query('update audited_patient set erased = false where patient_id = $1', [idOf(stream)]);
    else
      for (const table of ['error_change', 'audited_entry', 'audited_review'])
        await tx.query(`delete from ${table} where admission_id = $1`, [idOf(stream)]);
  },
  // What there is to be told is told with the clinical rows.
  isSilent: true,
  touched: () => [],
  aggregateTag: (stream) => stream,
};

async function projectPatient(tx: Transaction, { type, stream }: StoredEvent): Promise<void> {
  if (type !== 'PatientDeleted') return;
  // First the mark, and with it the lock: whoever writes changes of this person right now is waited for, and whoever
  // comes later writes none.
  await tx.query(
    'insert into audited_patient (patient_id, erased) values ($1, true) on conflict (patient_id) do update set erased = true',
    [idOf(stream)],
  );
  await tx.query('delete from error_change where patient_id = $1', [idOf(stream)]);
}

type Append = StoredEvent & AdmissionEvent;

async function projectAdmission(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = known(admissionEvents, stored);
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
      return changeEntry(tx, event, event.data.reviewId, event.data.entryId, (standing) => ({
        ...standing,
        rating: event.data.rating,
      }));
    case 'FollowUpDateSet':
      return changeEntry(tx, event, event.data.reviewId, event.data.entryId, (standing) => ({
        ...standing,
        followUpDate: event.data.followUpDate,
      }));
    case 'ReviewMedicationRemoved':
      return removeEntries(tx, event, 'entry_id', event.data.entryId);
    case 'ReviewDeleted':
      await removeEntries(tx, event, 'review_id', event.data.reviewId);
      return changeOne(tx, 'delete from audited_review where review_id = $1', [event.data.reviewId]);
    case 'AdmissionDeleted':
      // It can be read when nothing before it can any more: then there are no rows.
      await removeEntries(tx, event, 'admission_id', idOf(stored.stream));
      await tx.query('delete from audited_review where admission_id = $1', [idOf(stored.stream)]);
      return;
    // Notes, gallery, medications and the admission's own dates are no errors.
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

interface Changed extends Change {
  readonly entryId: string;
  readonly reviewId: string;
}

async function addEntries(
  tx: Transaction,
  event: Append,
  reviewId: string,
  entries: readonly Entry[],
  areCopies = false,
): Promise<void> {
  if (entries.length === 0) return;
  const added = entries.map((entry) => ({ entryId: entry.entryId, reviewId, standing: entryStateOf(entry, null) }));
  await tx.query(
    `insert into audited_entry (entry_id, review_id, admission_id, standing)
     select given."entryId", given."reviewId", $2, given.standing from jsonb_to_recordset($1) as given("entryId" text, "reviewId" text, standing jsonb)`,
    [JSON.stringify(added), idOf(event.stream)],
  );
  await tell(
    tx,
    event,
    added.map(({ standing, ...entry }) => ({ ...entry, change: changeOf(undefined, standing, areCopies) })),
  );
}

/** @throws RowMissing without the entry */
async function changeEntry(
  tx: Transaction,
  event: Append,
  reviewId: string,
  entryId: string,
  change: (standing: EntryState) => EntryState,
): Promise<void> {
  const { rows } = await tx.query<{ standing: EntryState }>('select standing from audited_entry where entry_id = $1', [
    entryId,
  ]);
  const before = rows[0]?.standing;
  if (!before) throw new RowMissing('The entry that has changed is not there');
  const after = change(before);
  await changeOne(tx, 'update audited_entry set standing = $2 where entry_id = $1', [entryId, JSON.stringify(after)]);
  await tell(tx, event, [{ entryId, reviewId, change: changeOf(before, after) }]);
}

/** The entry itself, those of a review that goes with them, or of an admission. */
async function removeEntries(
  tx: Transaction,
  event: Append,
  by: 'entry_id' | 'review_id' | 'admission_id',
  id: string,
): Promise<void> {
  const { rows } = await tx.query<{ entryId: string; reviewId: string; standing: EntryState }>(
    `delete from audited_entry where ${by} = $1 returning entry_id as "entryId", review_id as "reviewId", standing`,
    [id],
  );
  if (by === 'entry_id' && rows.length !== 1) throw new RowMissing('The entry that was removed is not there');
  await tell(
    tx,
    event,
    rows.map(({ standing, ...entry }) => ({ ...entry, change: changeOf(standing, undefined) })),
  );
}

/** What speaks of no day of care is late for none. */
const speaksOfNoDay: readonly AdmissionEvent['type'][] = ['ErrorRated', 'FollowUpDateSet', 'AdmissionDeleted'];

async function tell(
  tx: Transaction,
  { type, stream, revision, metadata }: Append,
  found: readonly { readonly entryId: string; readonly reviewId: string; readonly change: Change | undefined }[],
): Promise<void> {
  const changes = found.flatMap(({ change, ...entry }): Changed[] => (change ? [{ ...entry, ...change }] : []));
  if (changes.length === 0) return;
  const { patientId, teamId, occurredAt, recordedAt = null, actorId } = metadata;
  // Held until the end of the transaction: what is written here is there for whoever erases the person meanwhile.
  const { rows } = await tx.query<{ erased: boolean }>(
    'select erased from audited_patient where patient_id = $1 for share',
    [patientId],
  );
  if (rows[0]?.erased !== false) return;
  await tx.query(
    `insert into error_change (entry_id, revision, team_id, patient_id, admission_id, review_id, at, actor_id, day, what, removed,
                               err_type, err_type_label, err_drug, err_drug_label, severity, response, rating, follow_up_date,
                               err_type_before, err_type_label_before, err_drug_before, err_drug_label_before, severity_before, response_before, rating_before, follow_up_date_before, recorded_at)
     select given."entryId", $2, $3, $4, $5, given."reviewId", $6, $7,
            case when $8::boolean then (select review_date from audited_review r where r.review_id = given."reviewId") end,
            array(select jsonb_array_elements_text(given.what)), given.what @> '["removed"]',
            is_now."errType", is_now."errTypeLabel", is_now."errDrug", is_now."errDrugLabel", is_now."errSeverity", is_now."errRes", is_now.rating, is_now."followUpDate",
            was."errType", was."errTypeLabel", was."errDrug", was."errDrugLabel", was."errSeverity", was."errRes", was.rating, was."followUpDate", $9::timestamptz
     from jsonb_to_recordset($1) as given("entryId" text, "reviewId" text, what jsonb, "is" jsonb, was jsonb)
     cross join lateral jsonb_to_record(given."is") as is_now(${standing})
     cross join lateral jsonb_to_record(given.was) as was(${standing})`,
    [
      JSON.stringify(changes),
      revision,
      teamId,
      patientId,
      idOf(stream),
      occurredAt,
      actorId,
      !speaksOfNoDay.includes(type),
      recordedAt,
    ],
  );
}

const standing =
  '"errType" text, "errTypeLabel" text, "errDrug" text, "errDrugLabel" text, "errSeverity" char(1), "errRes" smallint, rating numeric(2,1), "followUpDate" date';
