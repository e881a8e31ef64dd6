/** Renders a patient in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import type { RegisteredPatient } from '../../domain/patient/state.ts';
import { revisionToJson } from '../../domain/values/revision.ts';

/** The answer of a repeated deletion: the person's data no longer exists. */
export const renderDeletedPatient = (patientId: string, teamId: string): contract.Patient => ({
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

/** The patient without `order`, which only the read side knows. */
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
