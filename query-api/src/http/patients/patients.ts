/** Patients of a team: search, inpatients, and one patient. */
import { careFields } from 'language/domain/admission/care-fields';
import { asColumns, ownColumns, valuesOf } from '../field-values.ts';
import * as patientCalls from 'language/contract/calls/patients';
import type { CareDetails, Inpatients, Patient, PatientIdentity, PatientPage } from 'language/contract/entities';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { foldRecordNumber } from 'language/domain/values/folding';
import { Id } from 'language/domain/values/fields';
import { plainRecordNumber } from 'language/domain/values/record-number';
import { patientStream } from 'language/domain/patient/events';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { allergiesOf, allergyRecords, type AllergyRecordsRow, recordsOf } from './allergy-rows.ts';
import { allergyBriefOf } from 'language/contract/render/allergies';
import { fullName, identityJson, patientColumns, patientOf, type PatientRow, placeOfPatient } from './patient-rows.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { findableIn, idsOfPatient, isMerged, survivorIdOf, survivors } from './merged-patients.ts';
import { likeLiteral, matchesEveryone, nameSearch } from './patient-search.ts';
import { read } from '../read-route.ts';
import { patientsListed, readableTeam } from '../readable-team.ts';

/** Also by the id of a merged patient. */
const onePatient = /* sql */ `
select ${patientColumns}, ${placeOfPatient},
       (select count(*)::int - 1 from ${idsOfPatient('p.patient_id')} ids) as merged
from patient p where p.patient_id = ${survivorIdOf('$1')}`;

const openAdmission = /* sql */ `(
  select a.admission_id from ${idsOfPatient('p.patient_id')} ids join admission a on a.patient_id = ids.patient_id
  where a.discharge_date is null
  order by a.admission_date desc, a.admission_id desc limit 1)`;

/** $1 team. The rank of each patient in the team's order of registration. Merged patients have none. */
const registered = /* sql */ `registered as (
  select patient_id, (row_number() over (order by registered_at, patient_id))::int as place
  from patient where team_id = $1 and not ${isMerged('patient')}
)`;

/**
 * One page of all patients of the team and their total, newest registration first: by the index of registration. $1 team
 * · $2 rows of a page · $3 rows to skip
 */
const allPatients = /* sql */ `
with page as materialized (
  select patient_id, row_number() over (order by registered_at desc, patient_id desc) as nth
  from patient where team_id = $1 and not ${isMerged('patient')}
  order by registered_at desc, patient_id desc limit $2 offset $3
)
select total.found, ${patientColumns}, (total.found - page.nth + 1)::int as "order", ${openAdmission} as admission
from (select count(*)::int as found from patient where team_id = $1 and not ${isMerged('patient')}) total
left join page on true
left join patient p on p.patient_id = page.patient_id
order by page.nth`;

/**
 * One page of the team's matching patients and their total: best match first, then newest registration first. What
 * matches a merged patient finds the patient who stays, `found_as` the merged patient. $1 team ·
 * $2 readings (JSON array of {keys}) · $3 spelling of the parts · $4 spelling in one field · $5 birth date or null · $6
 * prefix of the record number's key, or '' · $7 rows of a page · $8 rows to skip · $9 to $12 patterns of the four keys, for
 * the indexes: every reading fits them · $13 prefix of the record number as typed: rows of before the keys, and zeros · $14
 * key of the whole name, or '' · $15 its pattern · $16 key of a record number that may stand in place of the name, or '' · $17 its
 * pattern
 */
const searchedPatients = /* sql */ `
with ${registered}, way as materialized (
  select keys from jsonb_to_recordset($2::jsonb) as given(keys text[])
), matching as materialized (
  select p.patient_id, fit.rank
  from ${findableIn('$1')} p
  cross join lateral (
    select least(min(case
      when starts_with(${fullName('p')} || ' ', $4 || ' ')
       and ($3::text[])[1] in ('', p.first_name) and ($3::text[])[2] in ('', p.middle_name)
       and ($3::text[])[3] in ('', p.last_name) and ($3::text[])[4] in ('', p.fourth_name) then 0
      when way.keys[1] in ('', p.first_key) and way.keys[2] in ('', p.middle_key)
       and way.keys[3] in ('', p.last_key) and way.keys[4] in ('', p.fourth_key) then 1
      else 2 end),
      case when $14 <> '' and p.name_key like $15 then case p.name_key when $14 then 1 else 2 end end,
      case when $16 <> '' and p.record_key like $17 then case p.record_key when $16 then 0 else 2 end end) as rank
    from way
    where starts_with(p.first_key, way.keys[1]) and starts_with(p.middle_key, way.keys[2])
      and starts_with(p.last_key, way.keys[3]) and starts_with(p.fourth_key, way.keys[4])
  ) fit
  where fit.rank is not null
    and ((p.first_key like $9 and p.middle_key like $10 and p.last_key like $11 and p.fourth_key like $12)
      or ($14 <> '' and p.name_key like $15) or ($16 <> '' and p.record_key like $17))
    and ($5::date is null or p.birthdate = $5::date)
    and ($6 = '' or starts_with(p.record_key, $6) or starts_with(p.medical_record_number, $13))
), found as materialized (
  select distinct on (p.patient_id) p.patient_id, p.registered_at, m.rank, s.patient_id as merged_id
  from matching m
  left join ${survivors()} s on s.patient_id = m.patient_id
  join patient p on p.patient_id = coalesce(s.survivor_id, m.patient_id)
  where p.team_id = $1
  order by p.patient_id, s.patient_id is not null, m.rank, m.patient_id
), page as materialized (
  select patient_id, rank, merged_id from found order by rank, registered_at desc, patient_id desc limit $7 offset $8
), shown as (
  select ${patientColumns}, registered.place as "order", ${openAdmission} as admission, page.rank,
         ${identityJson('other')} as found_as
  from page
  join patient p using (patient_id)
  join registered using (patient_id)
  left join patient other on other.patient_id = page.merged_id
)
select total.found, shown.*
from (select count(*)::int as found from found) total left join shown on true
order by shown.rank, shown."order" desc`;

/** $1 team. By name, with the newest open admission. */
const inpatientsOfTeam = /* sql */ `
with ${registered}
select ${patientColumns}, registered.place as "order", stay.admission_id as admission, ${asColumns(valuesOf(careFields, 'stay'))},
       ${allergyRecords('p.patient_id')} as records
from (
  select distinct on (coalesce(s.survivor_id, a.patient_id)) coalesce(s.survivor_id, a.patient_id) as patient_id,
         a.admission_id, ${ownColumns(careFields, 'a')}
  from admission a left join ${survivors()} s on s.patient_id = a.patient_id
  where a.team_id = $1 and a.discharge_date is null
  order by coalesce(s.survivor_id, a.patient_id), a.admission_date desc, a.admission_id desc
) stay join patient p using (patient_id) join registered using (patient_id)
order by p.first_key, p.middle_key, p.last_key, p.fourth_key, p.patient_id`;

type InpatientRow = PatientRow & CareDetails & { readonly admission: string; readonly records: AllergyRecordsRow };

/** `rank` and `found_as`: of a search alone. */
type FoundRow = { found: number; rank?: number } & (
  | (PatientRow & { admission: string | null; found_as?: PatientIdentity | null })
  | { _id: null }
);

const NamePart = z
  .string()
  .max(4 * limits.name, because('name-too-long'))
  .default('');
const SearchInput = z.object({
  teamId: Id,
  /** A name or a record number, in place of both. */
  text: NamePart,
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
  pageNumber: PageNumber,
});

const noNames = { firstName: '', middleName: '', lastName: '', fourthName: '' };
const beginningWith = (key: string): string => `${likeLiteral(key)}%`;

function statementOf(team: string, input: z.output<typeof SearchInput>): [statement: string, values: unknown[]] {
  const search = nameSearch(input.text === '' ? input : { ...noNames, firstName: input.text });
  const numberInText = /\d/.test(foldRecordNumber(input.text)) ? foldRecordNumber(input.text) : '';
  const page = [limits.pageSize, rowsBefore(input.pageNumber)];
  if (
    matchesEveryone(search) &&
    numberInText === '' &&
    input.birthdate === undefined &&
    input.medicalRecordNumber === ''
  )
    return [allPatients, [team, ...page]];
  return [
    searchedPatients,
    [
      team,
      JSON.stringify(search.ways.map((keys) => ({ keys }))),
      search.spelling,
      search.wholeSpelling,
      input.birthdate ?? null,
      foldRecordNumber(input.medicalRecordNumber),
      ...page,
      ...search.begins.map(beginningWith),
      input.medicalRecordNumber,
      search.wholeKey,
      beginningWith(search.wholeKey),
      numberInText,
      beginningWith(numberInText),
    ],
  ];
}

export const patientRoutes = [
  /** `inpatients`: the patients of this page who are in hospital now. */
  read(patientCalls.searchPatients, {
    input: SearchInput,
    from: ({ teamId }) => ['patient-', 'admission-', teamStream(teamId)],
    async answer(request): Promise<PatientPage> {
      const { input } = request;
      const team = await readableTeam(request, 'team', input.teamId);
      const { rows } = await request.db.query<FoundRow>(...statementOf(team, input));
      const total = rows[0]?.found ?? 0;
      request.accessed({
        type: 'PatientsSearched',
        teamId: team,
        data: { searches: 1, found: total },
        deduplicationKey: JSON.stringify({ ...input, pageNumber: 0 }),
      });
      const onPage = rows.flatMap(({ found: _found, rank: _rank, ...row }) => {
        if (row._id === null) return [];
        const { admission, found_as: foundAs, ...patient } = row;
        return [{ patient: patientOf(patient), admission, foundAs }];
      });
      return {
        patients: onPage.map(({ patient, admission, foundAs }) => ({
          ...patient,
          ...(admission === null ? {} : { admission }),
          ...(foundAs ? { foundAs } : {}),
        })),
        inpatients: onPage.filter(({ admission }) => admission !== null).map(({ patient }) => patient),
        ...pageOf(input.pageNumber, total),
      };
    },
  }),
  read(patientCalls.listInpatients, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['patient-', 'admission-', teamStream(teamId)],
    async answer(request): Promise<Inpatients> {
      const team = await readableTeam(request, 'team', request.input.teamId);
      const { rows } = await request.db.query<InpatientRow>(inpatientsOfTeam, [team]);
      request.accessed(patientsListed(team, 'inpatients', rows.length));
      return {
        inpatients: rows.map(({ records, ...row }) => ({
          ...row,
          ...patientOf(row),
          allergyBrief: allergyBriefOf(recordsOf(records)),
        })),
        team,
      };
    },
  }),
  read(patientCalls.getPatient, {
    input: z.object({ id: Id }),
    from: ({ id }) => [patientStream(id), 'team-', 'user-'],
    async answer(request): Promise<Patient> {
      const { db, input } = request;
      const team = await readableTeam(request, 'patient', input.id);
      const { rows } = await db.query<PatientRow>(onePatient, [input.id]);
      if (!rows[0]) throw notFound();
      return { ...patientOf(rows[0]), allergies: await allergiesOf(db, input.id, team) };
    },
  }),
];
