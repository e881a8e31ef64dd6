/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { PatientEvent } from './events.ts';
import type { Touched } from '../values/touched.ts';

export function touchedBy(patientId: string, event: Recorded<PatientEvent>): Touched[] {
  switch (event.type) {
    case 'PatientRegistered':
    case 'PatientCorrected':
    case 'PatientDeleted':
    case 'PatientMerged':
    case 'PatientMergeUndone':
    case 'PatientErasureRequested':
    case 'PatientErasureWithdrawn':
    case 'PatientErasureRefused':
    case 'PatientErasureAgreed':
    case 'AllergyRecorded':
    case 'AllergyCorrected':
    case 'AllergyRemoved':
    case 'AllergiesConfirmed':
      return [`patient:${patientId}`];
    // Screens that show the merged patient, too.
    case 'PatientAbsorbed':
    case 'PatientSeparated':
    case 'PatientMergeDeclined':
      return [`patient:${patientId}`, `patient:${event.data.patientId}`];
    case 'AdmissionRegistered':
    case 'AdmissionUnregistered':
      return [`patient:${patientId}`, `admission:${event.data.admissionId}`];
    // The live rooms of both teams.
    case 'PatientTransferred':
    case 'PatientErasedFromTeam':
      return [`patient:${patientId}`, `team:${event.data.fromTeamId}`, `team:${event.data.toTeamId}`];
    default:
      return unknownEvent(event, []);
  }
}
