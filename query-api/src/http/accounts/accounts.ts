/**
 * The accounts of the installation, for the admin account. What the list knows beyond the directory comes from the
 * private tables: `accounts.credential` says who has an account (docs/decisions/write-side/people-leave.md).
 */
import * as installationCalls from 'language/contract/calls/installation';
import type { AccountPage, ListedAccount, TeamOfInstallation } from 'language/contract/accounts';
import { limits } from 'language/domain/values/codes';
import { Id, SingleLine } from 'language/domain/values/fields';
import { refusal } from 'language/domain/reasons/refusal';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { type ReadRequest, read } from '../read-route.ts';
import { isExempt } from '../rights.ts';
import { day, personName, utc } from '../rows.ts';
import { ownAccountOf } from '../users/users.ts';
import { peopleNamed } from './people-named.ts';

const Input = z.object({
  /** A part of the name or of the e-mail. */
  search: SingleLine(limits.email).optional(),
  condition: z.enum(['active', 'unconfirmed', 'disabled']).optional(),
  team: Id.optional(),
  pageNumber: PageNumber,
});

/**
 * $1 ids of the people who were searched for, or null · $2 condition · $3 team · $4 how many · $5 after how many · $6 time zone. An interrupted registration is no
 * account. The day of the last use alone: the list is no record of when people work.
 */
const pageOfAccounts = /* sql */ `
with found as (
  select c.user_id, c.email, c.disabled_at, c.disabled_by, c.disabled_reason, u.first_name, u.last_name, u.started_on,
         case when c.disabled_at is not null then 'disabled'
              when c.email_proven_at is null then 'unconfirmed' else 'active' end as condition
  from accounts.credential c join app_user u on u.user_id = c.user_id
  where c.confirmed_at is not null
    and ($1::text[] is null or c.user_id = any ($1))
    and ($3::text is null or exists (select from team_member m where m.team_id = $3 and m.user_id = c.user_id))
), matching as (
  select * from found where $2::text is null or condition = $2
), shown as (
  select * from matching order by lower(concat(first_name, ' ', last_name)), user_id limit $4 offset $5
)
select (select count(*)::int from matching) as total, s.user_id as "_id", s.first_name as "firstName",
       s.last_name as "lastName", s.email, memberships.list as teams, ${day('s.started_on')} as "createdOn",
       ${day('greatest(live.used_at, ended.used_at) at time zone $6')} as "lastUsedOn", live.sessions, s.condition,
       case when s.disabled_at is not null then jsonb_build_object(
         'at', ${utc('s.disabled_at')}, 'by', coalesce(s.disabled_by, ''), 'byName', ${personName('disabler')},
         'reason', coalesce(s.disabled_reason, '')) end as disabled,
       accounts.has_second_factor(s.user_id) as "hasSecondFactor",
       exists (select from accounts.oidc_identity i where i.user_id = s.user_id) as "isOfProvider"
from shown s
left join app_user disabler on disabler.user_id = s.disabled_by
left join accounts.last_use ended on ended.user_id = s.user_id
cross join lateral (
  select max(used_at) as used_at, count(*)::int as sessions from accounts.session where user_id = s.user_id
) live
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object(
           '_id', t.team_id, 'name', t.name, 'isAdmin', t.admin_id = s.user_id, 'disabled', m.disabled,
           'role', case when m.can_edit then 'pharmacist' when m.is_physic then 'physician' else 'reader' end)
           order by t.name, t.team_id), '[]') as list
  from team_member m join team t on t.team_id = m.team_id where m.user_id = s.user_id
) memberships
order by lower(concat(s.first_name, ' ', s.last_name)), s.user_id`;

/**
 * For what concerns the whole installation. Where every team requires a second factor, the admin account needs one too.
 * @throws HttpProblem 403 for any other caller
 */
export async function requireAdminAccount(
  request: Pick<ReadRequest<unknown>, 'db' | 'caller' | 'dependencies'>,
): Promise<void> {
  if (!(await ownAccountOf(request)).isAdminAccount) throw forbidden();
  const { db, caller, dependencies } = request;
  if (!dependencies.requiresSecondFactor || isExempt(caller)) return;
  const { rowCount } = await db.query('select where accounts.has_second_factor($1)', [caller.userId]);
  if (rowCount !== 1) throw new HttpProblem(refusal('second-factor-required'));
}

const allTeams = /* sql */ `
select t.team_id as _id, t.name, t.admin_id as "adminId",
       ${personName('u')} as "adminName", c.disabled_at is not null as "isAdminGone"
from team t
left join app_user u on u.user_id = t.admin_id
left join accounts.credential c on c.user_id = t.admin_id
order by lower(t.name), t.team_id`;

export const accountRoutes = [
  read(installationCalls.listTeamsOfInstallation, {
    input: z.object({}),
    from: () => ['user-', 'team-'],
    async answer(request): Promise<TeamOfInstallation[]> {
      await requireAdminAccount(request);
      return (await request.db.query<TeamOfInstallation>(allTeams)).rows;
    },
  }),
  read(installationCalls.listAccounts, {
    input: Input,
    from: () => ['user-', 'team-'],
    async answer(request): Promise<AccountPage> {
      await requireAdminAccount(request);
      const {
        db,
        dependencies: { adminEmail, timeZone },
        input: { search, condition, team, pageNumber },
      } = request;
      const { rows } = await db.query<Omit<ListedAccount, 'isAdminAccount'> & { total: number }>(pageOfAccounts, [
        search === undefined ? null : await peopleNamed(db, search, (email, text) => email.includes(text)),
        condition ?? null,
        team ?? null,
        limits.pageSize,
        rowsBefore(pageNumber),
        timeZone,
      ]);
      const total = rows[0]?.total ?? 0;
      return {
        accounts: rows.map(({ total: _total, ...row }) => ({
          ...row,
          isAdminAccount: row.email === adminEmail && row.condition === 'active',
        })),
        ...pageOf(pageNumber, total),
      };
    },
  }),
];
