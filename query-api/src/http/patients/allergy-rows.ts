/** SQL of a person's allergies, and their answers (docs/product.md, "Allergies"). */
import type { Pool } from 'pg';
import type { AllergyList } from 'language/contract/entities';
import { allergyListOf, type AllergyRecord } from 'language/contract/render/allergies';
import { allergyFields } from 'language/domain/patient/fields';
import { revisionToJson } from 'language/domain/values/revision';
import { asMembers, valuesOf } from '../field-values.ts';
import { statesAt } from '../reports/states.ts';
import { personName, utc, versioned } from '../rows.ts';
import { idsOfPatient, survivorIdOf } from './merged-patients.ts';

interface Tables {
  readonly allergy: string;
  readonly allergy_list: string;
}
const ofNow: Tables = { allergy: 'allergy', allergy_list: 'allergy_list' };

type Stored<Thing extends { version: number }> = Omit<Thing, 'version'> & { version: string };
/** The lists of a person in a row, as `allergyRecords` makes them. */
export type AllergyRecordsRow = (Omit<Stored<AllergyRecord>, 'list' | 'confirmed'> & {
  readonly list: Stored<AllergyRecord['list'][number]>[];
  readonly confirmed: NonNullable<AllergyRecord['confirmed']> | null;
})[];

/**
 * SQL: the lists of the patient and of the merged patients as JSON.
 * @param person SQL: the id of the patient who stays
 */
export const allergyRecords = (person: string, { allergy, allergy_list }: Tables = ofNow): string => /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'patient', known.patient_id, 'version', known.version::text,
    'confirmed', case when known.confirmed_at is not null then jsonb_build_object(
      'at', ${utc('known.confirmed_at')}, 'byName', ${personName('asked')}, 'isOfStay', known.is_of_stay) end,
    'list', (
      select coalesce(jsonb_agg(jsonb_build_object(
        '_id', own.allergy_id, ${asMembers(valuesOf(allergyFields, 'own'))}, 'version', own.version::text
      ) order by own.place), '[]')
      from ${allergy} own where own.patient_id = known.patient_id)
  ) order by known.patient_id <> ${person}, known.patient_id), '[]')
  from ${idsOfPatient(person)} ids
  join ${allergy_list} known on known.patient_id = ids.patient_id
  left join app_user asked on asked.user_id = known.confirmed_by)`;

export const recordsOf = (rows: AllergyRecordsRow): AllergyRecord[] =>
  rows.map(({ confirmed, list, ...record }) => ({
    ...record,
    ...(confirmed && { confirmed }),
    list: list.map(versioned),
    version: revisionToJson(BigInt(record.version)),
  }));

/**
 * $1 a patient · $2 the team that reads. A team that has transferred the patient knows what was written until then: until
 * their last chart left it.
 */
const allergiesOfPatient = /* sql */ `
with person as materialized (
  select p.patient_id, case when p.team_id = $2 then null else coalesce((
    select max(s.at) from ${idsOfPatient('p.patient_id')} ids
    join transferred_stay s on s.patient_id = ids.patient_id and s.team_id = $2), '-infinity') end as until
  from patient p where p.patient_id = ${survivorIdOf('$1')}
)
select person.patient_id, case when person.until is null then ${allergyRecords('person.patient_id')} else ${allergyRecords(
  'person.patient_id',
  { allergy: statesAt('allergy', 'person.until'), allergy_list: statesAt('allergy_list', 'person.until') },
)} end as records
from person`;

/** @param team the team as whose member the caller reads */
export async function allergiesOf(db: Pool, patientId: string, team: string): Promise<AllergyList> {
  const { rows } = await db.query<{ patient_id: string; records: AllergyRecordsRow }>(allergiesOfPatient, [
    patientId,
    team,
  ]);
  return allergyListOf(rows[0]?.patient_id ?? patientId, recordsOf(rows[0]?.records ?? []));
}
