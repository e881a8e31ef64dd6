/** A patient as the fields of a form. */
import type { Patient } from 'command-api/contract/entities';
import type { PatientSearch } from '../../lib/query-keys.ts';
import { patientsText as text } from './messages.ts';
import { searchFields } from './search-state.ts';

export const fieldsOf = ({ firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber }: PatientFields): PatientFields => ({ firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber });
/** The same fields as a search has, and as texts. */
export type PatientFields = Pick<PatientSearch, (typeof searchFields)[number]>;

export const patientLabels: Readonly<PatientFields> = {
  firstName: text.firstName, middleName: text.middleName, lastName: text.lastName, fourthName: text.fourthName, birthdate: text.birthdate, medicalRecordNumber: text.recordNumber,
};

/** What a conflict says that the patient is now. */
export const asPatient = (current: unknown): { fields: PatientFields; version: number } | undefined => {
  const isPatient = typeof current === 'object' && current !== null && 'version' in current && searchFields.every((field) => field in current);
  return isPatient ? { fields: fieldsOf(current as Patient), version: (current as Patient).version } : undefined;
};
