/** One at a time, by a session advisory lock: Postgres gives it back the moment that its holder's connection is gone. */
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

/** @returns undefined where another process leads. */
export async function tryToLead(databaseUrl: string, name: LockName): Promise<Leadership | undefined> {
  const session = new Client({ connectionString: databaseUrl, keepAlive: true, application_name: `projections ${name}` });
  const lost = new AbortController();
  session.on('error', (error) => lost.abort(error)).on('end', () => lost.abort(new Error('Connection terminated')));
  await session.connect();
  try {
    const { rows } = await session.query<{ won: boolean }>(`select pg_try_advisory_lock(${SPACE}, hashtext($1)) as won`, [name]);
    if (!rows[0]?.won) {
      await session.end();
      return undefined;
    }
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
  return {
    lost: lost.signal,
    async declare(what) {
      await session.query(`select pg_try_advisory_lock(${SPACE}, hashtext($1))`, [what]);
    },
    release: () => session.end(),
  };
}

/** SQL that answers whether any process holds the lock, here or on another machine. */
export const isHeld = (name: LockName): string =>
  `exists (select from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and classid = (${SPACE}::bigint & 4294967295)::oid and objid = (hashtext('${name}')::bigint & 4294967295)::oid)`;
