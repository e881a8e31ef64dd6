/** Numbers of the whole installation for its operator: sessions, the database's size, the disk, the last backup. */
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { lastBackupRun } from '../operations/backup-runs.ts';
import { readingsOfEventLogCertificate } from './certificates.ts';
import type { Reading } from './gauges.ts';

export interface SessionSettings {
  readonly SESSION_IDLE_MINUTES: number;
  readonly SESSION_MAX_HOURS: number;
}
export type InstallationSettings = SessionSettings & {
  readonly DATA_DIR: string;
  readonly EVENTSTORE_URL: string;
  /** Names of the destinations of anchor statements, as the database has them. */
  readonly statementsTo: readonly string[];
};

/** Sessions that are open. */
export interface OpenSessions {
  readonly people: number;
  readonly sessions: number;
  /** Begun within the last hour. */
  readonly withinHour: number;
  /** Begun one to four hours ago. */
  readonly withinFourHours: number;
}

/** The space of a file system. What is free is what a program without special rights may take. */
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

/** The waits for someone outside, in seconds, and the engines' starts, in seconds since 1970. */
interface Waits {
  readonly mails: number;
  readonly statements: number;
  readonly postgres: number;
  /** Null where the event log is not in this database. */
  readonly eventLog: number | null;
}

/** @throws the database's error */
async function readWaits(pool: Pool, statementsTo: readonly string[]): Promise<Waits | undefined> {
  const { rows } = await pool.query<Waits>(
    `select
       (select coalesce(extract(epoch from now() - min(asked_at)), 0)::float8 from accounts.mail_outbox) as mails,
       (select coalesce(max(extract(epoch from now() - made_at)), 0)::float8
        from (select number, made_at from accounts.anchor_statement order by number desc limit 1) newest
        cross join unnest($1::text[]) as wanted (destination)
        left join accounts.anchor_statement_delivery delivery using (destination)
        where delivery.number is distinct from newest.number) as statements,
       extract(epoch from pg_postmaster_start_time())::float8 as postgres,
       (select extract(epoch from min(backend_start))::float8 from pg_stat_activity
        where datname = current_database() and application_name = 'event-log writer') as "eventLog"`,
    [statementsTo],
  );
  return rows[0];
}

/** For the metrics: what cannot be read is left out. */
export async function installationReadings(pool: Pool, settings: InstallationSettings): Promise<Reading[]> {
  const [sessions, databaseBytes, disk, backupSeconds, waits, certificates] = await Promise.all([
    readSessions(pool, settings).catch(() => undefined),
    readDatabaseBytes(pool).catch(() => undefined),
    readDisk(settings.DATA_DIR).catch(() => undefined),
    lastBackupRun(pool)
      .then((last) => (last ? last.madeAt.getTime() / 1_000 : 0))
      .catch(() => undefined),
    readWaits(pool, settings.statementsTo).catch(() => undefined),
    readingsOfEventLogCertificate(settings.EVENTSTORE_URL),
  ]);
  return [
    ...[
      { name: 'pharmacy_sessions', value: sessions?.sessions } as const,
      { name: 'pharmacy_database_bytes', value: databaseBytes } as const,
      { name: 'pharmacy_disk_bytes', value: disk?.bytes } as const,
      { name: 'pharmacy_disk_free_bytes', value: disk?.freeBytes } as const,
      { name: 'pharmacy_backup_timestamp_seconds', value: backupSeconds } as const,
      { name: 'pharmacy_mails_waiting_seconds', value: waits?.mails } as const,
      { name: 'pharmacy_anchor_statement_waiting_seconds', value: waits?.statements } as const,
      engineStart('postgres', waits?.postgres),
      engineStart('event-log', waits?.eventLog ?? undefined),
    ].flatMap(({ value, ...reading }) => (value === undefined ? [] : [{ ...reading, value }])),
    ...certificates,
  ];
}

const engineStart = (engine: 'postgres' | 'event-log', value: number | undefined) =>
  ({ name: 'pharmacy_engine_start_timestamp_seconds', labels: { engine }, value }) as const;
