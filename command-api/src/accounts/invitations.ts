/**
 * Invitations to teams by mail (docs/decisions/write-side/invitations.md). The log gets the membership alone: an address
 * that was invited and never came is deleted. The token of a link is stored hashed.
 */
import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { recordSecurityEvent, type SecurityFact } from 'service-kit/security-log/record';
import { derivedId } from '../commands/derived-id.ts';
import type { Role } from 'language/domain/team/events';
import type { CreatedTeam } from 'language/domain/team/state';
import { linkHash } from './one-time-links.ts';

export const INVITATION_DAYS = 7;
/** An invitation that has expired can be sent again for this time. */
const KEPT_DAYS = 30;

export interface Invitation {
  readonly invitationId: string;
  readonly teamId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Who uses an invitation, by which command. */
export interface Use {
  readonly userId: string;
  readonly commandId: string;
}

/** Who invites or withdraws, by which command. A repeated command is one line of the security log. */
export interface Inviter extends Use {
  /** Undefined for a sign-in, which has no session yet. */
  readonly sessionId: string | undefined;
}

export interface Invitations {
  /** One open invitation for an address in a team: a second one replaces it, and the links of the first end. */
  invite(what: Pick<Invitation, 'invitationId' | 'teamId' | 'email' | 'role'>, by: Inviter): Promise<Invitation>;
  /** Begins its days again; the links of before end. @returns undefined if it is not open */
  renew(teamId: string, invitationId: string, by: Inviter): Promise<Invitation | undefined>;
  /** @returns undefined if it was not open */
  withdraw(teamId: string, invitationId: string, by: Inviter): Promise<Invitation | undefined>;
  /** Ends the open ones of members and of people who were removed after theirs was sent, as the team is now. */
  endOfMembers(teamId: string, team: CreatedTeam, by: Inviter): Promise<void>;
  /** An open one, expired or not. */
  findInTeam(teamId: string, invitationId: string): Promise<Invitation | undefined>;
  /** One that is open and has not expired. */
  find(invitationId: string): Promise<Invitation | undefined>;
  /** @returns the token of a new link, which is not stored in clear text */
  makeLink(invitationId: string): Promise<string>;
  /** One that has not expired; also one that this person has used. */
  findByToken(token: string, userId?: string): Promise<Invitation | undefined>;
  /**
   * Call it before the team's stream is written. A crash leaves it to the same person; once they have joined, to a
   * repetition of the same command.
   * @returns false if it is used or withdrawn
   */
  use(invitationId: string, use: Use): Promise<boolean>;
  joined(invitationId: string): Promise<void>;
  removeExpired(): Promise<void>;
}

const columns = `i.invitation_id as "invitationId", i.team_id as "teamId", i.email, i.role, i.invited_by as "invitedBy",
  i.sent_at as "sentAt", i.expires_at as "expiresAt"`;
const days = `make_interval(days => ${INVITATION_DAYS})`;

/** @param markOf the mark of an e-mail without an account in the security log */
export const createInvitations = (pool: Pool, markOf: (email: string) => string): Invitations => ({
  invite: ({ invitationId, teamId, email, role }, by) =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Invitation>(
        `insert into accounts.invitation as i (invitation_id, team_id, email, role, invited_by, expires_at)
         values ($1, $2, $3, $4, $5, now() + ${days})
         on conflict (team_id, email) where joined_at is null do update
         set role = excluded.role, invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at,
             used_by = null, used_command = null
         returning ${columns}`,
        [invitationId, teamId, email, role, by.userId],
      );
      const [made] = rows;
      if (!made) throw new Error('An insert returned no row');
      await tx.query('delete from accounts.invitation_link where invitation_id = $1', [made.invitationId]);
      await recordLine(tx, { kind: 'InvitationSent', data: { role } }, made, by, markOf);
      return made;
    }),
  renew: (teamId, invitationId, by) =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Invitation>(
        `update accounts.invitation i set sent_at = now(), expires_at = now() + ${days}
         where invitation_id = $2 and team_id = $1 and joined_at is null returning ${columns}`,
        [teamId, invitationId],
      );
      const [renewed] = rows;
      if (!renewed) return undefined;
      await tx.query('delete from accounts.invitation_link where invitation_id = $1', [invitationId]);
      await recordLine(tx, { kind: 'InvitationSent', data: { role: renewed.role } }, renewed, by, markOf);
      return renewed;
    }),
  withdraw: (teamId, invitationId, by) =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Invitation>(
        `delete from accounts.invitation i where invitation_id = $2 and team_id = $1 and joined_at is null
         returning ${columns}`,
        [teamId, invitationId],
      );
      if (rows[0]) await recordLine(tx, { kind: 'InvitationWithdrawn', data: {} }, rows[0], by, markOf);
      return rows[0];
    }),
  endOfMembers: (teamId, { members, removedAt }, by) =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Invitation>(
        `delete from accounts.invitation i using accounts.credential c
         where i.team_id = $1 and i.joined_at is null and lower(c.email) = i.email
           and (c.user_id = any($2::text[])
             or i.sent_at <= (select max(at) from unnest($3::text[], $4::timestamptz[]) as r (user_id, at)
                              where r.user_id = c.user_id))
         returning ${columns}`,
        [teamId, members.map(({ userId }) => userId), [...removedAt.keys()], [...removedAt.values()]],
      );
      for (const ended of rows) {
        const commandId = derivedId(by.commandId, ended.invitationId);
        await recordLine(tx, { kind: 'InvitationWithdrawn', data: {} }, ended, { ...by, commandId }, markOf);
      }
    }),
  async findInTeam(teamId, invitationId) {
    const { rows } = await pool.query<Invitation>(
      `select ${columns} from accounts.invitation i
       where i.invitation_id = $2 and i.team_id = $1 and i.joined_at is null`,
      [teamId, invitationId],
    );
    return rows[0];
  },
  async find(invitationId) {
    const { rows } = await pool.query<Invitation>(
      `select ${columns} from accounts.invitation i
       where i.invitation_id = $1 and i.joined_at is null and i.expires_at > now()`,
      [invitationId],
    );
    return rows[0];
  },
  async makeLink(invitationId) {
    const token = randomBytes(16).toString('base64url');
    await pool.query('insert into accounts.invitation_link (token_hash, invitation_id) values ($1, $2)', [
      linkHash(token),
      invitationId,
    ]);
    return token;
  },
  async findByToken(token, userId) {
    const { rows } = await pool.query<Invitation>(
      `select ${columns} from accounts.invitation i join accounts.invitation_link l using (invitation_id)
       where l.token_hash = $1 and i.expires_at > now() and (i.joined_at is null or i.used_by = $2)`,
      [linkHash(token), userId ?? null],
    );
    return rows[0];
  },
  async use(invitationId, { userId, commandId }) {
    const { rowCount } = await pool.query(
      `update accounts.invitation set used_by = $2, used_command = $3
       where invitation_id = $1 and expires_at > now()
         and (joined_at is null or (used_by = $2 and used_command = $3))`,
      [invitationId, userId, commandId],
    );
    return rowCount === 1;
  },
  async joined(invitationId) {
    await pool.query('update accounts.invitation set joined_at = coalesce(joined_at, now()) where invitation_id = $1', [
      invitationId,
    ]);
  },
  async removeExpired() {
    await pool.query(
      `delete from accounts.invitation
       where expires_at < now() - case when joined_at is null then make_interval(days => ${KEPT_DAYS})
                                       else interval '0' end`,
    );
  },
});

/** The account is looked up in the same way for each e-mail: no answer shows whether it exists. */
async function recordLine(
  tx: PoolClient,
  fact: SecurityFact,
  { teamId, email }: Invitation,
  { userId, sessionId, commandId }: Inviter,
  markOf: (email: string) => string,
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    'select user_id from accounts.credential where lower(email) = lower($1)',
    [email],
  );
  const [account] = rows;
  await recordSecurityEvent(tx, {
    ...fact,
    by: 'person',
    actorId: userId,
    userId: account?.user_id,
    teamId,
    emailMark: account ? undefined : markOf(email),
    origin: { sessionId },
    sourceId: commandId,
  });
}
