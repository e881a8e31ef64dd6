/** Numbers of the whole installation for its operator: sessions, the database's size, the disk. */
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Reading } from 'service-kit/telemetry/gauges';
import type { CommandSettings } from './settings.ts';

type Settings = Pick<CommandSettings, 'DATA_DIR' | 'SESSION_IDLE_MINUTES' | 'SESSION_MAX_HOURS'>;

/** What cannot be read is left out, so that the rest is shown. */
export async function installationReadings(pool: Pool, settings: Settings): Promise<Reading[]> {
  const [database, disk] = await Promise.allSettled([
    databaseReadings(pool, settings),
    diskReadings(settings.DATA_DIR),
  ]);
  return [database, disk].flatMap((read) => (read.status === 'fulfilled' ? read.value : []));
}

async function databaseReadings(pool: Pool, settings: Settings): Promise<Reading[]> {
  const { rows } = await pool.query<{ sessions: number; bytes: string }>(
    `select count(*)::int as sessions, pg_database_size(current_database())::text as bytes from accounts.session
     where used_at > now() - make_interval(mins => $1) and created_at > now() - make_interval(hours => $2)`,
    [settings.SESSION_IDLE_MINUTES, settings.SESSION_MAX_HOURS],
  );
  return rows.flatMap(({ sessions, bytes }): Reading[] => [
    { name: 'pharmacy_sessions', value: sessions },
    { name: 'pharmacy_database_bytes', value: Number(bytes) },
  ]);
}

/** Of the file system that holds the folder. What is free is what a program without special rights may take. */
async function diskReadings(folder: string): Promise<Reading[]> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return [
    { name: 'pharmacy_disk_bytes', value: blocks * bsize },
    { name: 'pharmacy_disk_free_bytes', value: bavail * bsize },
  ];
}
