/**
 * Found sessions in the memory of a process, exact at every call (docs/decisions/write-side/session-cache.md).
 *
 * - They are kept only while the process holds the session lock shared. Each change of a session or team holds the lock
 *   exclusively, so nothing changes while they are kept.
 * - A change that comes asks for the lock. The process drops all sessions, then releases the lock.
 * - A process that hangs loses its connection to Postgres, and the lock with it. It does not use what it keeps unless
 *   Postgres has confirmed the lock lately.
 * - The connection exists while calls come.
 */
import { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Client } from 'pg';
import { POSTGRES_TIMEOUTS } from '../postgres/availability.ts';
import { closeConnection } from '../postgres/probe-connection.ts';
import type { Running } from '../process/lifecycle.ts';
import type { Logger } from '../process/logger.ts';
import { SESSION_LOCK, SESSION_LOCK_WANTED_CHANNEL } from './session-changes.ts';
import type { Session, SessionCache } from './sessions.ts';

/** All in milliseconds. */
export interface SessionCacheTimes {
  /** A found session is kept for this long after its read began. */
  readonly keptMs?: number;
  /** Between two statements that confirm the lock and look whether a change waits for it. */
  readonly confirmMs?: number;
  /** The pause after a change has asked for the lock, in which the change gets it. */
  readonly retakeMs?: number;
  /** The connection is closed when no call has come for this long. */
  readonly unusedMs?: number;
}

const SESSIONS_MAX = 2_000;
/** The longest wait for an answer of Postgres. */
const ANSWER_MS = 2_000;
/** The lock is certain for this long after a confirmed statement was sent. */
const CONFIRMED_MS = 4_000;
/** Postgres ends a session without a statement for this time. Longer than `CONFIRMED_MS`. */
const IDLE_SESSION_MS = 5_000;
/** After a lost connection. */
const RECONNECT_MS = 1_000;

const TAKE = `select pg_try_advisory_lock_shared(${SESSION_LOCK}) as taken`;
const RELEASE = `select pg_advisory_unlock_shared(${SESSION_LOCK})`;
/** Confirms the lock too: the session that answers holds it. */
const IS_WANTED = `
  select exists (
    select from pg_locks wanted
    join pg_locks own using (locktype, database, classid, objid, objsubid)
    where wanted.locktype = 'advisory' and not wanted.granted and own.granted and own.pid = pg_backend_pid()
  ) as wanted`;

/** The sessions that are kept during one time of the lock. */
interface Kept {
  readonly sessions: LRUCache<string, Session>;
  /** Until then the lock is certain. */
  certainUntil: number;
}

/** @param databaseUrl of the sessions; all that is kept with this object is of one database and one length of sessions */
export function createSessionCache(
  databaseUrl: string,
  logger: Logger,
  times: SessionCacheTimes = {},
): SessionCache & Running {
  const { keptMs = 2_000, confirmMs = 2_000, retakeMs = 250, unusedMs = 10_000 } = times;
  let kept: Kept | undefined;
  let usedAt = 0;
  let holding: Promise<void> | undefined;
  let reconnectAt = 0;
  let isStopped = false;
  let wake = (): void => undefined;

  const use = (): void => {
    usedAt = performance.now();
    if (holding || isStopped || usedAt < reconnectAt) return;
    holding = hold()
      .catch((error: unknown) => {
        reconnectAt = performance.now() + RECONNECT_MS;
        logger.warn({ error }, 'sessions are not kept in memory until Postgres answers again');
      })
      .finally(() => {
        holding = undefined;
      });
  };

  /** Holds the lock again and again while calls come. @throws the database's error */
  async function hold(): Promise<void> {
    const connection = new Client({
      connectionString: databaseUrl,
      ...POSTGRES_TIMEOUTS,
      query_timeout: ANSWER_MS,
      options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
      application_name: 'session cache',
      // It keeps no process alive.
      stream: () => new Socket().unref(),
    });
    let isTaken = false;
    let isWanted = false;
    let wantedAt = -Infinity;
    let lost: Error | undefined;
    const drop = (): void => {
      kept = undefined;
      isWanted = true;
      wantedAt = performance.now();
      if (isTaken) wake();
    };
    const lose = (error?: Error): void => {
      lost ??= error ?? new Error('Connection terminated');
      drop();
      wake();
    };
    connection.on('notification', drop).on('error', lose).on('end', lose);
    const pause = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isStopped || lost) resolve();
        else {
          const timer = setTimeout(resolve, ms).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        }
      });

    try {
      await connection.connect();
      await connection.query(`listen ${SESSION_LOCK_WANTED_CHANNEL}`);
      while (!isStopped && !lost && performance.now() - usedAt < unusedMs) {
        const askedAt = performance.now();
        if (isTaken && isWanted) {
          await connection.query(RELEASE);
          isTaken = false;
        } else if (isTaken) {
          const { rows } = await connection.query<{ wanted: boolean }>(IS_WANTED);
          if (rows[0]?.wanted !== false) drop();
          else if (kept) kept.certainUntil = askedAt + CONFIRMED_MS;
          if (!isWanted) await pause(confirmMs);
        } else if (askedAt - wantedAt < retakeMs) {
          await pause(wantedAt + retakeMs - askedAt);
        } else {
          isWanted = false;
          const { rows } = await connection.query<{ taken: boolean }>(TAKE);
          isTaken = rows[0]?.taken === true;
          if (!isTaken) await pause(retakeMs);
          // A change may have asked in the meantime.
          else if (!isWanted) {
            kept = {
              sessions: new LRUCache({ max: SESSIONS_MAX, ttl: keptMs, ttlResolution: 0 }),
              certainUntil: askedAt + CONFIRMED_MS,
            };
            await pause(confirmMs);
          }
        }
      }
      if (lost && !isStopped) throw lost;
    } finally {
      kept = undefined;
      await closeConnection(connection).catch(() => undefined);
    }
  }

  return {
    get(tokenHash) {
      if (!kept || performance.now() >= kept.certainUntil) return undefined;
      const session = kept.sessions.get(tokenHash);
      if (session) use();
      return session;
    },
    beginRead() {
      use();
      const during = kept;
      const start = performance.now();
      return (tokenHash, session, leftMs) => {
        // Not after a change that came while the read was under way.
        if (during && during === kept && leftMs >= 1)
          during.sessions.set(tokenHash, session, { ttl: Math.min(keptMs, leftMs), start });
      };
    },
    async stop() {
      isStopped = true;
      kept = undefined;
      wake();
      await holding;
    },
  };
}
