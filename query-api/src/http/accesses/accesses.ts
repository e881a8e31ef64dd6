/** The access log of a team, newest first: all of it for the admin, accesses to patients' data for the auditors. */
import * as teamCalls from 'command-api/contract/calls/teams';
import type { Access, AccessKind, AccessPage } from 'command-api/contract/accesses';
import { accessesOf, accessKinds } from 'command-api/domain/access/events';
import { CalendarDate } from 'command-api/domain/values/calendar-date';
import { limits, type ReportType } from 'command-api/domain/values/codes';
import { Id } from 'command-api/domain/values/fields';
import { because } from 'command-api/domain/reasons/because';
import { teamStream } from 'command-api/domain/team/events';
import * as z from 'zod';
import { formerMembers } from '../teams/former-members.ts';
import { PageNumber } from '../pages.ts';
import { knownPatient, leftPatients } from '../patients/left-patients.ts';
import { idsOfPatient, leftJoinSurvivor, survivorIdOf } from '../patients/merged-patients.ts';
import { fullName } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { isInOrder, outOfOrder } from '../reports/report.ts';
import { auditedTeam } from '../readable-team.ts';

/**
 * $1 team · $2 time zone · $3 first day · $4 last day · $5 person · $6 kind · $7 patient · $8 admission, of which $3 to
 * $8 may be null · $9 whether accesses without a patient are included
 */
const conditions = /* sql */ `
a.team_id = $1
and ($3::date is null or a.at >= $3::date::timestamp at time zone $2)
and ($4::date is null or a.at < ($4::date + 1)::timestamp at time zone $2)
and ($5::text is null or a.actor_id = $5) and ($6::text is null or a.kind = $6)
and ($7::text is null or a.patient_id in (select patient_id from ${idsOfPatient(survivorIdOf('$7'))} ids)) and ($8::text is null or a.admission_id = $8)
and ($9::boolean or a.patient_id is not null)`;

/** $10 rows of a page · $11 rows to skip. Names are those of today, of patients as the team knows them. */
const pageOfAccesses = /* sql */ `
with page as materialized (
  select * from access a where ${conditions} order by a.at desc, a.access_id limit $10 offset $11
), named as (
  select page.*, concat_ws(' ', u.first_name, u.last_name) as user_name,
         ${fullName('p')} as patient_name,
         to_char(ad.admission_date, 'YYYY-MM-DD') as admission_date,
         to_char(r.review_date, 'YYYY-MM-DD') as review_date,
         to_char(page.start_date, 'YYYY-MM-DD') as first_day, to_char(page.end_date, 'YYYY-MM-DD') as last_day,
         coalesce(d.label, '') as drug_label
  from page
  left join app_user u on u.user_id = page.actor_id
  ${leftJoinSurvivor('known', 'page.patient_id')}
  left join ${leftPatients((team) => `${team} = $1`)} gone on gone.id = page.patient_id
  ${knownPatient('p', { now: 'known', gone: 'gone' })}
  left join admission ad on ad.admission_id = page.admission_id
  left join review r on r.review_id = page.review_id
  left join drug d on d.drug_id = page.drug_id
)
select total.found as total, named.*
from (select count(*)::int as found from access a where ${conditions}) total left join named on true
order by named.at desc, named.access_id`;

interface AccessRow {
  access_id: string;
  at: Date;
  kind: AccessKind;
  actor_id: string;
  user_name: string;
  patient_id: string | null;
  patient_name: string;
  admission_id: string | null;
  admission_date: string | null;
  review_id: string | null;
  review_date: string | null;
  report: ReportType | null;
  first_day: string | null;
  last_day: string | null;
  list: NonNullable<Access['list']> | null;
  searches: number | null;
  found: number | null;
  reviews: number | null;
  thing: NonNullable<Access['of']> | null;
  drug_id: string | null;
  drug_label: string;
  format: NonNullable<Access['format']> | null;
}

const accessOf = (row: AccessRow): Access => ({
  _id: row.access_id,
  at: row.at.toISOString(),
  kind: row.kind,
  userId: row.actor_id,
  userName: row.user_name,
  ...(row.patient_id === null ? {} : { patientId: row.patient_id, patientName: row.patient_name }),
  ...(row.admission_id === null ? {} : { admissionId: row.admission_id, admissionDate: row.admission_date ?? '' }),
  ...(row.review_id === null ? {} : { reviewId: row.review_id, reviewDate: row.review_date ?? '' }),
  ...(row.report === null ? {} : { report: row.report }),
  ...(row.first_day === null ? {} : { startDate: row.first_day }),
  ...(row.last_day === null ? {} : { endDate: row.last_day }),
  ...(row.list === null ? {} : { list: row.list }),
  ...(row.searches === null ? {} : { searches: row.searches }),
  ...(row.found === null ? {} : { found: row.found }),
  ...(row.reviews === null ? {} : { reviews: row.reviews }),
  ...(row.thing === null ? {} : { of: row.thing }),
  ...(row.drug_id === null ? {} : { drugId: row.drug_id, drugLabel: row.drug_label }),
  ...(row.format === null ? {} : { format: row.format }),
});

const AccessInput = z
  .object({
    id: Id,
    startDate: CalendarDate.optional(),
    endDate: CalendarDate.optional(),
    user: Id.optional(),
    kind: z.enum(accessKinds, because('unknown-access')).optional(),
    patient: Id.optional(),
    admission: Id.optional(),
    pageNumber: PageNumber,
  })
  .refine(isInOrder, outOfOrder);

export const accessRoutes = [
  /** @throws HttpProblem 403 for members other than the admin and the auditors */
  read(teamCalls.listAccesses, {
    input: AccessInput,
    from: ({ id }) => [accessesOf(id), teamStream(id)],
    async answer({ db, dependencies, input, ...who }): Promise<AccessPage> {
      const { startDate, endDate, user, kind, patient, admission, pageNumber } = input;
      const { team, isAdmin } = await auditedTeam({ db, dependencies, input, ...who }, input.id);
      const { rows } = await db.query<{ total: number } & (AccessRow | { access_id: null })>(pageOfAccesses, [
        team,
        dependencies.timeZone,
        startDate ?? null,
        endDate ?? null,
        user ?? null,
        kind ?? null,
        patient ?? null,
        admission ?? null,
        isAdmin,
        limits.pageSize,
        (pageNumber - 1) * limits.pageSize,
      ]);
      const total = rows[0]?.total ?? 0;
      return {
        accesses: rows.filter((row) => row.access_id !== null).map(accessOf),
        page: pageNumber,
        pages: Math.ceil(total / limits.pageSize),
        total,
        ...(await formerMembers(db, team)),
      };
    },
  }),
];
