/** `admission-` streams into admissions, reviews, entries and notes. */
import { admissionEvents, type Entry } from 'command-api/domain/admission/events';
import { touchedBy as touchedByAdmission } from 'command-api/domain/admission/touched';
import type { StoredEvent } from 'command-api/event-log';
import { known } from 'command-api/domain/event-schema';
import { changeOne, idOf, type Projection, RowMissing, type Transaction } from '../../projection.ts';

export const clinical: Projection = {
  name: 'clinical',
  project,
  touched(stored) {
    const event = known(admissionEvents, stored);
    return event ? touchedByAdmission(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `admission:${idOf(stream)}`,
};

/**
 * Each entity's `version` is the revision of the last event that touched it; a review's counts its head, each entry has its own.
 * Rows of a review and a note take patient and team from their admission, which the same stream has opened.
 */
async function project(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = known(admissionEvents, stored);
  const admissionId = idOf(stored.stream);
  switch (event?.type) {
    case undefined:
      return;
    case 'PatientAdmitted': {
      const { patientId, teamId, admissionDate, admissionDetails } = event.data;
      return changeOne(tx, 'insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version) values ($1, $2, $3, $4, $5, $6)', [
        admissionId, patientId, teamId, admissionDate, admissionDetails, event.revision,
      ]);
    }
    case 'PatientDischarged': {
      const { dischargeDate, dischargeStatus, dischargeNote } = event.data;
      return changeOne(tx, 'update admission set discharge_date = $2, discharge_status = $3, discharge_note = $4, version = $5 where admission_id = $1', [
        admissionId, dischargeDate, dischargeStatus, dischargeNote, event.revision,
      ]);
    }
    case 'ReviewAdded': {
      const { reviewId, reviewDate, clinicalNote, entries } = event.data;
      await changeOne(
        tx,
        `insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at, version)
         select $2, admission_id, patient_id, team_id, $3, $4, $5, $6, $7 from admission where admission_id = $1`,
        [admissionId, reviewId, reviewDate, clinicalNote, event.metadata.actorId, event.metadata.occurredAt, event.revision],
      );
      return addEntries(tx, reviewId, entries, event.revision);
    }
    case 'ReviewHeadEdited': {
      const { reviewId, reviewDate, clinicalNote } = event.data;
      await changeOne(tx, 'update review set review_date = $2, clinical_note = $3, version = $4 where review_id = $1', [reviewId, reviewDate, clinicalNote, event.revision]);
      // The reports count entries by the date of their review.
      await tx.query('update review_entry set review_date = $2 where review_id = $1', [reviewId, reviewDate]);
      return;
    }
    case 'ReviewMedicationAdded':
      return addEntries(tx, event.data.reviewId, [event.data.entry], event.revision);
    case 'ReviewMedicationUpdated':
      return updateEntry(tx, event.data.entry, event.revision);
    case 'ReviewMedicationRemoved':
      return changeOne(tx, 'delete from review_entry where entry_id = $1', [event.data.entryId]);
    case 'ErrorRated':
      return changeOne(tx, 'update review_entry set rating = $2, version = $3 where entry_id = $1', [event.data.entryId, event.data.rating, event.revision]);
    case 'PhysicianNoteAdded': {
      const { noteId, noteDate, note } = event.data;
      return changeOne(
        tx,
        `insert into physician_note (note_id, admission_id, patient_id, team_id, note_date, note, author_id, created_at, version)
         select $2, admission_id, patient_id, team_id, $3, $4, $5, $6, $7 from admission where admission_id = $1`,
        [admissionId, noteId, noteDate, note, event.metadata.actorId, event.metadata.occurredAt, event.revision],
      );
    }
    default:
      return event satisfies never;
  }
}

/** Entries take the places after those that the review has, in the order given. @throws RowMissing without the review */
async function addEntries(tx: Transaction, reviewId: string, entries: readonly Entry[], revision: bigint): Promise<void> {
  if (entries.length === 0) return;
  const { rowCount } = await tx.query(
    `insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position,
                               err_type, err_type_label, err_drug, err_drug_label, err_note, err_res, err_severity, drug_tags, version)
     select given."entryId", review.review_id, review.admission_id, review.team_id, review.review_date,
            (select coalesce(max(position) + 1, 0) from review_entry where review_id = $1) + place - 1,
            given."errType", given."errTypeLabel", given."errDrug", given."errDrugLabel", given."errNote", given."errRes", given."errSeverity", given."drugTags", $3
     from review,
          rows from (jsonb_to_recordset($2) as ("entryId" text, "errType" text, "errTypeLabel" text, "errDrug" text, "errDrugLabel" text,
                                                "errNote" text, "errRes" smallint, "errSeverity" char(1), "drugTags" jsonb)) with ordinality
            as given("entryId", "errType", "errTypeLabel", "errDrug", "errDrugLabel", "errNote", "errRes", "errSeverity", "drugTags", place)
     where review.review_id = $1`,
    [reviewId, JSON.stringify(entries), revision],
  );
  if (rowCount !== entries.length) throw new RowMissing('The review of these entries is not there');
}

/** The whole entry as it stands afterwards; its place and its rating stay. */
const updateEntry = (tx: Transaction, entry: Entry, revision: bigint): Promise<void> =>
  changeOne(
    tx,
    `update review_entry
     set err_type = $2, err_type_label = $3, err_drug = $4, err_drug_label = $5, err_note = $6, err_res = $7, err_severity = $8, drug_tags = $9, version = $10
     where entry_id = $1`,
    [
      entry.entryId, entry.errType, entry.errTypeLabel, entry.errDrug, entry.errDrugLabel,
      entry.errNote, entry.errRes, entry.errSeverity, JSON.stringify(entry.drugTags), revision,
    ],
  );
