/**
 * SQL of the patients whom a team has transferred and has no chart of any more (docs/product.md, "Transfers"). The team
 * sees them as they were when their last chart left it: who they were later, and merges since, are no business of it.
 */
import { statesAt } from '../reports/states.ts';
import { idsOfPatient, survivorIdOf } from './merged-patients.ts';

const columns = [
  'patient_id',
  'first_name',
  'middle_name',
  'last_name',
  'fourth_name',
  'first_key',
  'middle_key',
  'last_key',
  'fourth_key',
  'birthdate',
  'medical_record_number',
  'sex',
] as const;

/**
 * One row for each id of such a patient: `(team_id, id)` and the patient as the team knows them. A patient who has come
 * back, or of whom the team has an earlier admission, is none of them.
 * @param isOfTeam SQL: the condition on a column with the id of the team
 * @param until SQL: an instant; of a report as known then
 */
export const leftPatients = (isOfTeam: (teamId: string) => string, until = `'infinity'`): string => /* sql */ `(
  with stay as materialized (
    select s.team_id, ${survivorIdOf('s.patient_id')} as person, s.at from transferred_stay s where ${isOfTeam('s.team_id')}
  ), gone as materialized (
    select stay.team_id, stay.person, max(stay.at) as at from stay
    where not exists (
        select from patient back where back.patient_id = stay.person and back.team_id = stay.team_id)
      and not exists (
        select from ${idsOfPatient('stay.person')} ids
        join admission own on own.patient_id = ids.patient_id and own.team_id = stay.team_id)
    group by stay.team_id, stay.person
    having max(stay.at) < ${until}
  )
  select gone.team_id, ids.patient_id as id, ${columns.map((column) => `was.${column}`).join(', ')}
  from gone
  cross join lateral ${idsOfPatient('gone.person')} ids
  left join lateral (
    select known.* from ${statesAt('patient', 'gone.at')} known
    where known.patient_id = ${survivorIdOf('ids.patient_id', statesAt('absorbed_patient', 'gone.at'))} limit 1
  ) was on true)`;

/** The patient `now` as a team may see them, with a left join of `leftPatients` as `gone`. */
export const knownPatient = (alias: string, { now, gone }: { now: string; gone: string }): string => /* sql */ `
cross join lateral (select ${columns
  .map((column) => `case when ${gone}.id is null then ${now}.${column} else ${gone}.${column} end as ${column}`)
  .join(', ')}) ${alias}`;
