/** A patient as a row, for the answers of patients and admissions. */
import { patientFields } from 'language/domain/patient/fields';
import { asColumns, asMembers, valuesOf } from '../field-values.ts';
import type { Patient } from 'language/contract/entities';
import { type RowOf, versioned } from '../rows.ts';
import { isMerged } from './merged-patients.ts';

/** SQL: the whole name of a `patient` row; empty if there is no row. */
export const fullName = (patient: string): string => /* sql */ `
  concat_ws(' ', nullif(${patient}.first_name, ''), nullif(${patient}.middle_name, ''),
                 nullif(${patient}.last_name, ''), nullif(${patient}.fourth_name, ''))`;

/** SQL: names, birth date, record number and sex of a `patient` row; empty texts if there is no row. */
export const identityColumns = (patient: string): string =>
  asColumns(
    Object.fromEntries(
      Object.entries(valuesOf(patientFields, patient)).map(([name, value]) => [name, `coalesce(${value}, '')`]),
    ),
  );

/** SQL: the same as JSON; null if there is no row. */
export const identityJson = (patient: string): string => /* sql */ `
  case when ${patient}.patient_id is not null then jsonb_build_object(
    ${asMembers(valuesOf(patientFields, patient))}) end`;

/** Columns of `patient p`. The statement adds `order`, the rank in the team's order of registration. */
export const patientColumns = /* sql */ `
p.patient_id as "_id", p.team_id as team, ${identityColumns('p')}, p.version::text`;

/** The rank of one `patient p` in its team, by the index of registration. */
export const placeOfPatient = /* sql */ `(
  select count(*)::int from patient q
  where q.team_id = p.team_id and (q.registered_at, q.patient_id) <= (p.registered_at, p.patient_id)
    and not ${isMerged('q')}) as "order"`;

/** `merged`, where the statement asks for it: how many patients were merged into the patient. */
export type PatientRow = RowOf<Omit<Patient, 'allergies'>>;

export const patientOf = ({ merged, ...row }: PatientRow): Patient => versioned(merged ? { ...row, merged } : row);
