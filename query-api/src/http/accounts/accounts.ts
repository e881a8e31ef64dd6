/**
 * The accounts of the installation, for the admin account. What the list knows beyond the directory comes from the
 * private tables: `accounts.credential` says who has an account (docs/decisions/write-side/people-leave.md).
 */
import * as installationCalls from 'command-api/contract/calls/installation';
import type { AccountPage, AccountTeam, ListedAccount, TeamOfInstallation } from 'command-api/contract/accounts';
import { limits } from 'command-api/domain/values/codes';
import { Id, SingleLine } from 'command-api/domain/values/fields';
import { refusal } from 'command-api/domain/reasons/refusal';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { PageNumber } from '../pages.ts';
import { type ReadRequest, read } from '../read-route.ts';
import { isExempt } from '../rights.ts';
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
select (select count(*)::int from matching) as total, s.user_id, s.email, s.first_name, s.last_name, s.condition,
       to_char(s.started_on, 'YYYY-MM-DD') as created_on, s.disabled_at, s.disabled_by, s.disabled_reason,
       concat_ws(' ', disabler.first_name, disabler.last_name) as disabled_by_name,
       to_char(greatest(live.used_at, ended.used_at) at time zone $6, 'YYYY-MM-DD') as last_used_on, live.sessions,
       accounts.has_second_factor(s.user_id) as has_second_factor,
       exists (select from accounts.oidc_identity i where i.user_id = s.user_id) as is_of_provider,
       memberships.list as teams
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

interface AccountRow {
  total: number;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  condition: ListedAccount['condition'];
  created_on: string;
  disabled_at: Date | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  disabled_by_name: string;
  last_used_on: string | null;
  sessions: number;
  has_second_factor: boolean;
  is_of_provider: boolean;
  teams: AccountTeam[];
}

const listed = (row: AccountRow, adminEmail: string | undefined): ListedAccount => ({
  _id: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  teams: row.teams,
  createdOn: row.created_on,
  lastUsedOn: row.last_used_on,
  sessions: row.sessions,
  condition: row.condition,
  disabled: row.disabled_at && {
    at: row.disabled_at.toISOString(),
    by: row.disabled_by ?? '',
    byName: row.disabled_by_name,
    reason: row.disabled_reason ?? '',
  },
  hasSecondFactor: row.has_second_factor,
  isOfProvider: row.is_of_provider,
  isAdminAccount: row.email === adminEmail && row.condition === 'active',
});

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
       concat_ws(' ', u.first_name, u.last_name) as "adminName", c.disabled_at is not null as "isAdminGone"
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
      const { rows } = await db.query<AccountRow>(pageOfAccounts, [
        search === undefined ? null : await peopleNamed(db, search, (email, text) => email.includes(text)),
        condition ?? null,
        team ?? null,
        limits.pageSize,
        (pageNumber - 1) * limits.pageSize,
        timeZone,
      ]);
      const total = rows[0]?.total ?? 0;
      return {
        accounts: rows.map((row) => listed(row, adminEmail)),
        page: pageNumber,
        pages: Math.ceil(total / limits.pageSize),
        total,
      };
    },
  }),
];
