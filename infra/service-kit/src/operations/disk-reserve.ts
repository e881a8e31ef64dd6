/**
 * Room that people's commands leave on the disk. A full disk stops Postgres, and with it every read; so commands are
 * refused while there is still room for what reads write: sessions, access notes, rows of what was saved before
 * (docs/decisions/installation/disk-reserve.md).
 */
import type { Pool } from 'pg';
import { refusal } from 'language/domain/reasons/refusal';
import { shareLooks } from '../concurrency/share-looks.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { type Check, CheckResult } from '../http/health.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Logger } from '../process/logger.ts';
import { readDisk } from '../telemetry/installation.ts';

/** A program that copies a file fills some hundred MB in this time. */
const KEPT_MS = 1_000;
/** A network file system may never answer: its disk counts as unknown then. */
const LOOK_MS = 2_000;
const RETRY_AFTER_SECONDS = 10;
const MB = 1_000_000;

export interface DiskReserve {
  /** @throws HttpProblem 503 while less than the reserve is free on one of the disks. An unknown disk refuses nothing */
  requireRoom(): Promise<void>;
  /** For `GET /api/ready`: names the folder of the disk that has too little room. */
  readonly check: Check;
}

interface ShortDisk {
  readonly folder: string;
  readonly freeMb: number;
}

/** @param options.reserveMb 0: nothing is refused, and no disk is looked at */
export function createDiskReserve(options: {
  readonly folders: readonly string[];
  readonly reserveMb: number;
  readonly logger: Logger;
}): DiskReserve {
  const { folders, reserveMb, logger } = options;
  let wasShort = false;
  const look = shareLooks(
    async () => {
      const short = await firstShort(folders, reserveMb);
      if (short && !wasShort) logger.error({ ...short, reserveMb }, 'the disk is nearly full: commands are refused');
      if (!short && wasShort) logger.info('the disk has room again: commands are accepted');
      wasShort = short !== undefined;
      return short;
    },
    () => KEPT_MS,
  );
  const shortDisk = async (): Promise<ShortDisk | undefined> => (reserveMb === 0 ? undefined : look());
  return {
    async requireRoom() {
      if (await shortDisk())
        throw new HttpProblem(refusal('disk-nearly-full'), { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
    async check() {
      const short = await shortDisk();
      return new CheckResult(
        short === undefined,
        short === undefined ? {} : { ...short, reserveMb, message: 'The disk is nearly full: commands are refused' },
      );
    },
  };
}

async function firstShort(folders: readonly string[], reserveMb: number): Promise<ShortDisk | undefined> {
  const free = await Promise.all(
    folders.map(async (folder) => ({ folder, freeMb: await freeMbOf(folder).catch(() => Infinity) })),
  );
  return free.find(({ freeMb }) => freeMb < reserveMb);
}

const freeMbOf = async (folder: string): Promise<number> => {
  const { freeBytes } = await withTimeout(LOOK_MS, readDisk(folder), () => new Error('The disk does not answer'));
  return Math.floor(freeBytes / MB);
};

/** Postgres on another machine, or in another container, has its disk there. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost', '']);

/** @returns the data folder of a Postgres of this machine; undefined for another one, or where its user may not see it */
export async function localPostgresFolder(pool: Pool, databaseUrl: string): Promise<string | undefined> {
  if (!URL.canParse(databaseUrl) || !LOCAL_HOSTS.has(new URL(databaseUrl).hostname)) return undefined;
  const { rows } = await pool.query<{ setting: string }>(
    `select setting from pg_settings where name = 'data_directory'`,
  );
  return rows[0]?.setting;
}
