/**
 * The one connection that writes. It holds a session advisory lock, so that no two servers ever write to the same log:
 * the lock and the writes share their fate, since both belong to this connection. Whoever holds the lock also knows
 * that no earlier writer's transaction is still under way, because a backend gives its locks up only when it is done.
 */
import { Client } from 'pg';
import { migrateEventLog } from '../postgres/tables.ts';
import { prepareInserts } from '../postgres/insert-events.ts';

/** 'evlog' in ASCII. Advisory locks are counted per database. */
export const WRITER_LOCK = '435728109415';
const LOCK_PATIENCE_MS = 5_000;
const LOCK_RETRY_MS = 100;
const CONNECT_MS = 5_000;
/** A database that is silent for so long counts as lost. */
const QUERY_MS = 30_000;

/** Another server writes to this log. */
export class LogInUse extends Error {
  override readonly name = 'LogInUse';
}

export interface WriterSession {
  readonly client: Client;
  /** Resolves when the connection is gone, and the lock with it. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/**
 * @param signal gives up waiting for the lock
 * @throws LogInUse when another server still holds the lock after 5 s (a server that was killed lets go sooner)
 */
export async function openWriterSession(databaseUrl: string, signal: AbortSignal): Promise<WriterSession> {
  // Acknowledged means on disk, whatever the server's default is.
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'event-log writer',
    options: '-c synchronous_commit=on',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('end', resolve);
    // An 'error' on an idle connection is always followed by its end; pg throws where nobody listens.
    client.on('error', () => resolve());
  });
  await client.connect();
  const close = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await takeLock(client, signal);
    await migrateEventLog(client);
    await prepareInserts(client);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, lost, close };
}

async function takeLock(client: Client, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const answer = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${WRITER_LOCK}) as taken`);
    if (answer.rows[0]?.taken) return;
    if (Date.now() > deadline || signal.aborted)
      throw new LogInUse('Another event log server is already writing to this database');
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
  }
}
