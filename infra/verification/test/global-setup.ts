/**
 * One embedded Postgres for the whole test run in a temporary folder, and a small server on the loopback interface that
 * creates installations: `POST /installation` creates a database with an event log, `POST /installation/migrated` one
 * with all tables, as a copy of a template database; `DELETE /installation/<id>` ends them. Specs call it through
 * `service-kit/testing`, so that no package imports `infra`. Postgres starts with the first installation: a run against
 * another event log (`EVENTSTORE_URL`) does not start it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { migrateReadModels } from 'projections/schema/migrate';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createLogger, type Logger } from 'service-kit/process/logger';
import { Client, Pool } from 'pg';
import { logCredentialsIn } from '../../runtime/event-log/access/log-credentials.ts';
import { startEventLog } from '../../runtime/event-log/server.ts';
import { freePort } from 'service-kit/process/free-port';
import { startPostgres, type EmbeddedPostgres } from '../../runtime/start/postgres/embedded-postgres.ts';

type Stop = () => Promise<void>;

export default async function setUp(): Promise<Stop | undefined> {
  // The projects of one run share it.
  if (process.env['TEST_CONTROL_URL']) return undefined;
  const logger = createLogger('test', process.env['LOG_LEVEL'] || 'silent');
  let starting: Promise<TemporaryPostgres> | undefined;
  let migrating: Promise<void> | undefined;
  const running = new Map<string, Stop>();

  const answer = async (request: IncomingMessage): Promise<object | undefined> => {
    if (request.method === 'POST' && /^\/installation(\/migrated)?$/.test(request.url ?? '')) {
      const { postgres, dataDir } = await (starting ??= temporaryPostgres(logger));
      const id = `test_${randomUUID().replaceAll('-', '')}`;
      const databaseUrl = postgres.url(id);
      if (request.url === '/installation') await postgres.ensureDatabase(id);
      else {
        await (migrating ??= makeTemplate(postgres, dataDir, logger));
        await withClient(
          postgres,
          async (client) => void (await client.query(`create database ${id} template ${TEMPLATE}`)),
        );
      }
      const eventLog = await startEventLog({ databaseUrl, dataDir, host: '127.0.0.1', port: 0, logger });
      running.set(id, async () => {
        await eventLog.stop();
        await dropDatabase(postgres, id);
      });
      const masterKey = randomBytes(32).toString('base64');
      return { id, databaseUrl, eventstoreUrl: eventLog.url, dataDir, masterKey };
    }
    const id = request.method === 'DELETE' ? /^\/installation\/(\w+)$/.exec(request.url ?? '')?.[1] : undefined;
    const stop = id === undefined ? undefined : running.get(id);
    if (id === undefined || stop === undefined) return undefined;
    running.delete(id);
    await stop();
    return { id };
  };

  const server = createServer((request, response) => {
    const send = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    answer(request).then(
      (body) => send(body ? 200 : 404, body ?? { message: 'Not found' }),
      (error: unknown) => send(500, { message: String(error) }),
    );
  });
  const controlPort = await freePort();
  await new Promise<void>((resolve) => server.listen(controlPort, '127.0.0.1', resolve));
  process.env['TEST_CONTROL_URL'] = `http://127.0.0.1:${controlPort}`;

  return async () => {
    delete process.env['TEST_CONTROL_URL'];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([...running.values()].map((stop) => stop()));
    await starting?.then(
      (temporary) => temporary.stop(),
      () => undefined,
    );
  };
}

interface TemporaryPostgres {
  readonly postgres: EmbeddedPostgres;
  readonly dataDir: string;
  stop(): Promise<void>;
}

async function temporaryPostgres(logger: Logger): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinical-pharmacy-test-'));
  // Four workers with an installation or two each had up to 179.
  const postgres = await startPostgres({ dataDir, port: await freePort(), logger, maxConnections: 1_000 });
  // Made once, before event logs start at the same time.
  await logCredentialsIn(dataDir);
  // The tests kill processes and do not cut the power: what a process has passed to the system is not lost.
  await withClient(postgres, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  });
  return {
    postgres,
    dataDir,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const TEMPLATE = 'migrated';

/** Makes a database with the tables of all services. Migrating a database takes ten times as long as copying this one. */
async function makeTemplate(postgres: EmbeddedPostgres, dataDir: string, logger: Logger): Promise<void> {
  const databaseUrl = postgres.url(TEMPLATE);
  await postgres.ensureDatabase(TEMPLATE);
  await (await startEventLog({ databaseUrl, dataDir, host: '127.0.0.1', port: 0, logger })).stop();
  const pool = new Pool({ connectionString: databaseUrl });
  await migratePrivateSchema(pool);
  await pool.end();
  await migrateReadModels(databaseUrl);
}

/** Time for connections to close by themselves. A pool whose connection is cut while it closes emits an error. */
const CLOSE_MS = 2_000;

/**
 * The connection that holds the locks of patients' keys closes by itself some seconds later. It may be cut. It has the
 * name of its pool, where the pool's address names one: `spec`.
 */
const dropDatabase = (postgres: EmbeddedPostgres, database: string): Promise<void> =>
  withClient(postgres, async (client) => {
    const connections = async (): Promise<number> =>
      (
        await client.query(
          `select from pg_stat_activity where datname = $1 and application_name not in ('patient keys', 'spec')`,
          [database],
        )
      ).rowCount ?? 0;
    for (const end = Date.now() + CLOSE_MS; Date.now() < end && (await connections()) > 0;) await setTimeout(20);
    await client.query(`drop database ${client.escapeIdentifier(database)} with (force)`);
  });

async function withClient(postgres: EmbeddedPostgres, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(postgres.url('postgres'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
