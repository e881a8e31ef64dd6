/** Inpatients in one bed (docs/product.md, "Care details"). */

/** SQL: two admissions name the same bed of the same room, as people write them. */
const isSameBed = (one: string, other: string): string => /* sql */ `
  lower(${other}.bed) = lower(${one}.bed) and lower(${other}.room) = lower(${one}.room)`;

/** SQL: the other inpatients of the team in the bed of an inpatient, by name; `[]` without a bed. */
export const bedNeighbours = (admission: string): string => /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'admission', o.admission_id, 'firstName', op.first_name, 'middleName', op.middle_name,
    'lastName', op.last_name, 'fourthName', op.fourth_name) order by op.first_key, o.admission_id), '[]')
  from admission o join patient op on op.patient_id = o.patient_id
  where ${admission}.bed <> '' and ${admission}.discharge_date is null
    and o.team_id = ${admission}.team_id and o.discharge_date is null and o.admission_id <> ${admission}.admission_id
    and ${isSameBed(admission, 'o')})`;

/** SQL: whether another inpatient of the team has the bed of an inpatient. */
export const isBedShared = (admission: string): string => /* sql */ `
  (${admission}.bed <> '' and exists (
    select from admission o
    where o.team_id = ${admission}.team_id and o.discharge_date is null and o.admission_id <> ${admission}.admission_id
      and ${isSameBed(admission, 'o')}))`;
