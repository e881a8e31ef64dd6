/** The handover list of a team: errors without a response, overdue ones first. */
import { entryValues } from '../admissions/review-rows.ts';
import { asColumns } from '../field-values.ts';
import * as wardCalls from 'language/contract/calls/ward';
import type { PendingEntry, PendingPage } from 'language/contract/handover';
import { catalogueStream } from 'language/domain/catalogue/events';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { SeverityCode } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { allergyBriefOf } from 'language/contract/render/allergies';
import { allergyRecords, type AllergyRecordsRow, recordsOf } from '../patients/allergy-rows.ts';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { likeLiteral } from '../patients/patient-search.ts';
import { read } from '../read-route.ts';
import { isPending } from '../reports/is-error.ts';
import { patientsListed, readableTeam } from '../readable-team.ts';
import { day, personName, type RowOf, versioned, withoutNull } from '../rows.ts';

/**
 * One page and the total. Few entries are pending, which Postgres does not know: it expected half of the team's entries,
 * and read every review of all teams. With `limit 1` it reads the review and the admission of each pending entry. A drug
 * pattern matches the written label, the drug, and each of its current trade names. The
 * age of a review with a future date is 0. Entries go with their admission: after a transfer they are pending for the
 * receiving team. $1 team · $2 today · $3 person who wrote it or has taken it over, or null · $4 mildest severity or
 * null · $5 overdue ones only · $6 pattern of the drug · $7 also of discharged patients · $8 rows of a page · $9 rows to
 * skip · $10 person who is responsible, or null · $11 only where that person cannot work in the team
 */
const pendingOfTeam = /* sql */ `
with pending as materialized (
  select e.entry_id, e.review_date, e.position, r.patient_id, r.author_id, r.created_at, a.discharge_date, a.room, a.bed,
         coalesce(e.follow_up_date < $2::date, false) as overdue
  from (
    select own.* from review_entry own where own.team_id = $1 and ${isPending('own')}
    union all
    select theirs.*
    from (select distinct s.admission_id from transferred_stay s where s.to_team_id = $1) received
    join review_entry theirs on theirs.admission_id = received.admission_id
    where theirs.team_id <> $1 and ${isPending('theirs')}
  ) e
  cross join lateral (
    select r.patient_id, r.author_id, r.created_at from review r where r.review_id = e.review_id limit 1
  ) r
  cross join lateral (
    select a.discharge_date, a.room, a.bed from admission a where a.admission_id = e.admission_id and a.team_id = $1 limit 1
  ) a
  where ($3::text is null or $3 in (r.author_id, e.responsible_id))
    and ($10::text is null or coalesce(e.responsible_id, r.author_id) = $10)
    and (not $11::boolean or not exists (
      select 1 from team_member m
      left join accounts.credential c on c.user_id = m.user_id
      where m.team_id = $1 and m.user_id = coalesce(e.responsible_id, r.author_id)
        and not m.disabled and c.disabled_at is null))
    and ($4::text is null or e.err_severity >= $4)
    and (not $5::boolean or e.follow_up_date < $2::date)
    and (e.err_drug_label ilike $6
      or exists (
        select 1 from trade_label t
        join drug d on d.drug_id = t.drug_id
        join trade_label named on named.drug_id = t.drug_id
        where t.trade_label_id = e.err_drug and (d.label ilike $6 or (named.label ilike $6 and not named.withdrawn))))
    and ($7::boolean or a.discharge_date is null)
), page as (
  select * from pending order by overdue desc, review_date, created_at, position, entry_id limit $8 offset $9
)
select total.found, total.overdue as all_overdue, page.entry_id as "_id", e.copied_from as "copiedFrom",
       e.first_id as "firstId", ${asColumns({ ...entryValues('e'), rating: 'e.rating::float' })},
       e.version::text, e.review_id as review, ${day('page.review_date')} as "reviewDate",
       greatest($2::date - page.review_date, 0) as age, page.overdue, e.admission_id as admission, page.room, page.bed,
       ${day('page.discharge_date')} as "dischargeDate", coalesce(p.patient_id, page.patient_id) as patient,
       (select to_jsonb(shown) from (select ${identityColumns('p')}) shown) as "patientDetails",
       ${allergyRecords('coalesce(p.patient_id, page.patient_id)')} as records,
       page.author_id as "userId", ${personName('u')} as "userName", coalesce(u.phone_normalised, '') as "userPhone",
       e.responsible_id as responsible, e.asked,
       case when e.responsible_id is not null then ${personName('taken')} end as "responsibleName"
from (
  select count(*)::int as found, (count(*) filter (where overdue))::int as overdue from pending
) total
left join page on true
left join review_entry e on e.entry_id = page.entry_id
${leftJoinSurvivor('p', 'page.patient_id')}
left join app_user u on u.user_id = page.author_id
left join app_user taken on taken.user_id = e.responsible_id
order by page.overdue desc, page.review_date, page.created_at, page.position, page.entry_id`;

type Absent = 'copiedFrom' | 'firstId' | 'responsible' | 'asked' | 'responsibleName';
type PendingRow = RowOf<Omit<PendingEntry, 'movedFrom' | 'allergyBrief'>, Absent> & {
  readonly records: AllergyRecordsRow;
};
type FoundRow = { found: number; all_overdue: number } & (PendingRow | { _id: null });

const pendingOf = ({ records, ...row }: PendingRow): PendingEntry => ({
  ...versioned(withoutNull(row, 'copiedFrom', 'firstId', 'responsible', 'asked', 'responsibleName')),
  allergyBrief: allergyBriefOf(recordsOf(records)),
});

/** In place of a person: everyone who cannot work in the team, or not any more. */
const NOT_IN_TEAM = 'left';

const Switch = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');

export const handoverRoutes = [
  /**
   * `of` is the person who is responsible, or `left`; `severity` is the mildest one to list; `drug` is a part of a trade
   * name or of a drug's name.
   */
  read(wardCalls.listPendingEntries, {
    input: z.object({
      teamId: Id,
      mine: Switch,
      of: Id.optional(),
      severity: SeverityCode.optional(),
      overdue: Switch,
      drug: z.string().trim().max(limits.title, because('drug-too-long')).default(''),
      discharged: Switch,
      pageNumber: PageNumber,
    }),
    from: ({ teamId }) => ['admission-', 'patient-', 'user-', 'drug-', catalogueStream, teamStream(teamId)],
    async answer(request): Promise<PendingPage> {
      const { db, dependencies, caller, input } = request;
      const team = await readableTeam(request, 'team', input.teamId);
      const { rows } = await db.query<FoundRow>(pendingOfTeam, [
        team,
        calendarDateIn(dependencies.timeZone, new Date()),
        input.mine ? caller.userId : null,
        input.severity ?? null,
        input.overdue,
        `%${likeLiteral(input.drug)}%`,
        input.discharged,
        limits.pageSize,
        rowsBefore(input.pageNumber),
        input.of === NOT_IN_TEAM ? null : (input.of ?? null),
        input.of === NOT_IN_TEAM,
      ]);
      const total = rows[0]?.found ?? 0;
      request.accessed(patientsListed(team, 'handover', total));
      return {
        pending: rows.flatMap(({ found: _found, all_overdue: _all, ...row }) =>
          row._id === null ? [] : [pendingOf(row)],
        ),
        overdue: rows[0]?.all_overdue ?? 0,
        ...pageOf(input.pageNumber, total),
      };
    },
  }),
];
