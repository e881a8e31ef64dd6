/**
 * One process at a time does a piece of work: the process whose session holds an advisory lock of Postgres
 * (docs/decisions/write-side/followers.md).
 *
 * - A leader whose process ends loses its connection, and Postgres releases the lock at once.
 * - A hanging connection is detected on both sides. The leader probes the connection, and a late answer ends its
 *   leadership. Postgres ends a session that has sent nothing for `idleMs`, so the lock waits for no TCP timeout.
 * - A fencing number stops a leader that was replaced and does not know it yet. Each leadership has a higher number
 *   than all before it. A leader's transactions check the number (`inLeadership`, `holdFence`).
 */
import { Client, type Pool, type PoolClient } from 'pg';
import { inShortTransaction, inTransaction } from './in-transaction.ts';
import { POSTGRES_TIMEOUTS } from './availability.ts';
import { probeConnection, closeConnection } from './probe-connection.ts';

/**
 * The first of the two numbers of a lock; the second is the hash of its name. It must not change: a process of an older
 * version may hold such a lock.
 */
const SPACE = `hashtext('projections')`;

const PROBE_MS = 10_000;
const ANSWER_MS = 5_000;
/** Longer than a probe and its answer: a leader knows that it has lost the lock before another process takes it. */
const IDLE_MS = 20_000;

/** The number of a leadership, which its writes check. */
export interface Fence {
  readonly name: string;
  readonly number: bigint;
}

export interface Leadership {
  readonly fence: Fence;
  /** Aborted when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  /** Holds another lock during this leadership. Other processes see it with `isHeld`. */
  declare(what: string): Promise<void>;
  release(): Promise<void>;
}

/** All in milliseconds. */
export interface LeaderTimes {
  /** The time between two probes of the connection. */
  readonly probeMs?: number;
  /** The longest time of a probe. */
  readonly answerMs?: number;
  /** Postgres ends the session after this time without a query. */
  readonly idleMs?: number;
}

/** Another process leads by now. Nothing was written. */
export class LeaderReplaced extends Error {
  override readonly name = 'LeaderReplaced';
  constructor({ name, number }: Fence) {
    super(`Another process has become the leader of ${name} since leadership ${number}`);
  }
}

/**
 * @param pool with a connection string: the lock has its own session
 * @returns undefined when another process leads
 */
export async function tryToLead(pool: Pool, name: string, times: LeaderTimes = {}): Promise<Leadership | undefined> {
  const { probeMs = PROBE_MS, answerMs = ANSWER_MS, idleMs = IDLE_MS } = times;
  // Uses a pooled connection, so that a process on standby opens no session for each attempt.
  const { rows: held } = await pool.query<{ held: boolean }>(`select ${isHeld(name)} as held`);
  if (held[0]?.held) return undefined;

  const session = new Client({
    connectionString: pool.options.connectionString,
    ...POSTGRES_TIMEOUTS,
    query_timeout: answerMs,
    options: `-c idle_session_timeout=${idleMs} -c lock_timeout=${answerMs}`,
    application_name: `leader ${name}`,
  });
  const lost = new AbortController();
  session.on('error', (error) => lost.abort(error)).on('end', () => lost.abort(new Error('Connection terminated')));
  let number: bigint | undefined;
  try {
    await session.connect();
    number = await take(session, name);
  } catch (error) {
    await closeConnection(session).catch(() => undefined);
    throw error;
  }
  if (number === undefined) {
    await closeConnection(session);
    return undefined;
  }

  /** The queries run one after the other. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = (text: string, values: unknown[] = []): Promise<unknown> =>
    (before = before.catch(() => undefined).then(() => session.query(text, values)));
  const endAsking = probeConnection(
    () => inTurn('select 1'),
    (error) => lost.abort(error),
    probeMs,
  );
  return {
    fence: { name, number },
    lost: lost.signal,
    async declare(what) {
      await inTurn(`select pg_try_advisory_lock(${SPACE}, hashtext($1))`, [what]);
    },
    release() {
      endAsking();
      return closeConnection(session);
    },
  };
}

/** @returns the number of this leadership, or undefined where another process was first */
async function take(session: Client, name: string): Promise<bigint | undefined> {
  const { rows: won } = await session.query<{ won: boolean }>(
    `select pg_try_advisory_lock(${SPACE}, hashtext($1)) as won`,
    [name],
  );
  if (!won[0]?.won) return undefined;
  // Waits for a transaction of the last leader that is under way, and blocks its late ones.
  const { rows } = await session.query<{ fence: string }>(
    `insert into accounts.leader_fence as kept (name, fence) values ($1, 1)
     on conflict (name) do update set fence = kept.fence + 1 returning fence::text`,
    [name],
  );
  return BigInt(rows[0]?.fence ?? 0);
}

/**
 * SQL that is true while any process holds the lock, here or on another machine.
 * @param name a constant of this program
 */
export const isHeld = (name: string): string =>
  `exists (select from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and classid = (${SPACE}::bigint & 4294967295)::oid
           and objid = (hashtext('${name}')::bigint & 4294967295)::oid)`;

/** SQL: one row, locked until the end of the transaction, when this is the newest leadership; else no row. */
export const newestLeadership = (name: string, number: string): string =>
  `select 1 from accounts.leader_fence where name = ${name} and fence = ${number} for share`;

/** In a transaction: no newer leadership begins before its end. @throws LeaderReplaced */
async function holdFence(tx: Pick<PoolClient, 'query'>, fence: Fence): Promise<void> {
  const { rowCount } = await tx.query(newestLeadership('$1', '$2'), [fence.name, String(fence.number)]);
  if (rowCount !== 1) throw new LeaderReplaced(fence);
}

/** Commits what `work` writes, or nothing after a newer leader. @throws LeaderReplaced, or what `work` throws */
export const inLeadership = <Result>(
  pool: Pool,
  fence: Fence,
  work: (tx: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inShortTransaction(pool, async (tx) => {
    await holdFence(tx, fence);
    return work(tx);
  });

/** Like {@link inLeadership}; without a fence for work that any process may do at any time. */
export const withFence = <Result>(
  pool: Pool,
  fence: Fence | undefined,
  work: (tx: PoolClient) => Promise<Result>,
): Promise<Result> => (fence ? inLeadership(pool, fence, work) : inTransaction(pool, work));
