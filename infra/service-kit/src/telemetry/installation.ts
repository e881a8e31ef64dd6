/** Numbers of the whole installation for its operator: sessions, the database's size, the disk. */
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Reading } from './gauges.ts';

export interface SessionSettings {
  readonly SESSION_IDLE_MINUTES: number;
  readonly SESSION_MAX_HOURS: number;
}
export type InstallationSettings = SessionSettings & { readonly DATA_DIR: string };

/** Sessions that are open. */
export interface OpenSessions {
  readonly people: number;
  readonly sessions: number;
  /** Begun within the last hour. */
  readonly withinHour: number;
  /** Begun one to four hours ago. */
  readonly withinFourHours: number;
}

/** Of a file system. What is free is what a program without special rights may take. */
export interface DiskSpace {
  readonly bytes: number;
  readonly freeBytes: number;
}

/** @throws the database's error */
export async function readSessions(
  pool: Pool,
  { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS }: SessionSettings,
): Promise<OpenSessions> {
  const { rows } = await pool.query<OpenSessions>(
    `select count(distinct user_id)::int as people, count(*)::int as sessions,
            count(*) filter (where created_at > now() - interval '1 hour')::int as "withinHour",
            count(*) filter (where created_at between now() - interval '4 hours' and now() - interval '1 hour')::int
              as "withinFourHours"
     from accounts.session
     where used_at > now() - make_interval(mins => $1) and created_at > now() - make_interval(hours => $2)`,
    [SESSION_IDLE_MINUTES, SESSION_MAX_HOURS],
  );
  return rows[0] ?? { people: 0, sessions: 0, withinHour: 0, withinFourHours: 0 };
}

/** @throws the database's error */
export async function readDatabaseBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
  return Number(rows[0]?.bytes ?? 0);
}

/** @throws the system's error */
export async function readDisk(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** For the metrics: what cannot be read is left out. */
export async function installationReadings(pool: Pool, settings: InstallationSettings): Promise<Reading[]> {
  const [sessions, databaseBytes, disk] = await Promise.all([
    readSessions(pool, settings).catch(() => undefined),
    readDatabaseBytes(pool).catch(() => undefined),
    readDisk(settings.DATA_DIR).catch(() => undefined),
  ]);
  return [
    { name: 'pharmacy_sessions', value: sessions?.sessions } as const,
    { name: 'pharmacy_database_bytes', value: databaseBytes } as const,
    { name: 'pharmacy_disk_bytes', value: disk?.bytes } as const,
    { name: 'pharmacy_disk_free_bytes', value: disk?.freeBytes } as const,
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}
