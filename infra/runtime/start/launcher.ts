/**
 * The whole product on one machine: the engines that settings do not name, each a process of its own, and the services
 * and the gateway, which share one or have one each (`PROCESSES`). They start floor by floor and stop in reverse order.
 */
import type { ChildProcess } from 'node:child_process';
import { checkStoredDataAt } from 'service-kit/private-schema/check-data';
import type { Logger } from 'service-kit/process/logger';
import { waitForPostgres } from 'service-kit/process/wait-for-engine';
import { type MasterKeys, masterKeysOf } from 'service-kit/security/key-ring';
import { logCredentialsIn, logUrl } from '../event-log/access/log-credentials.ts';
import { hostAndPort } from './program/address.ts';
import { writeConnections } from './program/connections-file.ts';
import { masterKeysIn } from './program/data-folder.ts';
import { freePort } from 'service-kit/process/free-port';
import { Gateways } from './port/gateways.ts';
import { type PortListener, retire } from './port/port-listener.ts';
import type { LogStream } from './program/log-stream.ts';
import { DATABASE, startPostgres } from './postgres/embedded-postgres.ts';
import { keepSpareRoom } from './postgres/spare-room.ts';
import {
  type Connections,
  type ProductSettings,
  serviceEnvironment,
  type ServiceName,
} from './service-environments.ts';
import type { EarlyServices, StartedName } from './processes/early-services.ts';
import { startService } from './processes/service-process.ts';
import { supervise, type Process, type Supervised } from './processes/supervise.ts';

const LOCAL = '127.0.0.1';
/** The shared process stops its services one after the other. */
const SHARED_STOP_MS = 6_000;
/** In the settings of a process that listens on no port of its own: the launcher gives it the connections. */
const NO_PORT = '0';

/** The services that a gateway of its own process asks, and where `Connections` has their addresses. */
const ADDRESS_OF = {
  'command-api': 'commandApiUrl',
  'query-api': 'queryApiUrl',
  projections: 'projectionsUrl',
} as const satisfies Partial<Record<ServiceName, keyof Connections>>;

/**
 * @param stopping aborts when the product must stop, also while it is starting
 * @param opened filled during the start, so that a failed start can be undone
 * @param early begins to load what comes later
 * @param onEngines is called before the services start
 * @param port the product's: its connections are given to the shared process, or to the gateway
 * @param giveUp called when a process cannot be restarted
 */
export async function launch(options: {
  product: ProductSettings;
  stream: LogStream;
  logger: Logger;
  stopping: AbortSignal;
  opened: Supervised[][];
  early: EarlyServices;
  onEngines: (connections: Connections) => Promise<void>;
  port: PortListener;
  giveUp: (why: string) => void;
}): Promise<void> {
  const { product, stream, logger, stopping, opened, early, onEngines, giveUp } = options;
  const { config, dataDir } = product;

  /** Starts one floor: processes that do not depend on each other. */
  const floor = async (...processes: { name: string; start: () => Promise<Process> }[]): Promise<void> => {
    stopping.throwIfAborted();
    logger.info(`starting ${processes.map(({ name }) => name).join(' and ')}`);
    const up: Supervised[] = [];
    opened.push(up);
    const results = await Promise.allSettled(
      processes.map(async ({ name, start }) => up.push(await supervise({ name, start, stopping, logger, giveUp }))),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };

  if (config.EVENTSTORE_URL === undefined) early.load('event-log');
  if (config.PROCESSES === 'shared') early.load('product');

  let databaseUrl = config.DATABASE_URL;
  if (databaseUrl === undefined) {
    opened.push([await keepSpareRoom(dataDir, logger)]);
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
  await waitForPostgres(databaseUrl, { logger, signal: stopping });
  const connections: Connections = {
    databaseUrl,
    eventstoreUrl: config.EVENTSTORE_URL ?? '',
    masterKeys: await checkedMasterKeys(product, databaseUrl),
    commandApiUrl: '',
    queryApiUrl: '',
    projectionsUrl: '',
  };

  const start = (name: StartedName, port: string, ...more: [Parameters<typeof startService>[4]?]) => {
    const variables = { ...serviceEnvironment(name, process.env, product, connections), PORT: port };
    return startService(name, early.take(name, variables), stream, stopping, ...more);
  };

  if (connections.eventstoreUrl === '') {
    const port = await freePort();
    await floor({ name: 'event-log', start: () => start('event-log', String(port)) });
    connections.eventstoreUrl = logUrl(await logCredentialsIn(dataDir), hostAndPort(LOCAL, port));
  }
  // Addresses that the person has set are not copied to the disk: they may hold passwords.
  await writeConnections(dataDir, {
    ...(config.DATABASE_URL === undefined && { DATABASE_URL: connections.databaseUrl }),
    ...(config.EVENTSTORE_URL === undefined && { EVENTSTORE_URL: connections.eventstoreUrl }),
  });
  await onEngines(connections);

  if (config.PROCESSES === 'shared') {
    const onReady = async (child: ChildProcess): Promise<void> => options.port.giveTo(child);
    await floor({
      name: 'product',
      start: () => start('product', NO_PORT, { onReady, stopMs: SHARED_STOP_MS }),
    });
    return;
  }

  const gateways = new Gateways(() => ({
    'command-api': connections.commandApiUrl,
    'query-api': connections.queryApiUrl,
    projections: connections.projectionsUrl,
  }));
  const addressed = (name: keyof typeof ADDRESS_OF) => {
    const address = ADDRESS_OF[name];
    let newest: ChildProcess | undefined;
    return {
      name,
      async start() {
        const before = newest;
        // Requests wait at the port of a process that has ended. One that is replaced still answers at its own.
        const isReplaced = before !== undefined && before.exitCode === null && before.signalCode === null;
        const isKept = connections[address] !== '' && !isReplaced;
        const url = isKept ? connections[address] : `http://${LOCAL}:${await freePort()}`;
        return start(name, new URL(url).port, {
          async onReady(child) {
            newest = child;
            connections[address] = url;
            await gateways.tellAll();
            if (before) retire(before);
          },
        });
      },
    };
  };
  await floor(addressed('command-api'), addressed('projections'));
  // It reads tables that the command API and the projections create.
  await floor(addressed('query-api'));
  await floor({
    name: 'gateway',
    start: () =>
      start('gateway', NO_PORT, {
        async onReady(child) {
          await gateways.add(child);
          options.port.giveTo(child);
        },
      }),
  });
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
