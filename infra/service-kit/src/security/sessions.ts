/**
 * Sessions: opaque tokens of 256 random bits, stored as hashes in a private table and never in the log. The clock of
 * the database counts the idle and the absolute life.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { teamMark } from '../aggregates/team-writes.ts';
import { createBatchedRead } from '../concurrency/batched-read.ts';
import { announceSessionChange } from './session-changes.ts';

export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /** As it was when the session was looked up (`../aggregates/team-writes.ts`). */
  readonly teamMark: bigint | undefined;
}

/** NOTIFY channel of ended sessions; the payload is the session id. */
export const SESSION_ENDED_CHANNEL = 'session_ended';

export interface SessionLife {
  readonly idleMinutes: number;
  readonly absoluteHours: number;
}

/** Found sessions in memory (`session-cache.ts`). */
export interface SessionCache {
  /** The session, if nothing can have changed since it was read. */
  get(tokenHash: string): Session | undefined;
  /** @returns keeps a session that the read has found; `leftMs` is the rest of its life when it was read */
  beginRead(): (tokenHash: string, session: Session, leftMs: number) => void;
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();
const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1');

export interface Sessions {
  /** @returns the token, which is stored only as a hash */
  open(userId: string): Promise<string>;
  /** Opens a session, unless the password has changed since its check: the change has ended all sessions. */
  openWith(credential: { readonly userId: string; readonly passwordHash: string }): Promise<string | undefined>;
  /** The live session of a token; undefined for an unknown, expired or revoked one. It counts as use. */
  find(token: string): Promise<Session | undefined>;
  isLive(sessionId: string): Promise<boolean>;
  /** The live sessions among `sessionIds`. */
  findLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Revokes the session at once, in both APIs and on the sockets. */
  close(sessionId: string): Promise<void>;
  removeExpired(): Promise<void>;
}

/** @param cache without it, each `find` reads the session */
export function createSessions(pool: Pool, life: SessionLife, cache?: SessionCache): Sessions {
  const alive = `used_at > now() - make_interval(mins => ${life.idleMinutes})
    and created_at > now() - make_interval(hours => ${life.absoluteHours})`;
  /** Runs with every call of both APIs whose session is not in the cache. */
  const live = {
    name: 'live-sessions',
    text: `select token_hash, session_id, user_id, used_at < now() - interval '30 seconds' as stale,
                  (extract(epoch from least(used_at + make_interval(mins => ${life.idleMinutes}),
                                            created_at + make_interval(hours => ${life.absoluteHours})) - now())
                   * 1000)::float8 as left_ms,
                  ${teamMark} as team_mark
           from accounts.session where token_hash = any ($1) and ${alive}`,
  };
  const findAny = createBatchedRead<Buffer, Session | undefined>(async (request) => {
    const keep = cache?.beginRead();
    const { rows } = await pool.query<{
      token_hash: Buffer;
      session_id: string;
      user_id: string;
      stale: boolean;
      left_ms: number;
      team_mark: string | null;
    }>({
      ...live,
      values: [request],
    });
    // Use is stored at most twice a minute, so that not every read costs a durable write.
    const stale = rows.filter((row) => row.stale).map((row) => row.session_id);
    if (stale.length > 0)
      await pool.query(
        // Never back, when two processes store it: that would be a change.
        'update accounts.session set used_at = greatest(used_at, now()) where session_id = any ($1)',
        [stale],
      );
    const found = new Map<string, Session>();
    for (const row of rows) {
      const session: Session = {
        sessionId: row.session_id,
        userId: row.user_id,
        teamMark: row.team_mark === null ? undefined : BigInt(row.team_mark),
      };
      found.set(keyOf(row.token_hash), session);
      // Without a mark a team may be changing, so the next call needs to read again.
      if (session.teamMark !== undefined) keep?.(keyOf(row.token_hash), session, row.left_ms);
    }
    return (tokenHash) => found.get(keyOf(tokenHash));
  });
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
    async openWith({ userId, passwordHash }) {
      const token = randomBytes(32).toString('base64url');
      // The row lock orders this after a password change under way, or lets the change end this session.
      const { rowCount } = await pool.query(
        `insert into accounts.session (session_id, token_hash, user_id)
         select $1::uuid, $2::bytea, user_id from
           (select user_id from accounts.credential where user_id = $3 and password_hash = $4 for share) unchanged`,
        [randomUUID(), hash(token), userId, passwordHash],
      );
      return rowCount === 1 ? token : undefined;
    },
    async find(token) {
      const tokenHash = hash(token);
      return cache?.get(keyOf(tokenHash)) ?? findAny('', tokenHash);
    },
    async isLive(sessionId) {
      const { rowCount } = await pool.query(`select 1 from accounts.session where session_id = $1 and ${alive}`, [
        sessionId,
      ]);
      return rowCount === 1;
    },
    async findLive(sessionIds) {
      const { rows } = await pool.query<{ session_id: string }>(
        `select session_id from accounts.session where session_id = any ($1::uuid[]) and ${alive}`,
        [sessionIds],
      );
      return new Set(rows.map((row) => row.session_id));
    },
    async close(sessionId) {
      await announceSessionChange(pool);
      await pool.query(
        `with gone as (delete from accounts.session where session_id = $1 returning session_id)
         select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from gone`,
        [sessionId],
      );
    },
    async removeExpired() {
      await announceSessionChange(pool);
      await pool.query(
        `with gone as (delete from accounts.session where not (${alive}) returning session_id)
         select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from gone`,
      );
    },
  };
}
