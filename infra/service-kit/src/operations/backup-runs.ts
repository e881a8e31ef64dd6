/** The good backups of an installation: `npm run backup` writes a line, and the operator's page shows the last one. */
import type { Pool, PoolClient } from 'pg';

export interface BackupRun {
  /** The number among the runs into the same folder, from 1. */
  readonly number: number;
  /** The position of the last event that is in it. */
  readonly position: string;
  readonly events: number;
  /** The size of all files of the backup. */
  readonly bytes: number;
  /** Machine and folder. No address of a database: that would have a password. */
  readonly place: string;
}

export interface RecordedBackupRun extends BackupRun {
  readonly madeAt: Date;
}

/** Lines beyond these go. */
const KEPT = 100;

type Db = Pick<Pool | PoolClient, 'query'>;

/** @throws the database's error */
export async function recordBackupRun(db: Db, { number, position, events, bytes, place }: BackupRun): Promise<void> {
  await db.query(
    `with made as (
       insert into accounts.backup_run (number, position, events, bytes, place) values ($1, $2, $3, $4, $5)
       returning run_id
     )
     delete from accounts.backup_run where run_id <= (select run_id from made) - ${KEPT}`,
    [number, position, events, bytes, place],
  );
}

/** @returns undefined where no backup was made since this installation began or was restored */
export async function lastBackupRun(db: Db): Promise<RecordedBackupRun | undefined> {
  const { rows } = await db.query<Omit<RecordedBackupRun, 'events' | 'bytes'> & { events: string; bytes: string }>(
    `select number, position::text, events, bytes, place, made_at as "madeAt"
     from accounts.backup_run order by run_id desc limit 1`,
  );
  const [last] = rows;
  return last && { ...last, events: Number(last.events), bytes: Number(last.bytes) };
}
