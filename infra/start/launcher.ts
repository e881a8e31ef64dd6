/**
 * The whole product on one machine: the engines that settings do not name, each a process of its own, and the services
 * and the gateway, which share one or have one each (`PROCESSES`). They start floor by floor and stop in reverse order.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkStoredDataAt } from 'service-kit/private-schema/check-data';
import type { Logger } from 'service-kit/process/logger';
import { type MasterKeys, masterKeysOf } from 'service-kit/security/key-ring';
import { logCredentialsIn, logUrl } from '../event-log/access/log-credentials.ts';
import { hostAndPort } from './program/address.ts';
import { writeConnections } from './program/connections-file.ts';
import { masterKeysIn } from './program/data-folder.ts';
import { freePort } from 'service-kit/process/free-port';
import type { PortListener } from './port/port-listener.ts';
import type { LogStream } from './program/log-stream.ts';
import { DATABASE, startPostgres } from './postgres/embedded-postgres.ts';
import {
  type Connections,
  type ProductSettings,
  serviceEnvironment,
  type ServiceName,
} from './service-environments.ts';
import { startService, type Succession } from './processes/service-process.ts';
import { supervise, type Process, type Supervised } from './processes/supervise.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LOCAL = '127.0.0.1';

/**
 * @param stopping aborts when the product must stop, also while it is starting
 * @param opened filled during the start, so that a failed start can be undone
 * @param port held for the shared process; undefined where the gateway listens itself
 * @param giveUp called when a process cannot be restarted
 * @returns the addresses of the engines and services
 */
export async function launch(options: {
  product: ProductSettings;
  stream: LogStream;
  logger: Logger;
  stopping: AbortSignal;
  opened: Supervised[][];
  port: PortListener | undefined;
  giveUp: (why: string) => void;
}): Promise<Connections> {
  const { product, stream, logger, stopping, opened, giveUp } = options;
  const { config, dataDir } = product;

  /** Starts one floor: processes that do not depend on each other. */
  const floor = async (...processes: { name: string; start: () => Promise<Process> }[]): Promise<void> => {
    stopping.throwIfAborted();
    const up: Supervised[] = [];
    opened.push(up);
    const results = await Promise.allSettled(
      processes.map(async ({ name, start }) => up.push(await supervise({ name, start, stopping, logger, giveUp }))),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };

  let databaseUrl = config.DATABASE_URL;
  if (databaseUrl === undefined) {
    const port = await freePort();
    const postgresLog = stream.logger('postgres');
    await floor({
      name: 'postgres',
      async start() {
        const postgres = await startPostgres({ dataDir, port, logger: postgresLog });
        await postgres.ensureDatabase(DATABASE);
        databaseUrl = postgres.url(DATABASE);
        return postgres;
      },
    });
  }
  if (databaseUrl === undefined) throw new Error('Postgres has not started');
  const connections: Connections = {
    databaseUrl,
    eventstoreUrl: config.EVENTSTORE_URL ?? '',
    masterKeys: await checkedMasterKeys(product, databaseUrl),
    commandApiUrl: '',
    queryApiUrl: '',
    projectionsUrl: '',
  };

  const service = async (name: ServiceName, entry: string, port?: number) => {
    const ownPort = port ?? (await freePort());
    const succession: Succession = {};
    const variables = { ...serviceEnvironment(name, process.env, product, connections), PORT: String(ownPort) };
    return {
      name,
      url: `http://${LOCAL}:${ownPort}`,
      port: ownPort,
      start: () => startService(name, join(root, entry), variables, stream, stopping, succession),
    };
  };

  if (connections.eventstoreUrl === '') {
    const eventLog = await service('event-log', 'infra/dist/event-log/main.js');
    await floor(eventLog);
    connections.eventstoreUrl = logUrl(await logCredentialsIn(dataDir), hostAndPort(LOCAL, eventLog.port));
  }
  // Addresses that the person has set are not copied to the disk: they may hold passwords.
  await writeConnections(dataDir, {
    ...(config.DATABASE_URL === undefined && { DATABASE_URL: connections.databaseUrl }),
    ...(config.EVENTSTORE_URL === undefined && { EVENTSTORE_URL: connections.eventstoreUrl }),
  });

  if (options.port !== undefined) {
    connections.commandApiUrl = `http://${LOCAL}:${await freePort()}`;
    // It listens on no port of its own: 0 stands for it in the settings of its services.
    const variables = { ...serviceEnvironment('product', process.env, product, connections), PORT: '0' };
    const entry = join(root, 'infra/dist/product/main.js');
    await floor({
      name: 'product',
      // Its connections go on to the next one without a port of its own.
      start: () => startService('product', entry, variables, stream, stopping, {}, options.port),
    });
    return connections;
  }

  const [commandApi, projections] = [
    await service('command-api', 'command-api/dist/main.js'),
    await service('projections', 'projections/dist/main.js'),
  ];
  await floor(commandApi, projections);
  // It reads tables that the command API and the projections create.
  const queryApi = await service('query-api', 'query-api/dist/main.js');
  await floor(queryApi);

  Object.assign(connections, {
    commandApiUrl: commandApi.url,
    queryApiUrl: queryApi.url,
    projectionsUrl: projections.url,
  } satisfies Partial<Connections>);
  await floor(await service('gateway', 'infra/dist/gateway/main.js', config.PORT));
  return connections;
}

/** Before a service reads anything, and before a new key is kept. @throws SettingsError if they are not the database's */
async function checkedMasterKeys({ config, dataDir }: ProductSettings, databaseUrl: string): Promise<MasterKeys> {
  const check = (keys: MasterKeys): Promise<void> => checkStoredDataAt(databaseUrl, keys);
  const { MASTER_KEY, MASTER_KEY_PREVIOUS } = config;
  if (MASTER_KEY === undefined) return masterKeysIn(dataDir, check);
  const keys = masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS });
  await check(keys);
  return keys;
}

/** Stops the floors from the top, the processes of one floor together. All stops take at most 15 seconds. */
export async function takeDown(opened: readonly (readonly Supervised[])[]): Promise<void> {
  for (const floor of opened.toReversed()) await Promise.allSettled(floor.map((supervised) => supervised.stop()));
}
