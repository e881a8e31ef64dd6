/**
 * Near matches of a patient before registration (docs/product.md, "Near matches"). The screen warns; registering is
 * never blocked. Equal keys of a part are the same name; an equal loose key is only a hint.
 */
import type { SimilarPatient, SimilarPatients } from 'command-api/contract/entities';
import { foldName, looseName } from 'command-api/domain/values/arabic';
import { CalendarDate } from 'command-api/domain/values/calendar-date';
import { limits } from 'command-api/domain/values/codes';
import { Id } from 'command-api/domain/values/fields';
import { plainRecordNumber } from 'command-api/domain/values/record-number';
import { because } from 'command-api/domain/reasons/because';
import { teamStream } from 'command-api/domain/team/events';
import * as z from 'zod';
import { findableIn, survivors } from './merged-patients.ts';
import { patientColumns, patientOf, type PatientRow, placeOfPatient } from './patient-rows.ts';
import { read, type ReadRoute } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** SQL: the loose key, like `looseName`. */
const loose = (key: string): string => `regexp_replace(regexp_replace(${key}, '^ال(?=..)', ''), '(?<=..)[اهي]$', '')`;

/** SQL: 2 equal · 1 equal loose keys · 0 one of them is unknown · -1 another name. */
const agreement = (part: string, place: number): string => `
  case when p.${part}_key = '' or ($2::text[])[${place}] = '' then 0
       when p.${part}_key = ($2::text[])[${place}] then 2
       when ${loose(`p.${part}_key`)} = ($3::text[])[${place}] then 1
       else -1 end`;

const agreements = ['first', 'middle', 'last', 'fourth'].map((part, index) => agreement(part, index + 1)).join(',');

/**
 * $1 team · $2 keys of the four parts · $3 their loose keys · $4 birth date or null · $5 record number or '' · $6 rows
 * at most. A near match has the same record number; or the same birth date, and the first name or two parts in common;
 * or two equal parts of the name, the first among them, and no different part. Nearest first, then newest registration
 * first. A merged patient stands for the patient who stays.
 */
const nearMatches = /* sql */ `
with candidate as (
  select p.*,
         $5 <> '' and p.medical_record_number <> ''
           and ltrim(lower(p.medical_record_number), '0') = ltrim(lower($5), '0') as same_number,
         coalesce(p.birthdate = $4::date, false) as same_birth
  from ${findableIn('$1')} p
), compared as (
  select p.patient_id, p.registered_at, p.same_number, p.same_birth,
         array[${agreements}] as agreed
  from candidate p
  -- Every near match meets one of these conditions; only these are compared. Birth date and first name have an index.
  where p.same_number or p.birthdate = $4::date or p.first_key = ($2::text[])[1]
), near as (
  select c.*, counted.*
  from compared c
  cross join lateral (
    select count(*) filter (where one = 2)::int as equal,
           count(*) filter (where one > 0)::int as close,
           count(*) filter (where one < 0)::int as differing
    from unnest(c.agreed) one
  ) counted
  where c.same_number
     or (c.same_birth and ((c.agreed[1] > 0 and counted.differing <= 1) or counted.close >= 2))
     or (c.agreed[1] = 2 and counted.equal >= 2 and counted.differing = 0)
), person as (
  select near.*, coalesce(s.survivor_id, near.patient_id) as survivor_id,
         row_number() over (
           partition by coalesce(s.survivor_id, near.patient_id)
           order by near.same_number desc, near.same_birth desc, near.equal - near.differing desc, near.close desc,
                    near.registered_at desc, near.patient_id desc) as nth
  from near left join ${survivors()} s on s.patient_id = near.patient_id
)
select ${patientColumns}, ${placeOfPatient},
       near.same_number, near.same_birth, near.equal, near.close, near.differing
from person near join patient p on p.patient_id = near.survivor_id
where near.nth = 1 and p.team_id = $1
order by near.same_number desc, near.same_birth desc, near.equal - near.differing desc, near.close desc,
         p.registered_at desc, p.patient_id desc
limit $6`;

type NearRow = PatientRow & {
  same_number: boolean;
  same_birth: boolean;
  equal: number;
  close: number;
  differing: number;
};

const agrees = ({ same_number, same_birth, equal, close, differing }: NearRow): SimilarPatient['agrees'] => [
  ...(same_number ? (['medicalRecordNumber'] as const) : []),
  ...(same_birth ? (['birthdate'] as const) : []),
  ...(close === 0 ? [] : equal === close && differing === 0 ? (['name'] as const) : (['similarName'] as const)),
];

const NamePart = z.string().max(limits.name, because('too-many-characters')).default('');

export const similarPatientRoutes: readonly ReadRoute[] = [
  read('/api/patients/team/:teamId/similar', {
    input: z.object({
      teamId: Id,
      firstName: NamePart,
      middleName: NamePart,
      lastName: NamePart,
      fourthName: NamePart,
      birthdate: CalendarDate.optional(),
      medicalRecordNumber: z
        .string()
        .trim()
        .max(limits.recordNumber, because('record-number-too-long'))
        .transform(plainRecordNumber)
        .default(''),
    }),
    from: ({ teamId }) => ['patient-', teamStream(teamId)],
    async answer(request): Promise<SimilarPatients> {
      const { teamId, firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = request.input;
      const team = await readableTeam(request, 'team', teamId);
      const keys = [firstName, middleName, lastName, fourthName].map(foldName);
      const { rows } = await request.db.query<NearRow>(nearMatches, [
        team,
        keys,
        keys.map(looseName),
        birthdate ?? null,
        medicalRecordNumber,
        limits.pageSize,
      ]);
      request.accessed({
        type: 'PatientsSearched',
        teamId: team,
        data: { searches: 1, found: rows.length },
        deduplicationKey: JSON.stringify(request.input),
      });
      return { similar: rows.map((row) => ({ ...patientOf(row), agrees: agrees(row) })) };
    },
  }),
];
