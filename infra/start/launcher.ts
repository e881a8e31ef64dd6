/**
 * The whole product on one machine: the engines that are not given by settings, the services, and the gateway, each a process of its own.
 * Started from the ground up, stopped in reverse order.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'command-api/service/log';
import { eventLogEnv } from '../event-log/node-options.ts';
import { keptMasterKey } from './data-dir.ts';
import { freePort } from './free-port.ts';
import type { LogStream } from './log-stream.ts';
import { DATABASE, startPostgres } from './postgres.ts';
import type { settings } from './settings.ts';
import { startService } from './service-process.ts';
import { supervise, type Process, type Supervised } from './supervise.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LOCAL = '127.0.0.1';

/**
 * @param stopping aborted when the product is to stop, also while it is starting
 * @param opened filled while starting, so that a start that fails half way can be taken back
 * @param giveUp called when a process that ran cannot be started again
 * @returns where the command API is found without the gateway
 */
export async function launch(options: {
  config: ReturnType<typeof settings.read>;
  host: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Where this machine itself finds the product. */
  localUrl: string;
  stream: LogStream;
  log: Logger;
  stopping: AbortSignal;
  opened: Supervised[][];
  giveUp: (why: string) => void;
  /** Known to the command API and to the demo's seed alone; undefined without the demo. */
  seedSecret: string | undefined;
}): Promise<{ commandApiUrl: string }> {
  const { config, stream, log, stopping, opened, giveUp } = options;
  const dataDir = resolve(config.DATA_DIR);

  /** Starts a floor of the house: things that do not need each other. */
  const floor = async (...processes: { name: string; start: () => Promise<Process> }[]): Promise<void> => {
    stopping.throwIfAborted();
    const up: Supervised[] = [];
    opened.push(up);
    const results = await Promise.allSettled(processes.map(async ({ name, start }) => up.push(await supervise({ name, start, stopping, log, giveUp }))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };

  let databaseUrl = config.DATABASE_URL;
  if (databaseUrl === undefined) {
    const port = await freePort();
    const postgresLog = stream.logger('postgres');
    await floor({
      name: 'postgres',
      async start() {
        const postgres = await startPostgres({ dataDir, port, log: postgresLog });
        await postgres.ensureDatabase(DATABASE);
        databaseUrl = postgres.url(DATABASE);
        return postgres;
      },
    });
  }
  const masterKey = config.MASTER_KEY?.toString('base64') ?? (await keptMasterKey(dataDir));

  const service = async (name: string, entry: string, env: NodeJS.ProcessEnv, port?: number) => {
    const ownPort = port ?? (await freePort());
    const variables = { ...process.env, HOST: LOCAL, MASTER_KEY: '', DATABASE_URL: databaseUrl, REDIS_URL: config.REDIS_URL ?? '', ADMIN_EMAIL: options.adminEmail ?? '', ADMIN_PASSWORD: '', SEED_SECRET: '', DATA_DIR: dataDir, ...env, PORT: String(ownPort) };
    return { name, url: `http://${LOCAL}:${ownPort}`, port: ownPort, start: () => startService(name, join(root, entry), variables, stream, stopping) };
  };

  let eventstoreUrl = config.EVENTSTORE_URL;
  if (eventstoreUrl === undefined) {
    const eventLog = await service('event-log', 'infra/dist/event-log/main.js', eventLogEnv({ NODE_OPTIONS: process.env['NODE_OPTIONS'] }));
    await floor(eventLog);
    eventstoreUrl = `esdb://${LOCAL}:${eventLog.port}?tls=false`;
  }

  const commandApi = await service('command-api', 'command-api/dist/main.js', {
    EVENTSTORE_URL: eventstoreUrl,
    MASTER_KEY: masterKey,
    ADMIN_PASSWORD: options.adminPassword ?? '',
    LOCAL_URL: options.localUrl,
    SEED_SECRET: options.seedSecret ?? '',
    // The people of the demo read no mail, and are to be members of its teams.
    ...(config.SEED === 'demo' && !process.env['REQUIRE_VERIFIED_EMAIL'] ? { REQUIRE_VERIFIED_EMAIL: 'false' } : {}),
  });
  const projections = await service('projections', 'projections/dist/main.js', { EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey });
  await floor(commandApi, projections);

  // The tables that it reads are made by the two above.
  const queryApi = await service('query-api', 'query-api/dist/main.js', { EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey });
  await floor(queryApi);
  await floor(
    await service('gateway', 'infra/dist/gateway/main.js', { HOST: options.host, DATABASE_URL: '', COMMAND_API_URL: commandApi.url, QUERY_API_URL: queryApi.url, PROJECTIONS_URL: projections.url, STATIC_DIR: join(root, 'frontend/dist') }, config.PORT),
  );
  return { commandApiUrl: commandApi.url };
}

/** Takes the floors down from the top, the things on one floor together; each has a limit of its own, 15 seconds at most in all. */
export async function takeDown(opened: readonly (readonly Supervised[])[]): Promise<void> {
  for (const floor of opened.toReversed()) await Promise.allSettled(floor.map((supervised) => supervised.stop()));
}
