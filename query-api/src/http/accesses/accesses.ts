/** The access log of a team, newest first: all of it for the admin, accesses to patients' data for the auditors. */
import * as teamCalls from 'language/contract/calls/teams';
import type { Access, AccessPage } from 'language/contract/accesses';
import { accessesOf, accessKinds } from 'language/domain/access/events';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { formerMembers } from '../teams/former-members.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { knownPatient, leftPatients } from '../patients/left-patients.ts';
import { idsOfPatient, leftJoinSurvivor, survivorIdOf } from '../patients/merged-patients.ts';
import { fullName } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { isInOrder, outOfOrder } from '../reports/report.ts';
import { auditedTeam } from '../readable-team.ts';
import { day, personName, utc, withoutNull } from '../rows.ts';

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
)
select total.found as total, page.access_id as "_id", ${utc('page.at')} as at, page.kind, page.actor_id as "userId",
       ${personName('u')} as "userName", page.patient_id as "patientId",
       case when page.patient_id is not null then ${fullName('p')} end as "patientName", page.admission_id as "admissionId",
       case when page.admission_id is not null then coalesce(${day('ad.admission_date')}, '') end as "admissionDate",
       page.review_id as "reviewId",
       case when page.review_id is not null then coalesce(${day('r.review_date')}, '') end as "reviewDate",
       page.report, ${day('page.start_date')} as "startDate", ${day('page.end_date')} as "endDate", page.list,
       page.searches, page.found, page.reviews, page.thing as "of", page.drug_id as "drugId",
       case when page.drug_id is not null then coalesce(d.label, '') end as "drugLabel", page.format
from (select count(*)::int as found from access a where ${conditions}) total
left join page on true
left join app_user u on u.user_id = page.actor_id
${leftJoinSurvivor('known', 'page.patient_id')}
left join ${leftPatients((team) => `${team} = $1`)} gone on gone.id = page.patient_id
${knownPatient('p', { now: 'known', gone: 'gone' })}
left join admission ad on ad.admission_id = page.admission_id
left join review r on r.review_id = page.review_id
left join drug d on d.drug_id = page.drug_id
order by page.at desc, page.access_id`;

/** A kind of access has some of these, and null in place of the others. */
const ofSomeKinds = [
  'patientId',
  'patientName',
  'admissionId',
  'admissionDate',
  'reviewId',
  'reviewDate',
  'report',
  'startDate',
  'endDate',
  'list',
  'searches',
  'found',
  'reviews',
  'of',
  'drugId',
  'drugLabel',
  'format',
] as const satisfies readonly (keyof Access)[];
type Absent = (typeof ofSomeKinds)[number];
type AccessRow = Omit<Access, Absent> & { [Name in Absent]-?: NonNullable<Access[Name]> | null };

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
      const { rows } = await db.query<{ total: number } & (AccessRow | { _id: null })>(pageOfAccesses, [
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
        rowsBefore(pageNumber),
      ]);
      const total = rows[0]?.total ?? 0;
      return {
        accesses: rows.flatMap(({ total: _total, ...row }) =>
          row._id === null ? [] : [withoutNull(row, ...ofSomeKinds)],
        ),
        ...pageOf(pageNumber, total),
        ...(await formerMembers(db, team)),
      };
    },
  }),
];
