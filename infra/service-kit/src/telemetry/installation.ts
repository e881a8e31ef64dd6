/** Numbers of the whole installation for its operator: sessions, the database's size, the disk. */
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Reading } from './gauges.ts';

export interface InstallationSettings {
  readonly DATA_DIR: string;
  readonly SESSION_IDLE_MINUTES: number;
  readonly SESSION_MAX_HOURS: number;
}

/** What cannot be read is undefined, so that the rest is shown. */
export interface InstallationNumbers {
  /** Sessions that are open. */
  readonly sessions: number | undefined;
  readonly databaseBytes: number | undefined;
  /** Of the file system that holds `DATA_DIR`. What is free is what a program without special rights may take. */
  readonly disk: { readonly bytes: number; readonly freeBytes: number } | undefined;
}

export async function readInstallation(pool: Pool, settings: InstallationSettings): Promise<InstallationNumbers> {
  const [database, disk] = await Promise.allSettled([readDatabase(pool, settings), readDisk(settings.DATA_DIR)]);
  const row = database.status === 'fulfilled' ? database.value : undefined;
  return {
    sessions: row?.sessions,
    databaseBytes: row && Number(row.bytes),
    disk: disk.status === 'fulfilled' ? disk.value : undefined,
  };
}

/** The same for the metrics. */
export async function installationReadings(pool: Pool, settings: InstallationSettings): Promise<Reading[]> {
  const { sessions, databaseBytes, disk } = await readInstallation(pool, settings);
  return [
    { name: 'pharmacy_sessions', value: sessions } as const,
    { name: 'pharmacy_database_bytes', value: databaseBytes } as const,
    { name: 'pharmacy_disk_bytes', value: disk?.bytes } as const,
    { name: 'pharmacy_disk_free_bytes', value: disk?.freeBytes } as const,
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}

async function readDatabase(
  pool: Pool,
  { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS }: InstallationSettings,
): Promise<{ sessions: number; bytes: string } | undefined> {
  const { rows } = await pool.query<{ sessions: number; bytes: string }>(
    `select count(*)::int as sessions, pg_database_size(current_database())::text as bytes from accounts.session
     where used_at > now() - make_interval(mins => $1) and created_at > now() - make_interval(hours => $2)`,
    [SESSION_IDLE_MINUTES, SESSION_MAX_HOURS],
  );
  return rows[0];
}

async function readDisk(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}
