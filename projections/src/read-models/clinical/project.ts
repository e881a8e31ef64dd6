/** `admission-` streams into admissions, reviews, entries, notes, gallery and medications. */
import { admissionEvents, type Entry, type Medication } from 'command-api/domain/admission/events';
import { touchedBy as touchedByAdmission } from 'command-api/domain/admission/touched';
import { recordedAtOf } from 'command-api/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'command-api/domain/event-schema';
import {
  canKeepPast,
  updateKeepingPast,
  updateOneKeepingPast,
  type EndingEvent,
  deleteKeepingPast,
  deleteOneKeepingPast,
} from '../past.ts';
import { changeOne, idOf, type Projection, RowMissing, type Transaction } from '../projection.ts';
import { CHART_SEEN } from '../../schema/chart-seen.ts';

const tables = [
  'review_entry',
  'review',
  'physician_note',
  'gallery_group',
  'removed_image',
  'admission_medication',
  'admission',
] as const;

export const clinical: Projection = {
  name: 'clinical',
  eventsOf: () => admissionEvents,
  project,
  async forget(tx, stream) {
    for (const table of [...tables, 'past_review_entry', 'past_review', 'past_admission'])
      await tx.query(`delete from ${table} where admission_id = $1`, [idOf(stream)]);
  },
  touched(stored) {
    const event = knownEvent(admissionEvents, stored);
    return event ? touchedByAdmission(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `admission:${idOf(stream)}`,
};

/**
 * An entity's `version` is the revision of the last event that touched it. A review has one version for its head and
 * one for its entries, beside each entry's own. An admission's version covers its head, gallery and medications. Rows
 * inside an admission copy patient and team from the admission's row. Rows that reports show keep their past states
 * (`past.ts`).
 */
async function project(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(admissionEvents, stored);
  const admissionId = idOf(stored.stream);
  switch (event?.type) {
    case undefined:
      return;
    case 'PatientAdmitted': {
      const { patientId, teamId, admissionDate, admissionDetails } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version, since)
        values ($1, $2, $3, $4, $5, $6, $7)`,
        [admissionId, patientId, teamId, admissionDate, admissionDetails, event.revision, recordedAtOf(event.metadata)],
      );
    }
    case 'AdmissionEdited': {
      const { admissionDate, admissionDetails } = event.data;
      return updateOneKeepingPast(
        tx,
        'admission',
        event,
        'admission_date = $4, admission_details = $5, version = $2',
        'admission_id = $3',
        [admissionId, admissionDate, admissionDetails],
      );
    }
    case 'PatientDischarged': {
      const { dischargeDate, dischargeStatus, dischargeNote } = event.data;
      return updateOneKeepingPast(
        tx,
        'admission',
        event,
        'discharge_date = $4, discharge_status = $5, discharge_note = $6, version = $2',
        'admission_id = $3',
        [admissionId, dischargeDate, dischargeStatus, dischargeNote],
      );
    }
    case 'DischargeCancelled':
      return updateOneKeepingPast(
        tx,
        'admission',
        event,
        "discharge_date = null, discharge_status = null, discharge_note = '', version = $2",
        'admission_id = $3',
        [admissionId],
      );
    case 'AdmissionDeleted':
      // This event has no encrypted data: it is readable when no earlier event is. Then there are no rows.
      if (await canKeepPast(tx, event.metadata.patientId)) {
        for (const table of ['review_entry', 'review', 'admission'] as const)
          await deleteKeepingPast(tx, table, event, 'admission_id = $3', [admissionId]);
        for (const table of tables) await tx.query(`delete from ${table} where admission_id = $1`, [admissionId]);
      } else await clinical.forget(tx, stored.stream);
      await tx.query(`delete from ${CHART_SEEN} where admission_id = $1`, [admissionId]);
      return;
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { reviewId, reviewDate, clinicalNote, entries } = event.data;
      const copiedFrom = event.type === 'ReviewDuplicated' ? event.data.copiedFrom : null;
      await changeOne(
        tx,
        /* sql */ `
        insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id,
                            created_at, since, version, copied_from)
        select $2, admission_id, patient_id, team_id, $3, $4, $5, $6, $9, $7, $8
        from admission where admission_id = $1`,
        [
          admissionId,
          reviewId,
          reviewDate,
          clinicalNote,
          event.metadata.actorId,
          event.metadata.occurredAt,
          event.revision,
          copiedFrom,
          recordedAtOf(event.metadata),
        ],
      );
      return addEntries(tx, reviewId, entries, event);
    }
    case 'ReviewHeadEdited': {
      const { reviewId, reviewDate, clinicalNote } = event.data;
      await updateOneKeepingPast(
        tx,
        'review',
        event,
        'review_date = $4, clinical_note = $5, version = $2',
        'review_id = $3',
        [reviewId, reviewDate, clinicalNote],
      );
      // Reports count an entry on the date of its review.
      await updateKeepingPast(tx, 'review_entry', event, 'review_date = $4', 'review_id = $3 and review_date <> $4', [
        reviewId,
        reviewDate,
      ]);
      return;
    }
    case 'ReviewDeleted':
      await deleteKeepingPast(tx, 'review_entry', event, 'review_id = $3', [event.data.reviewId]);
      return deleteOneKeepingPast(tx, 'review', event, 'review_id = $3', [event.data.reviewId]);
    case 'ReviewMedicationAdded':
      await addEntries(tx, event.data.reviewId, [event.data.entry], event);
      return touchReview(tx, event.data.reviewId, event.revision);
    case 'ReviewMedicationUpdated':
      await updateEntry(tx, event.data.entry, event);
      return touchReview(tx, event.data.reviewId, event.revision);
    case 'ReviewMedicationRemoved':
      await deleteOneKeepingPast(tx, 'review_entry', event, 'entry_id = $3', [event.data.entryId]);
      return touchReview(tx, event.data.reviewId, event.revision);
    case 'FollowUpDateSet':
      await updateOneKeepingPast(tx, 'review_entry', event, 'follow_up_date = $4, version = $2', 'entry_id = $3', [
        event.data.entryId,
        event.data.followUpDate,
      ]);
      return touchReview(tx, event.data.reviewId, event.revision);
    case 'ErrorRated':
      await updateOneKeepingPast(tx, 'review_entry', event, 'rating = $4, version = $2', 'entry_id = $3', [
        event.data.entryId,
        event.data.rating,
      ]);
      return touchReview(tx, event.data.reviewId, event.revision);
    case 'PhysicianNoteAdded': {
      const { noteId, noteDate, note } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into physician_note (note_id, admission_id, patient_id, team_id, note_date, note, author_id, created_at,
                                    version)
        select $2, admission_id, patient_id, team_id, $3, $4, $5, $6, $7 from admission where admission_id = $1`,
        [admissionId, noteId, noteDate, note, event.metadata.actorId, event.metadata.occurredAt, event.revision],
      );
    }
    case 'PhysicianNoteEdited': {
      const { noteId, noteDate, note } = event.data;
      return changeOne(tx, 'update physician_note set note_date = $2, note = $3, version = $4 where note_id = $1', [
        noteId,
        noteDate,
        note,
        event.revision,
      ]);
    }
    case 'PhysicianNoteDeleted':
      return changeOne(tx, 'delete from physician_note where note_id = $1', [event.data.noteId]);
    case 'GalleryGroupAdded': {
      const { groupId, title, images } = event.data;
      await changeOne(
        tx,
        /* sql */ `
        insert into gallery_group (group_id, admission_id, patient_id, team_id, title, author_id, created_at, version)
        select $2, admission_id, patient_id, team_id, $3, $4, $5, $6 from admission where admission_id = $1`,
        [admissionId, groupId, title, event.metadata.actorId, event.metadata.occurredAt, event.revision],
      );
      await tx.query(
        /* sql */ `
        insert into gallery_image (group_id, position, image)
        select $1, place - 1, image from unnest($2::text[]) with ordinality as given(image, place)`,
        [groupId, images],
      );
      return touchAdmission(tx, admissionId, event.revision);
    }
    case 'GalleryGroupRemoved':
      await tx.query(
        /* sql */ `
        insert into removed_image (admission_id, image)
        select $1, image from gallery_image where group_id = $2
        on conflict do nothing`,
        [admissionId, event.data.groupId],
      );
      await changeOne(tx, 'delete from gallery_group where group_id = $1', [event.data.groupId]);
      return touchAdmission(tx, admissionId, event.revision);
    case 'AdmissionMedicationAdded': {
      const { medicationId, drug, drugLabel, dose, route, frequency, startDate, stopDate, note } =
        event.data.medication;
      await changeOne(
        tx,
        /* sql */ `
        insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose,
                                          route, frequency, start_date, stop_date, note,
                                          position, author_id, created_at, version)
        select $2, admission_id, patient_id, team_id, $3, $4, $5, $6, $7, $8, $9, $10,
               (select coalesce(max(position) + 1, 0) from admission_medication where admission_id = $1), $11, $12, $13
        from admission where admission_id = $1`,
        [
          admissionId,
          medicationId,
          drug,
          drugLabel,
          dose,
          route,
          frequency,
          startDate,
          stopDate,
          note,
          event.metadata.actorId,
          event.metadata.occurredAt,
          event.revision,
        ],
      );
      return touchAdmission(tx, admissionId, event.revision);
    }
    case 'AdmissionMedicationUpdated':
      await updateMedication(tx, event.data.medication, event.revision);
      return touchAdmission(tx, admissionId, event.revision);
    case 'AdmissionMedicationStopped': {
      const { medicationId, stopDate } = event.data;
      await changeOne(tx, 'update admission_medication set stop_date = $2, version = $3 where medication_id = $1', [
        medicationId,
        stopDate,
        event.revision,
      ]);
      return touchAdmission(tx, admissionId, event.revision);
    }
    case 'AdmissionMedicationDeleted':
      await changeOne(tx, 'delete from admission_medication where medication_id = $1', [event.data.medicationId]);
      return touchAdmission(tx, admissionId, event.revision);
    case 'AdmissionMedicationsSorted':
      await sortMedications(tx, admissionId, event.data.medicationIds);
      return touchAdmission(tx, admissionId, event.revision);
    default:
      return event satisfies never;
  }
}

const touchAdmission = (tx: Transaction, admissionId: string, revision: bigint): Promise<void> =>
  changeOne(tx, 'update admission set version = $2 where admission_id = $1', [admissionId, revision]);

const touchReview = (tx: Transaction, reviewId: string, revision: bigint): Promise<void> =>
  changeOne(tx, 'update review set entries_version = $2 where review_id = $1', [reviewId, revision]);

/** Writes the whole medication; its position stays. */
const updateMedication = (
  tx: Transaction,
  { medicationId, drug, drugLabel, dose, route, frequency, startDate, stopDate, note }: Medication,
  revision: bigint,
): Promise<void> =>
  changeOne(
    tx,
    /* sql */ `
    update admission_medication
    set drug = $2, drug_label = $3, dose = $4, route = $5, frequency = $6, start_date = $7, stop_date = $8, note = $9,
        version = $10
    where medication_id = $1`,
    [medicationId, drug, drugLabel, dose, route, frequency, startDate, stopDate, note, revision],
  );

/** @throws RowMissing if one of them is not in the list */
async function sortMedications(tx: Transaction, admissionId: string, ids: readonly string[]): Promise<void> {
  const { rowCount } = await tx.query(
    /* sql */ `
    update admission_medication set position = place - 1
    from unnest($2::text[]) with ordinality as given(medication_id, place)
    where admission_medication.medication_id = given.medication_id and admission_id = $1`,
    [admissionId, ids],
  );
  if (rowCount !== ids.length) throw new RowMissing('A medication of this order is not there');
}

/**
 * Adds the entries after those that the review has, in the given order.
 * @throws RowMissing if the review is missing
 */
async function addEntries(
  tx: Transaction,
  reviewId: string,
  entries: readonly (Entry & { copiedFrom?: string })[],
  { metadata, revision }: EndingEvent,
): Promise<void> {
  if (entries.length === 0) return;
  const { rowCount } = await tx.query(
    /* sql */ `
    insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position,
                              err_type, err_type_label, err_drug, err_drug_label, err_note, err_res, err_severity,
                              follow_up_date, drug_tags, version, copied_from, since)
    select given."entryId", review.review_id, review.admission_id, review.team_id, review.review_date,
           (select coalesce(max(position) + 1, 0) from review_entry where review_id = $1) + place - 1,
           given."errType", given."errTypeLabel", given."errDrug", given."errDrugLabel", given."errNote",
           given."errRes", given."errSeverity", given."followUpDate", given."drugTags", $3, given."copiedFrom", $4
    from review,
         rows from (jsonb_to_recordset($2) as (
           "entryId" text, "errType" text, "errTypeLabel" text, "errDrug" text, "errDrugLabel" text, "errNote" text,
           "errRes" smallint, "errSeverity" char(1), "followUpDate" date, "drugTags" jsonb, "copiedFrom" text
         )) with ordinality as given(
           "entryId", "errType", "errTypeLabel", "errDrug", "errDrugLabel", "errNote",
           "errRes", "errSeverity", "followUpDate", "drugTags", "copiedFrom", place
         )
    where review.review_id = $1`,
    [reviewId, JSON.stringify(entries), revision, recordedAtOf(metadata)],
  );
  if (rowCount !== entries.length) throw new RowMissing('The review of these entries is not there');
}

/** Writes the whole entry; its position and its rating stay. */
const updateEntry = (tx: Transaction, entry: Entry, event: EndingEvent): Promise<void> =>
  updateOneKeepingPast(
    tx,
    'review_entry',
    event,
    /* sql */ `
    err_type = $4, err_type_label = $5, err_drug = $6, err_drug_label = $7, err_note = $8,
    err_res = $9, err_severity = $10, drug_tags = $11, follow_up_date = $12, version = $2`,
    'entry_id = $3',
    [
      entry.entryId,
      entry.errType,
      entry.errTypeLabel,
      entry.errDrug,
      entry.errDrugLabel,
      entry.errNote,
      entry.errRes,
      entry.errSeverity,
      JSON.stringify(entry.drugTags),
      entry.followUpDate,
    ],
  );
