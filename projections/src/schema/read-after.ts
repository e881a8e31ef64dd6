/** Read your own writes: wait until the read model has reached a revision (decisions, "X-Read-After"). */
import type { Notification, Pool, PoolClient } from 'pg';
import { AUDIT, projectionOf, type ProjectionName, projectionsOf } from './projections.ts';
import { CHANGE_CHANNEL, READ_SCHEMA, type ChangeNotice } from './version.ts';

/** Looked at again this often even if no notice comes: a notice may be lost with its connection. */
const POLL_MS = 250;

/**
 * @param isFor whether whoever waits may know of the stream: until then it counts as one that is not there
 * @param isAuditor waits for the auditor's rows, where the stream has such
 * @returns true once the rows of `stream` hold `revision`; false after `timeoutMs`, or at once when the stream is
 * parked. A stream that no read model is made of has nothing to wait for: true.
 */
export async function waitForRevision(
  pool: Pool,
  stream: string,
  revision: bigint,
  timeoutMs: number,
  isFor: () => Promise<boolean> = async () => true,
  isAuditor = false,
): Promise<boolean> {
  const projection = isAuditor && projectionsOf(stream).includes(AUDIT) ? AUDIT : projectionOf(stream);
  if (!projection) return true;
  const deadline = Date.now() + timeoutMs;
  let place = await placeOf(pool, projection, stream);
  if (place.revision >= revision && (await isFor())) return true;
  const bell = await listen(pool);
  try {
    // Looked at again after LISTEN has begun: what was committed in between has rung no bell here.
    for (;;) {
      const rung = bell.next(stream, Math.min(POLL_MS, deadline - Date.now()));
      place = await placeOf(pool, projection, stream);
      if (place.revision >= revision && (await isFor())) return true;
      if (Date.now() >= deadline || (place.parked && (await isFor()))) return false;
      await rung;
    }
  } finally {
    bell.release();
  }
}

async function placeOf(
  pool: Pool,
  projection: ProjectionName,
  stream: string,
): Promise<{ revision: bigint; parked: boolean }> {
  const { rows } = await pool.query<{ revision: string | null; parked: boolean }>(
    // Rows that may be of another log have reached nothing yet.
    `select (select revision from ${READ_SCHEMA}.projection_checkpoint where projection = $1 and stream = $2 and not in_doubt) as revision,
            exists (select from ${READ_SCHEMA}.parked_stream where projection = $1 and stream = $2) as parked`,
    [projection, stream],
  );
  return { revision: BigInt(rows[0]?.revision ?? -1), parked: rows[0]?.parked ?? false };
}

interface Bell {
  /** Resolves at the next notice of `stream`, or after `ms`. */
  next(stream: string, ms: number): Promise<void>;
  release(): void;
}

/** One LISTEN connection for all who wait on a pool at the moment; it goes back when the last has left. */
interface Ear {
  readonly ready: Promise<void>;
  readonly waiting: Set<{ stream: string; ring: () => void }>;
  users: number;
  close(): void;
}
const ears = new WeakMap<Pool, Ear>();

async function listen(pool: Pool): Promise<Bell> {
  const ear = ears.get(pool) ?? openEar(pool);
  ear.users += 1;
  const release = (): void => {
    ear.users -= 1;
    if (ear.users === 0) {
      if (ears.get(pool) === ear) ears.delete(pool);
      ear.close();
    }
  };
  try {
    await ear.ready;
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
          ring: () => {
            clearTimeout(timer);
            ear.waiting.delete(waiter);
            resolve();
          },
        };
        const timer = setTimeout(waiter.ring, Math.max(ms, 0));
        ear.waiting.add(waiter);
      });
    },
  };
}

function openEar(pool: Pool): Ear {
  const waiting: Ear['waiting'] = new Set();
  let connection: PoolClient | undefined;
  let broken = false;
  const onNotice = (message: Notification): void => {
    if (message.channel !== CHANGE_CHANNEL || message.payload === undefined) return;
    const { stream } = JSON.parse(message.payload) as ChangeNotice;
    for (const waiter of waiting) if (waiter.stream === stream) waiter.ring();
  };
  // A lost connection only means polling until the next wait opens a new one.
  const onError = (): void => {
    broken = true;
    if (ears.get(pool) === ear) ears.delete(pool);
  };
  const ear: Ear = {
    waiting,
    users: 0,
    ready: pool.connect().then(async (client) => {
      connection = client;
      client.on('notification', onNotice).on('error', onError);
      await client.query(`listen ${CHANGE_CHANNEL}`);
    }),
    close() {
      // The waiters may have left before the connection stood; it is given back when it does.
      void ear.ready
        .then(async () => {
          connection?.off('notification', onNotice);
          if (!broken) await connection?.query(`unlisten ${CHANGE_CHANNEL}`);
          connection?.off('error', onError).release(broken);
        })
        .catch(() => connection?.release(true));
    },
  };
  ears.set(pool, ear);
  return ear;
}
