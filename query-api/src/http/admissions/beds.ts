/** Inpatients in one bed, and one inpatient with two open admissions (docs/product.md, "Care details", "Admissions"). */
import { idsOfPatient, survivorIdOf } from '../patients/merged-patients.ts';

/**
 * SQL: whether `admission o` is of another inpatient of the team in the bed of an inpatient. People write a room and a
 * bed with or without capital letters.
 */
const isInBedOf = (admission: string): string => /* sql */ `
  ${admission}.bed <> '' and ${admission}.discharge_date is null
  and o.team_id = ${admission}.team_id and o.discharge_date is null and o.admission_id <> ${admission}.admission_id
  and lower(o.bed) = lower(${admission}.bed) and lower(o.room) = lower(${admission}.room)
  and ${survivorIdOf('o.patient_id')} <> ${survivorIdOf(`${admission}.patient_id`)}`;

/** SQL: whether `admission o` is another open admission of the person in the team, which a merge can bring. */
const isOfSamePerson = (admission: string): string => /* sql */ `
  ${admission}.discharge_date is null
  and o.team_id = ${admission}.team_id and o.discharge_date is null and o.admission_id <> ${admission}.admission_id
  and o.patient_id in (select ids.patient_id from ${idsOfPatient(survivorIdOf(`${admission}.patient_id`))} ids)`;

/** SQL: the other inpatients in the bed, by name; `[]` without a bed. */
export const bedNeighbours = (admission: string): string => /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'admission', o.admission_id, 'firstName', op.first_name, 'middleName', op.middle_name,
    'lastName', op.last_name, 'fourthName', op.fourth_name) order by op.first_key, o.admission_id), '[]')
  from admission o join patient op on ${survivorIdOf('o.patient_id')} = op.patient_id
  where ${isInBedOf(admission)})`;

/** SQL: whether another inpatient has the bed. */
export const isBedShared = (admission: string): string => /* sql */ `
  exists (select from admission o where ${isInBedOf(admission)})`;

/** SQL: the other open admissions of the person, the earliest first; `[]` as a rule. */
export const otherOpenAdmissions = (admission: string): string => /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'admission', o.admission_id, 'admissionDate', to_char(o.admission_date, 'YYYY-MM-DD'), 'room', o.room, 'bed', o.bed)
    order by o.admission_date, o.admission_id), '[]')
  from admission o where ${isOfSamePerson(admission)})`;

/** SQL: whether the person has another open admission. */
export const isOpenTwice = (admission: string): string => /* sql */ `
  exists (select from admission o where ${isOfSamePerson(admission)})`;
