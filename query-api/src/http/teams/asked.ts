/** The errors that are asked of a physician, in all teams where they are one: severe ones first. */
import * as wardCalls from 'language/contract/calls/ward';
import type { AskedCount, AskedEntry, AskedPage } from 'language/contract/handover';
import { consultantAmong, type Physician } from 'language/domain/admission/asked-of';
import { catalogueStream } from 'language/domain/catalogue/events';
import { type AnswerRules, firstAnswerRules } from 'language/domain/team/answer-rules';
import { limits } from 'language/domain/values/codes';
import * as z from 'zod';
import { entryValues } from '../admissions/review-rows.ts';
import { asColumns } from '../field-values.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { patientsListed } from '../readable-team.ts';
import { read, type ReadRequest } from '../read-route.ts';
import { isPending } from '../reports/is-error.ts';
import { isExempt, lacksSecondFactor } from '../rights.ts';
import { day, personName, type RowOf, versioned, withoutNull } from '../rows.ts';

/** $1 person. The teams where they are a physician, with all physicians who can answer. */
const teamsOfPhysician = (everywhere: boolean): string => /* sql */ `
select t.team_id as "_id", t.name, t.answer_rules as rules,
       ${lacksSecondFactor('t.team_id', '$1', everywhere)} as lacks_second_factor,
       (select jsonb_agg(jsonb_build_object('userId', m.user_id, 'name', ${personName('u')}))
        from team_member m
        left join app_user u on u.user_id = m.user_id
        left join accounts.credential c on c.user_id = m.user_id
        where m.team_id = t.team_id and m.is_physic and not m.disabled and c.disabled_at is null) as physicians
from team t
where exists (
  select 1 from team_member own where own.team_id = t.team_id and own.user_id = $1 and own.is_physic and not own.disabled)
order by t.name, t.team_id`;

interface TeamRow {
  readonly _id: string;
  readonly name: string;
  readonly rules: AnswerRules | null;
  readonly lacks_second_factor: boolean;
  readonly physicians: readonly Physician[] | null;
}

/**
 * $1 teams. The pending errors of open admissions, read as the handover list reads them (`handover.ts`): also of patients
 * whom the team has received.
 */
const pendingOfTeams = /* sql */ `
select e.entry_id, e.err_severity, e.asked, e.review_date, a.admission_id, a.team_id, a.consultant, a.room, a.bed
from (
  select own.* from review_entry own where own.team_id = any ($1::text[]) and ${isPending('own')}
  union all
  select theirs.*
  from (select distinct s.admission_id from transferred_stay s where s.to_team_id = any ($1::text[])) received
  join review_entry theirs on theirs.admission_id = received.admission_id
  where not theirs.team_id = any ($1::text[]) and ${isPending('theirs')}
) e
cross join lateral (
  select a.admission_id, a.team_id, a.consultant, a.room, a.bed from admission a
  where a.admission_id = e.admission_id and a.team_id = any ($1::text[]) and a.discharge_date is null limit 1
) a`;

/** $1 teams. The consultants of the inpatients (index `admission_open`): few names, which need no read of the entries. */
const consultantsOf = /* sql */ `
select distinct a.team_id, a.consultant from admission a
where a.team_id = any ($1::text[]) and a.discharge_date is null and a.consultant <> ''`;

/**
 * $2 person · $3 team and consultant of the stays whose consultant is the person, $4 of those whose consultant is another
 * physician (`asked-of.ts`), each as "team consultant" · $5 ids of physicians, each as "team person"
 */
const withAsked = /* sql */ `
with pending as materialized (
  select p.*, coalesce(p.asked -> 'address' ->> 'kind', '') as kind,
         p.team_id || ' ' || coalesce(p.asked -> 'address' ->> 'userId', '') as asked_person,
         p.team_id || ' ' || p.consultant as of_consultant
  from (${pendingOfTeams}) p
), addressed as (
  select pending.*,
         case
           when kind = 'physicians' then false
           when kind = 'physician' and asked_person = any ($5::text[]) then
             case when asked_person = team_id || ' ' || $2 then true end
           when of_consultant = any ($3::text[]) then true
           when of_consultant = any ($4::text[]) then null
           else false
         end as is_to_me
  from pending
), asked as materialized (select * from addressed where is_to_me is not null)`;

const countOfAsked = {
  name: 'count-of-asked',
  text: /* sql */ `${withAsked} select count(*)::int as asked from asked`,
};

/** One page and the totals by team. $6 rows of a page · $7 rows to skip */
const pageOfAsked = {
  name: 'page-of-asked',
  text: /* sql */ `
${withAsked}, page as (
  select * from asked
  order by err_severity desc nulls last, asked ->> 'at', entry_id limit $6 offset $7
)
select totals.by_team, e.entry_id as "_id", ${asColumns({ ...entryValues('e'), rating: 'e.rating::float' })}, e.version::text,
       e.responsible_id as responsible, e.asked, page.is_to_me as "isToMe", e.review_id as review,
       ${day('page.review_date')} as "reviewDate", page.admission_id as admission, page.team_id as team, page.room, page.bed,
       page.consultant, coalesce(p.patient_id, r.patient_id) as patient,
       (select to_jsonb(shown) from (select ${identityColumns('p')}) shown) as "patientDetails",
       (select jsonb_build_object('dose', m.dose, 'route', m.route, 'frequency', m.frequency)
        from admission_medication m
        where m.admission_id = page.admission_id and m.stop_date is null
          and split_part(m.drug, '.', 1) = split_part(e.err_drug, '.', 1)
        order by (m.drug = e.err_drug) desc, m.start_date desc, m.position desc limit 1) as "order",
       coalesce(e.responsible_id, r.author_id) as "userId", ${personName('u')} as "userName",
       coalesce(u.phone_normalised, '') as "userPhone"
from (select coalesce(jsonb_object_agg(team_id, found), '{}') as by_team
      from (select team_id, count(*)::int as found from asked group by team_id) counted) totals
left join page on true
left join review_entry e on e.entry_id = page.entry_id
left join review r on r.review_id = e.review_id
${leftJoinSurvivor('p', 'r.patient_id')}
left join app_user u on u.user_id = coalesce(e.responsible_id, r.author_id)
order by page.err_severity desc nulls last, page.asked ->> 'at', page.entry_id`,
};

type EntryRow = RowOf<Omit<AskedEntry, 'asked'>, 'responsible'> & Pick<Partial<AskedEntry>, 'asked'>;
type FoundRow = { readonly by_team: Readonly<Record<string, number>> } & (EntryRow | { readonly _id: null });

/** Until its stream is projected again, a row of an older version does not say since when it waits. */
const askedOfRow = ({ asked, ...row }: EntryRow): AskedEntry => ({
  ...versioned(withoutNull(row, 'responsible')),
  asked: asked ?? { at: `${row.reviewDate}T00:00:00.000Z`, address: null, answer: null, reportedBy: null },
});

/** The teams where the caller is a physician, and the first five values of the statements. */
async function physicianOf({ db, dependencies, caller }: Pick<ReadRequest<unknown>, 'db' | 'dependencies' | 'caller'>) {
  const teams = (await db.query<TeamRow>(teamsOfPhysician(dependencies.requiresSecondFactor), [caller.userId])).rows
    // A team that requires a second factor shows nothing to a person without one.
    .filter(({ lacks_second_factor: lacksOne }) => !lacksOne || isExempt(caller));
  const ids = teams.map(({ _id }) => _id);
  const physiciansOf = new Map(teams.map(({ _id, physicians }) => [_id, physicians ?? []]));
  const { rows: consultants } = await db.query<{ team_id: string; consultant: string }>(consultantsOf, [ids]);
  const named = consultants.map(({ team_id: team, consultant }) => ({
    key: `${team} ${consultant}`,
    physician: consultantAmong(consultant, physiciansOf.get(team) ?? [])?.userId,
  }));
  const keysOf = (isOf: (physician: string) => boolean): string[] =>
    named.flatMap(({ key, physician }) => (physician !== undefined && isOf(physician) ? [key] : []));
  const values = [
    ids,
    caller.userId,
    keysOf((physician) => physician === caller.userId),
    keysOf((physician) => physician !== caller.userId),
    teams.flatMap(({ _id, physicians }) => (physicians ?? []).map(({ userId }) => `${_id} ${userId}`)),
  ];
  return { teams, values };
}

export const askedRoutes = [
  /** It shows no patient, so no access is recorded. */
  read(wardCalls.countAsked, {
    input: z.object({}),
    from: () => ['admission-', 'user-', 'team-'],
    async answer(request): Promise<AskedCount> {
      const { teams, values } = await physicianOf(request);
      if (teams.length === 0) return { asked: null };
      return (await request.db.query<AskedCount>({ ...countOfAsked, values })).rows[0] ?? { asked: 0 };
    },
  }),
  read(wardCalls.listAsked, {
    input: z.object({ pageNumber: PageNumber }),
    from: () => ['admission-', 'patient-', 'user-', 'drug-', 'team-', catalogueStream],
    async answer(request): Promise<AskedPage> {
      const { db, input } = request;
      const { teams, values } = await physicianOf(request);
      const { rows } = await db.query<FoundRow>({
        ...pageOfAsked,
        values: [...values, limits.pageSize, rowsBefore(input.pageNumber)],
      });
      const found = rows[0]?.by_team ?? {};
      for (const { _id: team } of teams) request.accessed(patientsListed(team, 'asked', found[team] ?? 0));
      return {
        entries: rows.flatMap(({ by_team: _totals, ...row }) => (row._id === null ? [] : [askedOfRow(row)])),
        ...pageOf(
          input.pageNumber,
          Object.values(found).reduce((sum, count) => sum + count, 0),
        ),
        teams: teams.map(({ _id, name, rules }) => ({
          _id,
          name,
          refusalReasons: (rules ?? firstAnswerRules).refusalReasons,
        })),
      };
    },
  }),
];
