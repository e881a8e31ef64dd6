/**
 * The connection that writes. It holds a session advisory lock, so that only one server writes to a log. The lock and
 * the writes belong to the same connection and end together. The holder of the lock also knows that no transaction of
 * an earlier writer is under way, because a backend releases its locks only when it has ended.
 */
import { Client } from 'pg';
import { migrateEventLog } from '../postgres/tables.ts';

/** 'evlog' in ASCII. Each database has its own advisory locks. */
export const WRITER_LOCK = '435728109415';
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_RETRY_MS = 100;
const CONNECT_MS = 5_000;
/** A database without an answer for this time counts as lost. */
const QUERY_MS = 30_000;

/** Another server writes to this log. */
export class LogInUse extends Error {
  override readonly name = 'LogInUse';
}

export interface WriterSession {
  readonly client: Client;
  /** Resolves when the connection, and the lock with it, is lost. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/**
 * @param signal ends the wait for the lock
 * @throws LogInUse when another server holds the lock for 5 s (the lock of a killed server is released sooner)
 */
export async function openWriterSession(databaseUrl: string, signal: AbortSignal): Promise<WriterSession> {
  // An acknowledged event must be on the disk, independent of the server's default.
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
    // 'end' always follows an 'error' of an idle connection. Without a listener the error would end the process.
    client.on('error', () => resolve());
  });
  await client.connect();
  const close = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await takeLock(client, signal);
    await migrateEventLog(client);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, lost, close };
}

async function takeLock(client: Client, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const answer = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${WRITER_LOCK}) as taken`);
    if (answer.rows[0]?.taken) return;
    if (Date.now() > deadline || signal.aborted)
      throw new LogInUse('Another event log server is already writing to this database');
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
  }
}
