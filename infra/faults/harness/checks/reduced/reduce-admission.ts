/**
 * The events of admissions into rows, written once more and in another way than `projections/src/read-models` and
 * without the domain's `evolve`: a mistake that both had would have to be made twice. Of the product it knows the shapes
 * of the events and the names of the columns.
 */
import type { AdmissionEvent, Medication } from 'command-api/domain/admission/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import {
  addEntry,
  addEntryAtEnd,
  addImages,
  addReview,
  afterLast,
  change,
  changeEntry,
  type Chart,
  entryColumns,
  placeOf,
  recordedAt,
  removeReview,
  wroteNow,
} from './chart.ts';
import { moveIn, moveOut } from './reduce-moves.ts';
import type { Rows, TableName } from './rows.ts';

type Event = StoredEvent & AdmissionEvent;

/** Everything of an admission but its own row; children first. */
const parts = [
  'review_entry',
  'review',
  'physician_note',
  'gallery_group',
  'admission_medication',
  'moved_out',
  'transfer_offer',
] as const satisfies readonly TableName[];

/** Of readable events, in the order of their stream. */
export function reduceAdmission(rows: Rows, stored: StoredEvent): void {
  const event = stored as Event;
  const chart: Chart = { rows, id: event.stream.slice('admission-'.length), event };
  const here = { admission_id: chart.id };
  const version = Number(event.revision);
  const touch = (): void => rows.set('admission', here, { version });
  switch (event.type) {
    case 'PatientAdmitted': {
      const { patientId, teamId, admissionDate, admissionDetails } = event.data;
      const { room = '', bed = '', consultant = '', workingDiagnosis = '' } = event.data;
      return rows.put('admission', {
        ...here,
        patient_id: patientId,
        team_id: teamId,
        admission_date: admissionDate,
        admission_details: admissionDetails,
        room,
        bed,
        consultant,
        working_diagnosis: workingDiagnosis,
        discharge_date: null,
        discharge_status: null,
        discharge_note: '',
        version,
        since: recordedAt(event),
      });
    }
    case 'AdmissionEdited': {
      const { admissionDate, admissionDetails, room, bed, consultant, workingDiagnosis } = event.data;
      const given = { room, bed, consultant, working_diagnosis: workingDiagnosis };
      const changed = Object.entries(given).filter(([, value]) => value !== undefined);
      const details = { admission_date: admissionDate, admission_details: admissionDetails };
      return change(chart, 'admission', here, { ...details, ...Object.fromEntries(changed), version });
    }
    case 'PatientDischarged': {
      const { dischargeDate, dischargeStatus, dischargeNote } = event.data;
      const discharge = { discharge_date: dischargeDate, discharge_status: dischargeStatus };
      return change(chart, 'admission', here, { ...discharge, discharge_note: dischargeNote, version });
    }
    case 'DischargeCancelled':
      return change(chart, 'admission', here, {
        discharge_date: null,
        discharge_status: null,
        discharge_note: '',
        version,
      });
    case 'AdmissionDeleted':
    case 'AdmissionErased':
      for (const group of rows.matching('gallery_group', here))
        rows.remove('gallery_image', { group_id: group['group_id'] });
      for (const table of parts) rows.remove(table, here);
      return rows.remove('admission', here);
    case 'TransferOffered': {
      const { offerId, toTeamId, toTeamName, note } = event.data;
      const { patient_id, team_id } = rows.one('admission', here);
      rows.put('transfer_offer', {
        ...here,
        offer_id: offerId,
        patient_id,
        from_team_id: team_id,
        to_team_id: toTeamId,
        to_team_name: toTeamName,
        note,
        offered_by: event.metadata.actorId,
        offered_at: event.metadata.occurredAt,
        decline_reason: null,
        declined_at: null,
      });
      return touch();
    }
    case 'TransferDeclined':
      rows.set('transfer_offer', here, {
        decline_reason: event.data.reason,
        declined_at: event.metadata.occurredAt,
      });
      return touch();
    case 'TransferWithdrawn':
      rows.remove('transfer_offer', here);
      return touch();
    case 'TransferAccepted':
      rows.remove('transfer_offer', here);
      return change(chart, 'admission', here, {
        team_id: event.data.toTeamId,
        ...(event.data.room === undefined ? {} : { room: event.data.room }),
        ...(event.data.bed === undefined ? {} : { bed: event.data.bed }),
        version,
      });
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { reviewId, reviewDate, clinicalNote, entries } = event.data;
      const copied = event.type === 'ReviewDuplicated' ? event.data.copiedFrom : null;
      addReview(chart, {
        review_id: reviewId,
        review_date: reviewDate,
        clinical_note: clinicalNote,
        copied_from: copied,
        ...wroteNow(event),
      });
      return entries.forEach((entry, position) => addEntry(chart, reviewId, entry, { position }));
    }
    case 'ReviewHeadEdited': {
      const { reviewId, reviewDate, clinicalNote } = event.data;
      const head = { review_date: reviewDate, clinical_note: clinicalNote };
      change(chart, 'review', { review_id: reviewId }, { ...head, version });
      for (const entry of rows.matching('review_entry', { review_id: reviewId }))
        if (entry['review_date'] !== reviewDate)
          change(chart, 'review_entry', { entry_id: entry['entry_id'] }, { review_date: reviewDate });
      return undefined;
    }
    case 'ReviewDeleted':
      return removeReview(chart, event.data.reviewId);
    case 'ReviewMedicationAdded':
      return addEntryAtEnd(chart, event.data.reviewId, event.data.entry, {});
    case 'ReviewMedicationUpdated':
      return changeEntry(chart, event.data, event.data.entry.entryId, entryColumns(event.data.entry));
    case 'ReviewMedicationRemoved':
      rows.remove('review_entry', { entry_id: event.data.entryId });
      return rows.set('review', { review_id: event.data.reviewId }, { entries_version: version });
    case 'FollowUpDateSet':
      return changeEntry(chart, event.data, event.data.entryId, { follow_up_date: event.data.followUpDate });
    case 'EntryTakenOver':
      return changeEntry(chart, event.data, event.data.entryId, { responsible_id: event.metadata.actorId });
    case 'ResponseRecorded':
      return changeEntry(chart, event.data, event.data.entryId, { err_res: event.data.errRes });
    case 'ErrorRated':
      return changeEntry(chart, event.data, event.data.entryId, { rating: event.data.rating });
    case 'PhysicianNoteAdded': {
      const { noteId, noteDate, note } = event.data;
      const written = { note_id: noteId, note_date: noteDate, note, ...wroteNow(event) };
      return rows.put('physician_note', { ...placeOf(chart), ...written, version, moved_from: null });
    }
    case 'PhysicianNoteEdited': {
      const { noteId, noteDate, note } = event.data;
      return rows.set('physician_note', { note_id: noteId }, { note_date: noteDate, note, version });
    }
    case 'PhysicianNoteDeleted':
      return rows.remove('physician_note', { note_id: event.data.noteId });
    case 'GalleryGroupAdded': {
      const { groupId, title, images } = event.data;
      const group = { group_id: groupId, title, ...wroteNow(event), version, moved_from: null };
      rows.put('gallery_group', { ...placeOf(chart), ...group });
      addImages(chart, groupId, images);
      return touch();
    }
    case 'GalleryGroupRemoved':
      rows.remove('gallery_image', { group_id: event.data.groupId });
      rows.remove('gallery_group', { group_id: event.data.groupId });
      return touch();
    case 'AdmissionMedicationAdded': {
      const { medication } = event.data;
      const position = afterLast(rows.matching('admission_medication', here));
      const listed = { ...placeOf(chart), ...wroteNow(event), position, version };
      rows.put('admission_medication', { ...listed, ...medicationColumns(medication) });
      return touch();
    }
    case 'AdmissionMedicationUpdated': {
      const columns = medicationColumns(event.data.medication);
      rows.set('admission_medication', { medication_id: columns.medication_id }, { ...columns, version });
      return touch();
    }
    case 'AdmissionMedicationStopped': {
      const { medicationId, stopDate } = event.data;
      rows.set('admission_medication', { medication_id: medicationId }, { stop_date: stopDate, version });
      return touch();
    }
    case 'AdmissionMedicationDeleted':
      rows.remove('admission_medication', { medication_id: event.data.medicationId });
      return touch();
    case 'AdmissionMedicationsSorted':
      event.data.medicationIds.forEach((medication_id, position) =>
        rows.set('admission_medication', { medication_id }, { position }),
      );
      return touch();
    case 'MovedToAnotherChart':
      return moveOut(chart, event);
    case 'MovedFromAnotherChart':
      return moveIn(chart, event.data.moved, (was, review) => ({
        move: event.data.moveId,
        admission: event.data.from.admissionId,
        thing: was,
        ...(review === undefined ? {} : { review }),
        reason: event.data.reason,
        userId: event.metadata.actorId,
        at: event.metadata.occurredAt,
      }));
    case 'MoveReturned':
      rows.remove('moved_out', { move_id: event.data.moveId });
      return moveIn(chart, event.data.moved);
    case 'MoveCompleted':
      return rows.set('moved_out', { move_id: event.data.moveId }, { under_way: false });
    default:
      throw new Error(`The reducer does not know ${(event satisfies never as StoredEvent).type}`);
  }
}

const medicationColumns = (medication: Medication) => ({
  medication_id: medication.medicationId,
  drug: medication.drug,
  drug_label: medication.drugLabel,
  dose: medication.dose,
  route: medication.route,
  frequency: medication.frequency,
  start_date: medication.startDate,
  stop_date: medication.stopDate,
  note: medication.note,
});
