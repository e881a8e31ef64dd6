/** For specs: a small generated hospital with a running event log, and copies of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Progress } from 'service-kit/process/progress';
import { generate } from '../../../verification/bench/generate/generate.ts';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../../runtime/event-log/own-database.ts';
import { type EventLogServer, startEventLog } from '../../../runtime/event-log/server.ts';
import { connect, type LogClient } from '../../events/log/log-client.ts';
import { runBackup } from '../backup/run-backup.ts';
import type { Cut } from '../command-line.ts';
import type { Erasure } from '../erasures.ts';
import { LOADED_TABLES } from '../private-tables.ts';
import { type Manifest, neededManifest } from '../repository/manifest.ts';
import { partOf } from '../restore/cut.ts';
import { type Restored, runRestore } from '../restore/run-restore.ts';
import type { Target } from '../restore/target.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
const quiet = (): void => undefined;
export const quietProgress = (): Progress => new Progress(quiet);
export const never = new AbortController().signal;

export interface Hospital {
  readonly database: OwnDatabase;
  readonly log: LogClient;
  readonly eventstoreUrl: string;
  /** The event log forgets what it has in memory, and reads its table. */
  restartLog(): Promise<void>;
  stop(): Promise<void>;
}

/** @param scale 0.00005 is about 700 events */
export async function openHospital(scale: number): Promise<Hospital> {
  const database = await ownDatabase();
  await generate({ databaseUrl: database.url, masterKey: MASTER_KEY, request: { seed: 1, scale } });
  const { url: databaseUrl, dataDir } = database;
  const logger = pino({ level: 'silent' });
  const open = async (): Promise<{ server: EventLogServer; log: LogClient }> => {
    const server = await startEventLog({ databaseUrl, dataDir, host: '127.0.0.1', port: 0, logger });
    return { server, log: connect(server.url) };
  };
  let { server, log } = await open();
  const close = async (): Promise<void> => {
    await log.close();
    await server.stop();
  };
  return {
    database,
    get log() {
      return log;
    },
    get eventstoreUrl() {
      return server.url;
    },
    async restartLog() {
      await close();
      ({ server, log } = await open());
    },
    async stop() {
      await close();
      await database.stop();
    },
  };
}

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'backup-'));
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export const backUp = (
  { database, log }: Hospital,
  folder: string,
  options: { keysFolder?: string; evenIfAltered?: boolean } = {},
): Promise<Manifest> =>
  runBackup({
    databaseUrl: database.url,
    log,
    folder,
    keysFolder: folder,
    evenIfAltered: false,
    say: quiet,
    signal: never,
    ...options,
  });

/** @param into an empty database; `eventstoreUrl` of an empty log, else the log goes into the database */
export async function restoreInto(
  into: Pick<Target, 'databaseUrl'> & Partial<Target>,
  folder: string,
  options: { keysFolder?: string; cut?: Cut; erasures?: readonly Erasure[]; signal?: AbortSignal } = {},
): Promise<Restored> {
  const manifest = await neededManifest(folder);
  const target: Target = {
    eventstoreUrl: undefined,
    keys: [MASTER_KEY],
    name: 'a test',
    close: async () => undefined,
    ...into,
  };
  return runRestore({
    folder,
    keysFolder: options.keysFolder ?? folder,
    manifest,
    part: await partOf(folder, manifest, options.cut),
    erasures: options.erasures ?? [],
    target,
    say: quiet,
    signal: options.signal ?? never,
  });
}

/** A line for each event of the product: position, a hash of all other columns but its time, a hash of its time. */
export const eventsIn = (url: string): Promise<readonly string[]> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ event: string }>(
      `select concat_ws(' ', position, stream, revision, md5(concat_ws(' ', id, type, is_json, data, metadata)),
         md5(created::text)) as event
       from event_log.event where stream not like '$%' order by position`,
    );
    return rows.map(({ event }) => event);
  });

/** All rows that a backup has, by table. */
export const privateRowsIn = (url: string): Promise<Readonly<Record<string, readonly string[]>>> =>
  inDatabase(url, async (client) => {
    const tables: Record<string, readonly string[]> = {};
    for (const table of [...LOADED_TABLES, 'images.image']) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${table} t order by t::text`);
      tables[table] = rows.map(({ row }) => row);
    }
    return tables;
  });
