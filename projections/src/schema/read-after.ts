/** Read your own writes: wait until the read model has reached a revision (docs/product.md, "X-Read-After"). */
import type { Notification, Pool, PoolClient } from 'pg';
import { AUDIT, projectionOf, type ProjectionName, projectionsOf } from './projections.ts';
import { CHANGE_CHANNEL, READ_SCHEMA, type ChangeNotice } from './version.ts';

/** Polls this often even without a notice, which may be lost with its connection. */
const POLL_MS = 250;

/**
 * @param isVisible whether the reader may know of the stream; while not, the stream counts as missing
 * @param isAudit waits for the audit rows, if the stream has them
 * @returns true once the rows of `stream` have reached `revision`, or if the stream has no read model; false after
 * `timeoutMs`, or at once if the stream is parked
 */
export async function waitForRevision(
  pool: Pool,
  stream: string,
  revision: bigint,
  timeoutMs: number,
  isVisible: () => Promise<boolean> = async () => true,
  isAudit = false,
): Promise<boolean> {
  const projection = isAudit && projectionsOf(stream).includes(AUDIT) ? AUDIT : projectionOf(stream);
  if (!projection) return true;
  const deadline = Date.now() + timeoutMs;
  let progress = await progressOf(pool, projection, stream);
  if (progress.revision >= revision && (await isVisible())) return true;
  const notices = await subscribe(pool);
  try {
    // Reads once more after LISTEN has begun: a commit in between gave no notice here.
    for (;;) {
      const notice = notices.next(stream, Math.min(POLL_MS, deadline - Date.now()));
      progress = await progressOf(pool, projection, stream);
      if (progress.revision >= revision && (await isVisible())) return true;
      if (Date.now() >= deadline || (progress.parked && (await isVisible()))) return false;
      await notice;
    }
  } finally {
    notices.release();
  }
}

async function progressOf(
  pool: Pool,
  projection: ProjectionName,
  stream: string,
): Promise<{ revision: bigint; parked: boolean }> {
  const { rows } = await pool.query<{ revision: string | null; parked: boolean }>(
    // Rows in doubt, which may be of another log, have reached no revision.
    /* sql */ `
    select (
             select revision from ${READ_SCHEMA}.projection_checkpoint
             where projection = $1 and stream = $2 and not in_doubt
           ) as revision,
           exists (select from ${READ_SCHEMA}.parked_stream where projection = $1 and stream = $2) as parked`,
    [projection, stream],
  );
  return { revision: BigInt(rows[0]?.revision ?? -1), parked: rows[0]?.parked ?? false };
}

interface NoticeSubscription {
  /** Resolves at the next notice of `stream`, or after `ms`. */
  next(stream: string, ms: number): Promise<void>;
  release(): void;
}

/**
 * One LISTEN connection for all current waits on a pool; it is released after the last of them. The listener of the
 * live notes is another one: it is open always and belongs to query-api's sockets, and a wait needs only a pool.
 */
interface SharedListener {
  readonly ready: Promise<void>;
  readonly waiting: Set<{ stream: string; wake: () => void }>;
  subscriptions: number;
  close(): void;
}
const listeners = new WeakMap<Pool, SharedListener>();

async function subscribe(pool: Pool): Promise<NoticeSubscription> {
  const listener = listeners.get(pool) ?? openListener(pool);
  listener.subscriptions += 1;
  const release = (): void => {
    listener.subscriptions -= 1;
    if (listener.subscriptions === 0) {
      if (listeners.get(pool) === listener) listeners.delete(pool);
      listener.close();
    }
  };
  try {
    await listener.ready;
  } catch (error) {
    release();
    throw error;
  }
  return {
    release,
    next(stream, ms) {
      return new Promise((resolve) => {
        const waiter = {
          stream,
          wake: () => {
            clearTimeout(timer);
            listener.waiting.delete(waiter);
            resolve();
          },
        };
        const timer = setTimeout(waiter.wake, Math.max(ms, 0));
        listener.waiting.add(waiter);
      });
    },
  };
}

function openListener(pool: Pool): SharedListener {
  const waiting: SharedListener['waiting'] = new Set();
  let connection: PoolClient | undefined;
  let broken = false;
  const onNotice = (message: Notification): void => {
    if (message.channel !== CHANGE_CHANNEL || message.payload === undefined) return;
    const { stream } = JSON.parse(message.payload) as ChangeNotice;
    for (const waiter of waiting) if (waiter.stream === stream) waiter.wake();
  };
  // After a lost connection the current waits poll; the next wait opens a new connection.
  const onError = (): void => {
    broken = true;
    if (listeners.get(pool) === listener) listeners.delete(pool);
  };
  const listener: SharedListener = {
    waiting,
    subscriptions: 0,
    ready: pool.connect().then(async (client) => {
      connection = client;
      client.on('notification', onNotice).on('error', onError);
      await client.query(`listen ${CHANGE_CHANNEL}`);
    }),
    close() {
      // All waits may have ended before the connection is open; it is released once it is.
      void listener.ready
        .then(async () => {
          connection?.off('notification', onNotice);
          if (!broken) await connection?.query(`unlisten ${CHANGE_CHANNEL}`);
          connection?.off('error', onError).release(broken);
        })
        .catch(() => connection?.release(true));
    },
  };
  listeners.set(pool, listener);
  return listener;
}
