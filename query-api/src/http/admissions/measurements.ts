/** The measured values of a chart, and the newest ones of a team's inpatients (docs/product.md, "Measurements"). */
import * as admissionCalls from 'language/contract/calls/admissions';
import * as wardCalls from 'language/contract/calls/ward';
import type { Measurement, Measurements, NewestValue, NewestValues } from 'language/contract/measurements';
import { admissionStream } from 'language/domain/admission/events';
import { measurementFields } from 'language/domain/admission/fields';
import { teamStream } from 'language/domain/team/events';
import { headerKinds, limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { asColumns, asMembers, valuesOf } from '../field-values.ts';
import { idsOfPatient, survivorIdOf } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { patientOpened, patientsListed, readableTeam } from '../readable-team.ts';
import { day, personName, type RowOf, utc, versioned } from '../rows.ts';

/**
 * $1 admission · $2 team. This stay, and the earlier ones of the person that the team reads: its own, and all of them for the
 * patient's team. The newest first, so that the limit leaves out the oldest.
 */
const measurementsOfAdmission = /* sql */ `
with stay as (
  select o.admission_id, o.team_id as owner, ${survivorIdOf('a.patient_id')} as person
  from admission a
  cross join lateral ${idsOfPatient(survivorIdOf('a.patient_id'))} ids
  join admission o on o.patient_id = ids.patient_id
  where a.admission_id = $1
    and (o.admission_id = a.admission_id
      or o.admission_date < a.admission_date
        and (o.team_id = $2
          or exists (select from patient p where p.patient_id = ${survivorIdOf('a.patient_id')} and p.team_id = $2)))
)
select m.measurement_id as "_id", m.admission_id as admission, ${asColumns(valuesOf(measurementFields, 'm'))},
       m.canonical, m.author_id as "userId", ${personName('u')} as "userName", ${utc('m.created_at')} as "createdAt",
       m.version::text, stay.owner, stay.person, (count(*) over ())::int as total
from stay
join measurement m on m.admission_id = stay.admission_id
left join app_user u on u.user_id = m.author_id
order by m.taken_on desc, m.taken_at desc, m.version desc, m.measurement_id desc
limit ${limits.measurementsRead}`;

/** The values of one kind in an admission, newest first: by the index `measurement_by_admission`. */
const ofKind = /* sql */ `
  from measurement known
  where known.admission_id = a.admission_id and known.kind = wanted.kind
  order by known.taken_on desc, known.taken_at desc, known.version desc limit 1`;

/** $1 team · $2 the kinds that every header has. Of the open admissions. */
const newestOfTeam = /* sql */ `
select a.admission_id as admission, jsonb_agg(jsonb_build_object(${asMembers({
  kind: 'm.kind',
  value: 'm.value',
  unit: 'm.unit',
  canonical: 'm.canonical',
  takenOn: day('m.taken_on'),
  takenAt: 'm.taken_at',
  previous: 'before.canonical',
})}) order by m.kind) as values
from team t
join admission a on a.team_id = t.team_id and a.discharge_date is null
cross join lateral (select unnest($2::text[]) as kind union select unnest(t.header_kinds)) wanted
cross join lateral (select known.* ${ofKind}) m
left join lateral (select known.canonical ${ofKind} offset 1) before on true
where t.team_id = $1
group by a.admission_id
order by a.admission_id`;

type MeasurementRow = RowOf<Measurement> & { owner: string; person: string; total: number };

export const measurementRoutes = [
  read(admissionCalls.listMeasurements, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'admission-', 'patient-', 'user-', 'team-'],
    async answer(request): Promise<Measurements> {
      const { id } = request.input;
      const team = await readableTeam(request, 'admission', id);
      const { rows } = await request.db.query<MeasurementRow>(measurementsOfAdmission, [id, team]);
      // The stays of another team are read here as well.
      const others = new Map(rows.filter(({ owner }) => owner !== team).map(({ owner, person }) => [owner, person]));
      for (const [owner, person] of others) request.accessed(patientOpened(owner, person));
      return {
        measurements: rows
          .toReversed()
          .map(({ owner: _owner, person: _person, total: _total, ...row }) => versioned(row)),
        leftOut: (rows[0]?.total ?? 0) - rows.length,
      };
    },
  }),
  read(wardCalls.listNewestValues, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['admission-', teamStream(teamId)],
    async answer(request): Promise<NewestValues> {
      const team = await readableTeam(request, 'team', request.input.teamId);
      const { rows } = await request.db.query<{ admission: string; values: NewestValue[] }>(newestOfTeam, [
        team,
        headerKinds,
      ]);
      request.accessed(patientsListed(team, 'ward', rows.length));
      return { team, admissions: rows };
    },
  }),
];
