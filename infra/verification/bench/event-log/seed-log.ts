/**
 * Writes a long log into the server's table by one statement, before the server starts. Through the server it takes
 * minutes.
 */
import { Client } from 'pg';
import { migrateEventLog } from '../../../runtime/event-log/store/postgres/tables.ts';
import { EVENT_TYPE, sampleData } from './sample-event.ts';

/** Every fourth event is of this stream; the others are of ten thousand streams. */
export const LONG_STREAM = 'bench-long';
export const longStreamEvents = (events: number): number => Math.floor(events / 4);

export async function seedLog(databaseUrl: string, events: number): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await migrateEventLog(client);
    await client.query(
      `insert into event_log.event (position, stream, revision, id, type, is_json, data, metadata, created)
       select n,
              case when n % 4 = 0 then '${LONG_STREAM}' else 'bench-' || ((n - 1 - n / 4) % 10000) end,
              case when n % 4 = 0 then n / 4 - 1 else (n - 1 - n / 4) / 10000 end,
              gen_random_uuid(), $2, true, convert_to($3, 'UTF8'), ''::bytea, now()
       from generate_series(1, $1::bigint) n`,
      [events, EVENT_TYPE, JSON.stringify(sampleData)],
    );
    await client.query('vacuum (analyze) event_log.event');
    // Writes the pages of the seed now, so that the measurement does not.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
