/**
 * Sessions: opaque tokens of 256 random bits, stored as hashes in a private table and never in the log. The clock of
 * the database counts the idle and the absolute life.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { teamMark } from '../aggregates/team-writes.ts';
import { personLine, sessionRow } from '../security-log/record.ts';

export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly method: SessionMethod;
  /** Its person has locked it: it may do nothing but be unlocked and end. */
  readonly isLocked: boolean;
  /** As it was when the session was looked up (`../aggregates/team-writes.ts`). */
  readonly teamMark: bigint | undefined;
}

/** How the person proved who they are. */
export type SessionMethod = 'password' | 'signUp' | 'passkey' | 'singleSignOn';
/** `cookie`: a browser keeps it, closed to scripts. `token`: the client got it in the answer. */
export type SessionKind = 'token' | 'cookie';

/** Where and how a session began. Shown to its person only. */
export interface SessionOrigin {
  readonly method: SessionMethod;
  readonly kind: SessionKind;
  /** In words. */
  readonly device: string | undefined;
  /** The network address. */
  readonly address: string | undefined;
}

export interface OpenedSession {
  readonly sessionId: string;
  /** Stored only as a hash. */
  readonly token: string;
}

export interface ListedSession extends SessionOrigin {
  readonly sessionId: string;
  readonly beganAt: Date;
  /** Half a minute old at most. */
  readonly lastUsedAt: Date;
}

/** NOTIFY channel of ended sessions; the payload is the session id. */
export const SESSION_ENDED_CHANNEL = 'session_ended';
/** NOTIFY channel of locked sessions; the payload is the session id. */
export const SESSION_LOCKED_CHANNEL = 'session_locked';

export interface SessionLife {
  readonly idleMinutes: number;
  readonly absoluteHours: number;
}

/** A person has few sessions; a program may sign in for each call. */
const LISTED_MAX = 100;

interface LiveRow {
  session_id: string;
  user_id: string;
  method: SessionMethod;
  is_locked: boolean;
  stale: boolean;
  team_mark: string | null;
}

interface ListedRow {
  session_id: string;
  method: SessionMethod;
  kind: SessionKind;
  device: string | null;
  address: string | null;
  created_at: Date;
  used_at: Date;
}

/** The lines of the security log about the sessions that were live among `gone`. What expires has none. */
const noLine = 'lines as (select)';
const signedOut = `lines as (select ${personLine('SignedOut', 'gone', sessionRow)} from gone where was_live)`;
/** @param by the session that they are ended from, a parameter: its address and device are in the line */
const endedFrom = (by: string): string => /* sql */ `lines as (
  select ${personLine('SessionsEnded', 'ended', by, `jsonb_build_object('by', 'self', 'sessions', ended.sessions)`)}
  from (select user_id, count(*) as sessions from gone where was_live group by user_id) ended)`;

const endedByAdmin = /* sql */ `lines as (
  select accounts.record_security('SessionsEnded', 'person', $2, user_id, null, null, null, null, null, $3::uuid,
    jsonb_build_object('by', 'admin', 'sessions', count(*)), null, null)
  from gone where was_live group by user_id)`;

const endedBySetting = /* sql */ `lines as (
  select accounts.record_security('SessionsEnded', 'product', null, user_id, null, null, null, null, null, null,
    jsonb_build_object('by', 'setting', 'sessions', count(*)), null, null)
  from gone where was_live group by user_id)`;

/** A session that is ended takes its push subscription along: nothing is pushed to a browser that was signed out. */
const unsubscribed = (ended: string, condition = 'true'): string => /* sql */ `unsubscribed as (
  delete from accounts.push_subscription where session_id in (select session_id from ${ended} where ${condition}))`;

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Sessions {
  /** @returns the token */
  open(userId: string): Promise<string>;
  /**
   * Opens a session, unless the password has changed since its check, which has ended all sessions, or the account is
   * disabled: then a trigger drops the row. It is in the security log, as what ends or unlocks a session.
   * @param factor what was proved beside the password
   */
  openWith(
    credential: { readonly userId: string; readonly passwordHash: string },
    origin: SessionOrigin,
    factor?: 'totp' | 'recoveryCode' | 'passkey',
  ): Promise<OpenedSession | undefined>;
  /**
   * The live session of a token; undefined for an unknown, expired or revoked one. It counts as use, unless the session
   * is locked.
   * @param isUse false: it does not, because a page asks by itself
   */
  find(token: string, isUse?: boolean): Promise<Session | undefined>;
  /** The live sessions among `sessionIds`, and whether they are locked. */
  findLive(sessionIds: readonly string[]): Promise<ReadonlyMap<string, { readonly isLocked: boolean }>>;
  /** Locks a session at once, in both APIs and on the sockets. A locked one stays as it is. */
  lock(sessionId: string): Promise<void>;
  /** It counts as use. */
  unlock(sessionId: string, way: 'password' | 'passkey' | 'pin'): Promise<void>;
  /** A person's live sessions, the last used first: 100 at most. */
  listOf(userId: string): Promise<ListedSession[]>;
  /** Revokes the session at once, in both APIs and on the sockets. */
  close(sessionId: string): Promise<void>;
  /** Revokes a live session of this person. @param by the one that asks for it @returns false where there is none */
  closeOwn(userId: string, sessionId: string, by: string): Promise<boolean>;
  /** Revokes all sessions of this person except one. @returns how many live ones */
  closeOthers(userId: string, keep: string): Promise<number>;
  /** Revokes all sessions of this person. @param by the admin account @returns how many live ones */
  closeAll(userId: string, by: Pick<Session, 'userId' | 'sessionId'>): Promise<number>;
  /**
   * Revokes all sessions that did not begin at the provider of single sign-on, where local accounts are off.
   * @param adminEmail of the account that keeps its own @returns how many live ones
   */
  closeLocal(adminEmail: string | undefined): Promise<number>;
  removeExpired(): Promise<void>;
}

/**
 * Ends all sessions of a person but one, in the transaction of the change that ends them. The account's row is locked
 * before: a sign-in under way ends before it, or is refused after it (`Sessions.openWith`).
 * @param keep the session that stays
 */
export async function endSessionsOf(tx: PoolClient, userId: string, keep?: string): Promise<void> {
  await tx.query(
    `with ended as (
       delete from accounts.session where user_id = $1 and session_id is distinct from $2::uuid returning session_id
     ), ${unsubscribed('ended')}
     select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from ended`,
    [userId, keep ?? null],
  );
}

export function createSessions(pool: Pool, life: SessionLife): Sessions {
  const alive = `used_at > now() - make_interval(mins => ${life.idleMinutes})
    and created_at > now() - make_interval(hours => ${life.absoluteHours})`;
  /** Runs with every call of both APIs. */
  const live = {
    name: 'live-sessions',
    text: `select session_id, user_id, method, locked_at is not null as is_locked,
                  locked_at is null and used_at < now() - interval '30 seconds' as stale,
                  ${teamMark} as team_mark
           from accounts.session where token_hash = $1 and ${alive}`,
  };
  /** @returns how many sessions it ended that were live */
  async function end(condition: string, values: readonly (string | null)[], line = noLine): Promise<number> {
    const { rows } = await pool.query<{ was_live: boolean }>(
      `with gone as (delete from accounts.session where ${condition} returning ${sessionRow}, ${alive} as was_live),
       ${unsubscribed('gone', 'was_live')},
       ${line}
       select was_live, pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text), (select count(*) from lines) from gone`,
      [...values],
    );
    return rows.filter((row) => row.was_live).length;
  }
  return {
    async open(userId) {
      const token = randomBytes(32).toString('base64url');
      await pool.query('insert into accounts.session (session_id, token_hash, user_id) values ($1, $2, $3)', [
        randomUUID(),
        hash(token),
        userId,
      ]);
      return token;
    },
    async openWith({ userId, passwordHash }, { method, kind, device, address }, factor) {
      const opened: OpenedSession = { sessionId: randomUUID(), token: randomBytes(32).toString('base64url') };
      // The row lock orders this after a password change under way, or lets the change end this session.
      const { rowCount } = await pool.query(
        `with opened as (
           insert into accounts.session (session_id, token_hash, user_id, method, kind, device, address)
           select $1::uuid, $2::bytea, user_id, $5, $6, $7, $8 from
             (select user_id from accounts.credential where user_id = $3 and password_hash = $4 for share) unchanged
           returning ${sessionRow}
         )
         select ${personLine('SignedIn', 'opened', sessionRow, '$9::jsonb')} from opened`,
        [
          opened.sessionId,
          hash(opened.token),
          userId,
          passwordHash,
          method,
          kind,
          device ?? null,
          address ?? null,
          JSON.stringify({ way: method, factor }),
        ],
      );
      return rowCount === 1 ? opened : undefined;
    },
    async find(token, isUse = true) {
      const { rows } = await pool.query<LiveRow>({ ...live, values: [hash(token)] });
      const [row] = rows;
      if (!row) return undefined;
      // Use is stored at most twice a minute, so that not every read costs a durable write.
      if (isUse && row.stale)
        await pool.query(
          // Never back, when two processes store it.
          'update accounts.session set used_at = greatest(used_at, now()) where session_id = $1',
          [row.session_id],
        );
      return {
        sessionId: row.session_id,
        userId: row.user_id,
        method: row.method,
        isLocked: row.is_locked,
        teamMark: row.team_mark === null ? undefined : BigInt(row.team_mark),
      };
    },
    async findLive(sessionIds) {
      const { rows } = await pool.query<{ session_id: string; is_locked: boolean }>(
        `select session_id, locked_at is not null as is_locked from accounts.session
         where session_id = any ($1::uuid[]) and ${alive}`,
        [sessionIds],
      );
      return new Map(rows.map((row) => [row.session_id, { isLocked: row.is_locked }]));
    },
    async lock(sessionId) {
      await pool.query(
        `with locked as (update accounts.session set locked_at = now()
                         where session_id = $1 and locked_at is null returning ${sessionRow})
         select pg_notify('${SESSION_LOCKED_CHANNEL}', locked.session_id::text),
                ${personLine('SessionLocked', 'locked', sessionRow)} from locked`,
        [sessionId],
      );
    },
    async unlock(sessionId, way) {
      await pool.query(
        `with unlocked as (
           update accounts.session set locked_at = null, used_at = greatest(used_at, now())
           where session_id = $1 returning ${sessionRow}
         )
         select ${personLine('SessionUnlocked', 'unlocked', sessionRow, `jsonb_build_object('way', $2::text)`)} from unlocked`,
        [sessionId, way],
      );
    },
    async listOf(userId) {
      const { rows } = await pool.query<ListedRow>(
        `select session_id, method, kind, device, address, created_at, used_at from accounts.session
         where user_id = $1 and ${alive} order by used_at desc, created_at desc limit ${LISTED_MAX}`,
        [userId],
      );
      return rows.map((row) => ({
        sessionId: row.session_id,
        method: row.method,
        kind: row.kind,
        device: row.device ?? undefined,
        address: row.address ?? undefined,
        beganAt: row.created_at,
        lastUsedAt: row.used_at,
      }));
    },
    close: async (sessionId) => void (await end('session_id = $1', [sessionId], signedOut)),
    async closeOwn(userId, sessionId, by) {
      return (await end('user_id = $1 and session_id = $2', [userId, sessionId, by], endedFrom('$3'))) === 1;
    },
    closeOthers: (userId, keep) => end('user_id = $1 and session_id <> $2', [userId, keep], endedFrom('$2')),
    closeAll: (userId, by) => end('user_id = $1', [userId, by.userId, by.sessionId], endedByAdmin),
    closeLocal: (adminEmail) =>
      end(
        `method <> 'singleSignOn'
         and not exists (select from accounts.credential c where c.user_id = session.user_id and c.email = $1)`,
        [adminEmail ?? null],
        endedBySetting,
      ),
    removeExpired: async () => void (await end(`not (${alive})`, [])),
  };
}
