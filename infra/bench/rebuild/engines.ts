/** A generated log with its engines: the embedded Postgres and the embedded event log, as `npm start` has them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import { createLogger } from 'service-kit/process/logger';
import { Client, Pool } from 'pg';
import { DATABASE, startPostgres } from '../../start/postgres/embedded-postgres.ts';
import { lockDataFolder, masterKeysIn } from '../../start/program/data-folder.ts';
import { startServer } from '../event-log/processes.ts';
import { generate } from '../generate/generate.ts';
import { DEFAULT_UNTIL } from '../generate/size.ts';
import type { NamedProcess } from '../processes/process-tree.ts';

const SCALE = 0.01;

export interface Engines {
  readonly pool: Pool;
  /** The settings of a service: DATABASE_URL, EVENTSTORE_URL, MASTER_KEY. */
  readonly env: NodeJS.ProcessEnv;
  readonly processes: readonly NamedProcess[];
  stop(): Promise<void>;
}

/** The folder has no log that `npm run bench:generate` has written completely. */
export class NoGeneratedLog extends Error {
  override readonly name = 'NoGeneratedLog';
}

/** @param isNew generates a log of scale 0.01 first @throws CannotStart · NoGeneratedLog */
export async function startEngines(dataDir: string, isNew: boolean): Promise<Engines> {
  const stopping: (() => Promise<unknown>)[] = [await lockDataFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const end of stopping.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await startPostgres({ dataDir, port: await freePort(), logger: createLogger('bench', 'warn') });
    stopping.push(() => postgres.stop());
    await postgres.ensureDatabase(DATABASE);
    const databaseUrl = postgres.url(DATABASE);
    const [masterKey] = await masterKeysIn(dataDir);
    if (isNew)
      await generate(
        {
          databaseUrl,
          masterKey,
          request: { scale: SCALE, seed: 1, until: DEFAULT_UNTIL },
        },
        { stopping: new AbortController().signal, report: () => {} },
      );
    if (!(await isGenerated(databaseUrl)))
      throw new NoGeneratedLog(`${dataDir} has no complete log of npm run bench:generate.`);
    const log = await startServer(databaseUrl, dataDir, 'warn');
    stopping.push(() => log.stop());
    const pool = new Pool({ connectionString: databaseUrl, max: 4 });
    stopping.push(() => pool.end());
    return {
      pool,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: log.url,
        MASTER_KEY: masterKey.toString('base64'),
        REDIS_URL: '',
      },
      processes: [
        { name: 'Postgres', pid: await postmasterOf(dataDir) },
        { name: 'event log', pid: log.pid },
      ],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isGenerated(databaseUrl: string): Promise<boolean> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows: there } = await client.query<{ there: boolean }>(
      `select to_regclass('bench.generated_log') is not null as there`,
    );
    if (!there[0]?.there) return false;
    const { rows } = await client.query<{ complete: boolean }>('select complete from bench.generated_log');
    return rows[0]?.complete === true;
  } finally {
    await client.end();
  }
}

/** The first line of this file is the process's number. */
const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
