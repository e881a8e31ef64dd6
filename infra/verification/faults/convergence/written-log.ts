/** Reads the event log and the database of a running product directly, without its services. */
import { createPatientKeys } from 'service-kit/security/patient-keys';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import { createLogger } from 'service-kit/process/logger';
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';

/** The engines of a running product. */
export interface Installation {
  readonly pool: Pool;
  readonly log: EventLog;
  /** The settings of the command API, by which its engines are reached. */
  readonly settings: NodeJS.ProcessEnv;
}

export async function withInstallation<Result>(
  product: Product,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const settings = await settingsOf(product, 'command-api');
  const { DATABASE_URL, EVENTSTORE_URL = '', MASTER_KEY = '' } = settings;
  const pool = ignoreLosses(new Pool({ connectionString: DATABASE_URL, max: 2 }));
  const log = connectEventLog({
    url: EVENTSTORE_URL,
    keys: createPatientKeys(pool, [Buffer.from(MASTER_KEY, 'base64')]),
    logger: createLogger('faults', 'silent'),
  });
  try {
    return await work({ pool, log, settings });
  } finally {
    await log.close();
    await pool.end();
  }
}

export const readStreams = (product: Product, streams: readonly string[]): Promise<Map<string, StoredEvent[]>> =>
  withInstallation(product, async ({ log }) => {
    const found = new Map<string, StoredEvent[]>();
    for (const stream of streams) {
      const events: StoredEvent[] = [];
      for await (const event of log.readStream(stream)) events.push(event);
      found.set(stream, events);
    }
    return found;
  });
