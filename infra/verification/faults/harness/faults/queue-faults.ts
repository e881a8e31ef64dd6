/** Faults of the job queue: it is emptied, and jobs come several times, in another order, or late. */
import { Client } from 'pg';
import { projectionsOf } from 'projections/schema/projections';
import { QUEUE_SCHEMA } from 'projections/schema/migrate';
import { createWakeUps, type WakeUps } from 'projections/queue';
import { createLogger } from 'service-kit/process/logger';
import type { Scene } from './scene.ts';
import { lasts, within } from './waiting.ts';

const QUEUE_MS = 20_000;

/** Past the links. @throws Error if the engine is away all the time */
export async function wipeQueue({ environment: { databaseUrl } }: Scene): Promise<string> {
  const wiped = await within(QUEUE_MS, () => truncateQueue(databaseUrl));
  if (wiped === undefined) throw new Error('The queue could not be wiped');
  return wiped;
}

async function truncateQueue(databaseUrl: string): Promise<string> {
  // BullMQ may hold a lock on the tables, or wait for one.
  const client = new Client({ connectionString: databaseUrl, lock_timeout: 1_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = $1 and tablename <> 'migration'`,
      [QUEUE_SCHEMA],
    );
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
    return `${rows.length} tables emptied`;
  } finally {
    await client.end();
  }
}

/** Jobs that name streams whose events are projected already, or will be by another job. */
export const addJobs =
  (how: 'in order' | 'shuffled', copies: number) =>
  async ({ environment: { databaseUrl }, team, random, stopping }: Scene, seconds: number): Promise<string> => {
    const streams = [
      ...team.admissions.map(({ id }) => `admission-${id}`),
      ...team.patients.map((id) => `patient-${id}`),
    ];
    const wakeUps = streams.flatMap((stream) => projectionsOf(stream).map((projection) => ({ projection, stream })));
    await lasts(seconds, stopping);
    const jobs = Array.from({ length: copies }, () => wakeUps).flatMap((all) =>
      how === 'shuffled' ? random.shuffled(all).map((wakeUp) => [wakeUp]) : [all],
    );
    const added = await within(QUEUE_MS, () => addAll(databaseUrl, jobs));
    if (added === undefined) throw new Error('The queue took no job');
    return `${jobs.length} jobs`;
  };

/** A queue that could not connect at first fails for ever, so each attempt has its own. */
async function addAll(databaseUrl: string, jobs: readonly Parameters<WakeUps['wake']>[0][]): Promise<true> {
  const queue = createWakeUps({ databaseUrl, redisUrl: undefined, logger: createLogger('faults', 'silent') });
  try {
    for (const wakeUps of jobs) await queue.wake(wakeUps);
    return true;
  } finally {
    await queue.close().catch(() => undefined);
  }
}
