/** Reads the event log of a running product directly, without its services. */
import { createPatientKeys } from 'service-kit/security/patient-keys';
import type { StoredEvent } from 'service-kit/event-log/port';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createLogger } from 'service-kit/process/logger';
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';

export async function readStreams(product: Product, streams: readonly string[]): Promise<Map<string, StoredEvent[]>> {
  const { DATABASE_URL, EVENTSTORE_URL = '', MASTER_KEY = '' } = await settingsOf(product, 'command-api');
  const pool = new Pool({ connectionString: DATABASE_URL, max: 2 });
  const log = connectEventLog({
    url: EVENTSTORE_URL,
    keys: createPatientKeys(pool, [Buffer.from(MASTER_KEY, 'base64')]),
    logger: createLogger('convergence', 'silent'),
  });
  try {
    const found = new Map<string, StoredEvent[]>();
    for (const stream of streams) {
      const events: StoredEvent[] = [];
      for await (const event of log.readStream(stream)) events.push(event);
      found.set(stream, events);
    }
    return found;
  } finally {
    await log.close();
    await pool.end();
  }
}
