/** The open invitations of a team, for those who invite: its admin, and the admin account. */
import * as teamCalls from 'language/contract/calls/teams';
import type { TeamInvitation } from 'language/contract/invitations';
import { Id } from 'language/domain/values/fields';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { read, type ReadRequest } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { personName, utc } from '../rows.ts';
import { ownAccountOf } from '../users/users.ts';

/** Expired ones too: they can be sent again. $1 team */
const openInvitations = /* sql */ `
select i.invitation_id as _id, i.email, i.role, i.invited_by as "invitedBy",
       ${personName('u')} as "invitedByName", ${utc('i.sent_at')} as "sentAt", ${utc('i.expires_at')} as "expiresAt"
from accounts.invitation i left join app_user u on u.user_id = i.invited_by
where i.team_id = $1 and i.joined_at is null
order by i.sent_at desc, i.invitation_id`;

/** @throws HttpProblem 404 if the team does not exist for the caller, 403 for its other members */
async function requireInviter(request: ReadRequest<{ id: string }>): Promise<string> {
  const { db, caller, input } = request;
  if ((await ownAccountOf(request)).isAdminAccount) {
    await requireAdminAccount(request);
    if (request.teamHeader !== undefined && request.teamHeader !== input.id) throw forbidden();
    if ((await db.query('select from team where team_id = $1', [input.id])).rowCount !== 1) throw notFound();
    return input.id;
  }
  const team = await readableTeam(request, 'team', input.id);
  const { rowCount } = await db.query('select from team where team_id = $1 and admin_id = $2', [team, caller.userId]);
  if (rowCount !== 1) throw forbidden();
  return team;
}

export const invitationRoutes = [
  read(teamCalls.listInvitations, {
    input: z.object({ id: Id }),
    from: () => ['user-', 'team-'],
    async answer(request): Promise<TeamInvitation[]> {
      const team = await requireInviter(request);
      return (await request.db.query<TeamInvitation>(openInvitations, [team])).rows;
    },
  }),
];
