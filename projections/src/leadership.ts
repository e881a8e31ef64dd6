/** One at a time, by a session advisory lock: Postgres gives it back the moment that its holder's connection is gone. */
import { PATIENCE } from 'command-api/service/database-away';
import { askWhetherStillThere, leave } from 'command-api/service/still-there';
import { Client } from 'pg';

/** The locks of this house in one space of numbers; the second number names the lock. */
const SPACE = `hashtext('projections')`;
export type LockName = 'dispatcher' | 'dispatcher caught up';

export interface Leadership {
  /** Aborted when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  /** Says something that others may ask with `isHeld` for as long as this leadership lasts. */
  declare(what: LockName): Promise<void>;
  release(): Promise<void>;
}

/**
 * @param patience how often the connection is asked whether it is still there, and how long it may take to answer, in milliseconds
 * @returns undefined where another process leads.
 */
export async function tryToLead(databaseUrl: string, name: LockName, patience: { everyMs?: number; answerMs?: number } = {}): Promise<Leadership | undefined> {
  const session = new Client({ connectionString: databaseUrl, ...PATIENCE, query_timeout: patience.answerMs ?? PATIENCE.query_timeout, application_name: `projections ${name}` });
  const lost = new AbortController();
  session.on('error', (error) => lost.abort(error)).on('end', () => lost.abort(new Error('Connection terminated')));
  await session.connect();
  try {
    const { rows } = await session.query<{ won: boolean }>(`select pg_try_advisory_lock(${SPACE}, hashtext($1)) as won`, [name]);
    if (!rows[0]?.won) {
      await leave(session);
      return undefined;
    }
  } catch (error) {
    await leave(session).catch(() => undefined);
    throw error;
  }
  /** A connection takes one query after the other. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = (text: string, values: unknown[] = []): Promise<unknown> => (before = before.catch(() => undefined).then(() => session.query(text, values)));
  // Postgres gives the lock to another as soon as it misses us: to go on believing in it would leave nobody who knows that he leads.
  const endAsking = askWhetherStillThere(() => inTurn('select 1'), (error) => lost.abort(error), patience.everyMs);
  return {
    lost: lost.signal,
    async declare(what) {
      await inTurn(`select pg_try_advisory_lock(${SPACE}, hashtext($1))`, [what]);
    },
    release() {
      endAsking();
      return leave(session);
    },
  };
}

/** SQL that answers whether any process holds the lock, here or on another machine. */
export const isHeld = (name: LockName): string =>
  `exists (select from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and classid = (${SPACE}::bigint & 4294967295)::oid and objid = (hashtext('${name}')::bigint & 4294967295)::oid)`;
