/** A patient as the fields of a form. */
import type { Patient } from 'command-api/contract/entities';
import type { Groups } from '../../editing/conflict/merge.ts';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { currentAs } from '../../editing/conflict/current-version.ts';
import { patientsText as text } from './messages.ts';
import { searchFields } from './search-state.ts';

export const fieldsOf = ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
}: PatientFields): PatientFields => ({ firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber });
/** The same fields as a search has, and as texts. */
export type PatientFields = Pick<PatientSearch, (typeof searchFields)[number]>;

export const patientLabels: Readonly<PatientFields> = {
  firstName: text.firstName,
  middleName: text.middleName,
  lastName: text.lastName,
  fourthName: text.fourthName,
  birthdate: text.birthdate,
  medicalRecordNumber: text.recordNumber,
};

/** Of two corrections of a name no third name is made. */
export const patientGroups: Groups<PatientFields> = [
  ['firstName', 'middleName', 'lastName', 'fourthName'],
  ['birthdate'],
  ['medicalRecordNumber'],
];
export const asPatient = currentAs<Patient, PatientFields>(searchFields, fieldsOf);
