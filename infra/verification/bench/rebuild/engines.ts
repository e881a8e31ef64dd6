/** A generated log with its engines: the embedded Postgres and the embedded event log, as `npm start` has them. */
import { freePort } from 'service-kit/process/free-port';
import { Pool } from 'pg';
import { logCredentialsIn, logUrl } from '../../../runtime/event-log/access/log-credentials.ts';
import { eventLogEnv } from '../../../runtime/event-log/node-options.ts';
import { DATABASE } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { lockDataFolder, masterKeysIn } from '../../../runtime/start/program/data-folder.ts';
import { embeddedPostgres } from '../engines/engines.ts';
import { generate } from '../generate/generate.ts';
import { startForked } from '../processes/forked.ts';
import type { NamedProcess } from '../processes/process-tree.ts';

/** `BENCH_SCALE`: of the log that is generated without a folder. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 0.01);

export interface LogEngines {
  readonly pool: Pool;
  /** The settings of a service: DATABASE_URL, EVENTSTORE_URL, MASTER_KEY. */
  readonly env: NodeJS.ProcessEnv;
  readonly processes: readonly NamedProcess[];
}

/** @param isNew generates a log first @throws CannotStart */
export async function withLogEngines(
  dataDir: string,
  isNew: boolean,
  measure: (engines: LogEngines) => Promise<void>,
): Promise<void> {
  const unlock = await lockDataFolder(dataDir);
  const postgres = await embeddedPostgres(dataDir);
  try {
    const databaseUrl = await postgres.database(DATABASE);
    const [masterKey] = await masterKeysIn(dataDir);
    if (isNew) await generate({ databaseUrl, masterKey, request: { scale: SCALE, seed: 1 } });
    const pool = new Pool({ connectionString: databaseUrl, max: 4 });
    const port = String(await freePort());
    const log = await startForked(
      new URL('../../../runtime/event-log/main.js', import.meta.url),
      {
        ...process.env,
        ...eventLogEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }),
        PORT: port,
        DATA_DIR: dataDir,
      },
      ['--disable-warning=DEP0123'],
    );
    try {
      await measure({
        pool,
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_URL: logUrl(await logCredentialsIn(dataDir), `127.0.0.1:${port}`),
          MASTER_KEY: masterKey.toString('base64'),
          REDIS_URL: '',
        },
        processes: [...postgres.processes, { name: 'event log', pid: log.pid }],
      });
    } finally {
      await pool.end();
      await log.stop();
    }
  } finally {
    await postgres.stop();
    await unlock();
  }
}
