/**
 * Near matches of a patient before registration (docs/product.md, "Near matches"). The screen warns; registering is
 * never blocked. Equal keys of a part are the same name; an equal loose key is only a hint.
 */
import * as patientCalls from 'language/contract/calls/patients';
import type { SimilarPatient, SimilarPatients } from 'language/contract/entities';
import { foldName, wholeNameKey } from 'language/domain/values/arabic';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { foldRecordNumber } from 'language/domain/values/folding';
import { Id } from 'language/domain/values/fields';
import { plainRecordNumber } from 'language/domain/values/record-number';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { type Agreement, compareNearness, type Facts, nearness } from './near-matches.ts';
import { findableIn, survivors } from './merged-patients.ts';
import { likeLiteral } from './patient-search.ts';
import { patientColumns, patientOf, type PatientRow, placeOfPatient } from './patient-rows.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { day } from '../rows.ts';

/**
 * The patients who may be near matches: each near match meets one of these conditions. Birth date, number, first key and
 * whole name have an index. At most 1,000 are compared. A merged patient stands for the patient who stays. $1 team · $2 keys of the
 * four parts · $3 birth date or null · $4 key of the record number or '' · $5 the number without its first zeros: rows of before the
 * keys · $6 pattern of the whole name, or ''
 */
const candidates = /* sql */ `
select array[p.first_key, p.middle_key, p.last_key, p.fourth_key] as keys, p.name_key as "wholeKey",
       ${day('p.birthdate')} as birthdate, p.medical_record_number as "recordNumber",
       coalesce(s.survivor_id, p.patient_id) as survivor
from ${findableIn('$1')} p left join ${survivors()} s on s.patient_id = p.patient_id
where ($4 <> '' and (p.record_key = $4 or (p.record_key = '' and ltrim(lower(p.medical_record_number), '0') = $5)))
   or p.birthdate = $3::date
   or (p.first_key = ($2::text[])[1] and (${['middle', 'last', 'fourth']
     .map((part, at) => `(p.${part}_key <> '' and p.${part}_key = ($2::text[])[${at + 2}])`)
     .join(' or ')}))
   or ($6 <> '' and p.name_key like $6)
order by $4 <> '' and p.record_key = $4 desc, p.birthdate is not distinct from $3::date desc, p.registered_at desc, p.patient_id desc
limit 1000`;

/** $1 team · $2 ids, which give the order */
const shownPatients = /* sql */ `
select ${patientColumns}, ${placeOfPatient}
from unnest($2::text[]) with ordinality near (patient_id, nth) join patient p using (patient_id)
where p.team_id = $1
order by near.nth`;

type CandidateRow = Facts & { readonly survivor: string };

const agrees = ({ isSameNumber, isSameBirth, equal, close, differing }: Agreement): SimilarPatient['agrees'] => [
  ...(isSameNumber ? (['medicalRecordNumber'] as const) : []),
  ...(isSameBirth ? (['birthdate'] as const) : []),
  ...(close === 0 ? [] : equal === close && differing === 0 ? (['name'] as const) : (['similarName'] as const)),
];

const NamePart = z.string().max(limits.name, because('too-many-characters')).default('');

export const similarPatientRoutes = [
  read(patientCalls.listSimilarPatients, {
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
      const names = [firstName, middleName, lastName, fourthName];
      const given: Facts = {
        keys: names.map(foldName),
        wholeKey: wholeNameKey(names),
        birthdate: birthdate ?? '',
        recordNumber: medicalRecordNumber,
      };
      const { rows } = await request.db.query<CandidateRow>(candidates, [
        team,
        given.keys,
        birthdate ?? null,
        foldRecordNumber(medicalRecordNumber),
        medicalRecordNumber.toLowerCase().replace(/^0+/, ''),
        given.wholeKey.includes(' ') ? `${likeLiteral(given.wholeKey)}%` : '',
      ]);
      const nearest = new Map<string, Agreement>();
      for (const row of rows) {
        const agreement = nearness(given, row);
        const known = nearest.get(row.survivor);
        if (agreement && (!known || compareNearness(agreement, known) < 0)) nearest.set(row.survivor, agreement);
      }
      const ids = [...nearest].sort(([, a], [, b]) => compareNearness(a, b)).map(([id]) => id);
      const shown = await request.db.query<PatientRow>(shownPatients, [team, ids.slice(0, limits.pageSize)]);
      request.accessed({
        type: 'PatientsSearched',
        teamId: team,
        data: { searches: 1, found: shown.rows.length },
        deduplicationKey: JSON.stringify(request.input),
      });
      return {
        similar: shown.rows.flatMap((row) => {
          const agreement = nearest.get(row._id);
          return agreement ? [{ ...patientOf(row), agrees: agrees(agreement) }] : [];
        }),
      };
    },
  }),
];
