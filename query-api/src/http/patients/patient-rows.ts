/** A patient as a row and in the contract's shape, for the answers of patients and admissions. */
import type { Patient, PatientIdentity } from 'command-api/contract/entities';
import { isMerged } from './merged-patients.ts';
import { revisionToJson } from 'command-api/domain/values/revision';

/** SQL: the whole name of a `patient` row; empty if there is no row. */
export const fullName = (patient: string): string => /* sql */ `
  concat_ws(' ', nullif(${patient}.first_name, ''), nullif(${patient}.middle_name, ''),
                 nullif(${patient}.last_name, ''), nullif(${patient}.fourth_name, ''))`;

/** Columns of `patient p`. The statement adds `place`, the rank in the team's order of registration. */
export const patientColumns = /* sql */ `
p.patient_id, p.team_id, p.first_name, p.middle_name, p.last_name, p.fourth_name,
to_char(p.birthdate, 'YYYY-MM-DD') as birthdate, p.medical_record_number, p.version::text`;

/** SQL: the names, birth date and record number of a `patient` row as JSON; null if there is no row. */
export const identityJson = (patient: string): string => /* sql */ `
  case when ${patient}.patient_id is not null then jsonb_build_object(
    'firstName', ${patient}.first_name, 'middleName', ${patient}.middle_name, 'lastName', ${patient}.last_name,
    'fourthName', ${patient}.fourth_name, 'birthdate', to_char(${patient}.birthdate, 'YYYY-MM-DD'),
    'medicalRecordNumber', ${patient}.medical_record_number) end`;

/** The rank of one `patient p` in its team, by the index of registration. */
export const placeOfPatient = /* sql */ `(
  select count(*)::int from patient q
  where q.team_id = p.team_id and (q.registered_at, q.patient_id) <= (p.registered_at, p.patient_id)
    and not ${isMerged('q')}) as place`;

export interface PatientRow {
  patient_id: string;
  team_id: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  fourth_name: string;
  birthdate: string;
  medical_record_number: string;
  version: string;
  place: number;
  /** Where the statement asks for it: how many patients were merged into the patient. */
  merged?: number;
}

type IdentityRow = Omit<PatientRow, 'patient_id' | 'team_id' | 'version' | 'place' | 'merged'>;
export const identityOf = (row: IdentityRow): PatientIdentity => ({
  firstName: row.first_name,
  middleName: row.middle_name,
  lastName: row.last_name,
  fourthName: row.fourth_name,
  birthdate: row.birthdate,
  medicalRecordNumber: row.medical_record_number,
});

export const patientOf = (row: PatientRow): Patient => ({
  _id: row.patient_id,
  team: row.team_id,
  ...identityOf(row),
  order: row.place,
  ...((row.merged ?? 0) === 0 ? {} : { merged: row.merged }),
  version: revisionToJson(BigInt(row.version)),
});
