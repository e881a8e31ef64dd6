/** Two open admissions of one person, which a merge can bring (docs/product.md, "Admissions"). */
import { idsOfPatient, survivorIdOf } from '../patients/merged-patients.ts';

/** SQL: the other open admissions of the person in the team, the earliest first; `[]` as a rule. */
export const otherOpenAdmissions = (admission: string): string => /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'admission', o.admission_id, 'admissionDate', to_char(o.admission_date, 'YYYY-MM-DD'), 'room', o.room, 'bed', o.bed)
    order by o.admission_date, o.admission_id), '[]')
  from admission o
  where ${admission}.discharge_date is null
    and o.team_id = ${admission}.team_id and o.discharge_date is null and o.admission_id <> ${admission}.admission_id
    and o.patient_id in (select ids.patient_id from ${idsOfPatient(survivorIdOf(`${admission}.patient_id`))} ids))`;
