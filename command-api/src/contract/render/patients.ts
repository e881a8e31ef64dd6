/** A patient in the contract's shape (specification §3), the same that the query API answers with from its rows. */
import type * as contract from '../entities.ts';
import type { RegisteredPatient } from '../../domain/patient/state.ts';
import { revisionToJson } from '../../domain/values/revision.ts';

/** What a deletion answers when its key comes again: who it was is known nowhere any more. */
export const renderForgotten = (patientId: string, teamId: string): contract.Patient => ({
  _id: patientId,
  team: teamId,
  firstName: '',
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '',
  medicalRecordNumber: '',
  version: 0,
});

/** The place in the team's order is the read side's. */
export const renderPatient = (patientId: string, patient: RegisteredPatient): contract.Patient => ({
  _id: patientId,
  team: patient.teamId,
  firstName: patient.firstName,
  middleName: patient.middleName,
  lastName: patient.lastName,
  fourthName: patient.fourthName,
  birthdate: patient.birthdate,
  medicalRecordNumber: patient.medicalRecordNumber,
  version: revisionToJson(patient.touch.version),
});
