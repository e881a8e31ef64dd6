/**
 * Records which versions of which events are in the log, so that an older program that does not know one of them refuses
 * to start (`private-schema/newer-data.ts`).
 */
import type { Pool } from 'pg';
import { productVersion } from '../telemetry/product-version.ts';
import type { EventLog } from './port.ts';

/**
 * The log with a row for each type and version, which is there before the first such event. A process asks Postgres once
 * for each. Every program that writes commands' events uses it.
 */
export function recordEventVersions(log: EventLog, pool: Pool): EventLog {
  const recorded = new Set<string>();
  return {
    ...log,
    async append(stream, expected, events) {
      for (const { type, metadata } of events) {
        const name = `${type} ${metadata.schemaVersion}`;
        if (recorded.has(name)) continue;
        await pool.query(
          'insert into accounts.event_version (type, version, program) values ($1, $2, $3) on conflict do nothing',
          [type, metadata.schemaVersion, productVersion()],
        );
        recorded.add(name);
      }
      return log.append(stream, expected, events);
    },
  };
}
