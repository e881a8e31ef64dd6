/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { AdmissionEvent, MovedKind } from './events.ts';
import { decisionKey } from './reconciliation.ts';
import type { Touched } from '../values/touched.ts';

/**
 * A new review is one tag without its entries: a hundred entries would exceed the 8000 bytes of a NOTIFY payload. New
 * measurements are one tag as well. The admission is touched where its head, gallery, medications, measurements,
 * reconciliation or counts change, the patient where the list of admissions changes.
 */
export function touchedBy(admissionId: string, event: Recorded<AdmissionEvent>): Touched[] {
  const admission: Touched = `admission:${admissionId}`;
  const { patientId } = event.metadata;
  const patient: Touched[] = patientId === undefined ? [] : [`patient:${patientId}`];
  switch (event.type) {
    case 'PatientAdmitted':
      return [admission, `patient:${event.data.patientId}`];
    case 'AdmissionEdited':
    case 'PatientDischarged':
    case 'DischargeCancelled':
    case 'AdmissionDeleted':
    case 'AdmissionErased':
      return [admission, ...patient];
    // The live rooms of both teams: each sees its own lists change.
    case 'TransferOffered':
    case 'TransferWithdrawn':
    case 'TransferDeclined':
      return [admission, ...patient, `team:${event.data.toTeamId}`];
    case 'TransferAccepted':
      return [admission, ...patient, `team:${event.data.fromTeamId}`, `team:${event.data.toTeamId}`];
    case 'ReviewAdded':
    case 'ReviewDuplicated':
    case 'ReviewDeleted':
      return [`review:${event.data.reviewId}`, admission];
    case 'ReviewHeadEdited':
      return [`review:${event.data.reviewId}`];
    case 'ReviewMedicationAdded':
    case 'ReviewMedicationUpdated':
      return [`entry:${event.data.entry.entryId}`, `review:${event.data.reviewId}`];
    // A person who is reminded is told so in the page.
    case 'AnswerReminded':
      return [
        `entry:${event.data.entryId}`,
        `review:${event.data.reviewId}`,
        ...event.data.to.map((userId) => `reminded:${userId}` as const),
      ];
    case 'ReviewMedicationRemoved':
    case 'FollowUpDateSet':
    case 'EntryTakenOver':
    case 'ResponseRecorded':
    case 'EntryAddressed':
    case 'EntryAnswered':
    case 'ErrorRated':
      return [`entry:${event.data.entryId}`, `review:${event.data.reviewId}`];
    case 'PhysicianNoteAdded':
    case 'PhysicianNoteDeleted':
      return [`note:${event.data.noteId}`, admission];
    case 'PhysicianNoteEdited':
      return [`note:${event.data.noteId}`];
    case 'GalleryGroupAdded':
    case 'GalleryGroupRemoved':
      return [`gallery:${event.data.groupId}`, admission];
    case 'AdmissionMedicationAdded':
    case 'AdmissionMedicationUpdated':
      return [`medication:${event.data.medication.medicationId}`, admission];
    case 'AdmissionMedicationStopped':
    case 'MedicationHeld':
    case 'MedicationHoldEnded':
    case 'AdmissionMedicationDeleted':
      return [`medication:${event.data.medicationId}`, admission];
    case 'AdmissionMedicationsSorted':
      return [...event.data.medicationIds.map((medicationId) => `medication:${medicationId}` as const), admission];
    case 'MeasurementsRecorded':
      return [`measurements:${admissionId}`, admission];
    case 'MeasurementCorrected':
      return [`measurement:${event.data.measurement.measurementId}`, `measurements:${admissionId}`, admission];
    case 'MeasurementRemoved':
      return [`measurement:${event.data.measurementId}`, `measurements:${admissionId}`, admission];
    case 'HomeMedicationRecorded':
      return [`homeMedication:${event.data.medication.homeMedicationId}`, admission];
    case 'HomeMedicationRemoved':
      return [`homeMedication:${event.data.homeMedicationId}`, admission];
    case 'MedicationReconciled':
      return [`reconciled:${decisionKey(event.data)}`, admission];
    case 'MovedToAnotherChart':
    case 'MoveCompleted': {
      const { kind, id, reviewId } = event.data.what;
      return movedTags(admission, kind, id, reviewId);
    }
    case 'MovedFromAnotherChart':
    case 'MoveReturned': {
      const { moved } = event.data;
      switch (moved.kind) {
        case 'entry':
          return movedTags(admission, moved.kind, moved.entry.entryId, moved.reviewId);
        case 'review':
          return movedTags(admission, moved.kind, moved.reviewId);
        case 'note':
          return movedTags(admission, moved.kind, moved.noteId);
        case 'images':
          return movedTags(admission, moved.kind, moved.groupId);
        default:
          return moved satisfies never;
      }
    }
    case 'PatientTaken':
    case 'PatientReleased':
    case 'PatientDeferred':
    case 'DeferralEnded':
    case 'ReviewLevelMarked':
    case 'ReviewLevelCleared':
      return [`ward:${admissionId}`];
    case 'FindingDecided':
      return [`findings:${admissionId}`];
    default:
      return unknownEvent(event, []);
  }
}

/** A moved image has its group's tag. */
const movedTags = (admission: Touched, kind: MovedKind, id: string, reviewId: string | null = null): Touched[] => [
  `${kind === 'images' ? 'gallery' : kind}:${id}`,
  ...(reviewId === null ? [] : [`review:${reviewId}` as const]),
  admission,
];
