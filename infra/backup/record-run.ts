/** A good backup, as the operator's page shows it (docs/product.md, "Operator's page"). */
import { hostname } from 'node:os';
import { Client } from 'pg';
import { recordBackupRun } from 'service-kit/operations/backup-runs';
import { eventCount, type Manifest } from './repository/manifest.ts';

const CONNECT_MS = 3_000;

/** The size of all files that the manifest names. */
export const bytesOf = ({ segments, tables, keys, images }: Manifest): number =>
  [...segments, ...tables, ...keys.tables].reduce((sum, { bytes }) => sum + bytes, images.bytes);

/**
 * Never fails the command: the backup is good.
 * @returns false where the database has not taken the line, such as one of an older version
 */
export async function recordRun(databaseUrl: string, folder: string, manifest: Manifest): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    application_name: 'backup',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await recordBackupRun(client, {
      number: manifest.number,
      position: manifest.segments.at(-1)?.last.position ?? '0',
      events: eventCount(manifest),
      bytes: bytesOf(manifest),
      place: `${hostname()}:${folder}`,
    });
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
