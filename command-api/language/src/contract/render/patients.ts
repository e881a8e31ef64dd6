/** Renders a patient in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import { patientFields } from '../../domain/patient/fields.ts';
import type { RegisteredPatient } from '../../domain/patient/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
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
  sex: '',
  version: 0,
});

/** The patient without `order`, which only the read side knows. */
export const renderPatient = (patientId: string, patient: RegisteredPatient): contract.Patient => ({
  _id: patientId,
  team: patient.teamId,
  ...pick(patientFields, patient),
  version: revisionToJson(patient.touch.version),
});
