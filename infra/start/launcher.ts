/**
 * The whole product on one machine: the engines that are not given by settings, the services, and the gateway, each a
 * process of its own. Started from the ground up, stopped in reverse order.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'service-kit/process/logger';
import { keptMasterKey } from './program/data-folder.ts';
import { freePort } from 'service-kit/process/free-port';
import type { LogStream } from './program/log-stream.ts';
import { DATABASE, startPostgres } from './postgres/embedded-postgres.ts';
import { type Chosen, type Known, serviceEnvironment, type ServiceName } from './service-environments.ts';
import { startService } from './processes/service-process.ts';
import { supervise, type Process, type Supervised } from './processes/supervise.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LOCAL = '127.0.0.1';

/**
 * @param stopping aborted when the product is to stop, also while it is starting
 * @param opened filled while starting, so that a start that fails half way can be taken back
 * @param giveUp called when a process that ran cannot be started again
 * @returns where everything is
 */
export async function launch(options: {
  product: Chosen;
  stream: LogStream;
  log: Logger;
  stopping: AbortSignal;
  opened: Supervised[][];
  giveUp: (why: string) => void;
}): Promise<Known> {
  const { product, stream, log, stopping, opened, giveUp } = options;
  const { config, dataDir } = product;

  /** Starts a floor of the house: things that do not need each other. */
  const floor = async (...processes: { name: string; start: () => Promise<Process> }[]): Promise<void> => {
    stopping.throwIfAborted();
    const up: Supervised[] = [];
    opened.push(up);
    const results = await Promise.allSettled(
      processes.map(async ({ name, start }) => up.push(await supervise({ name, start, stopping, log, giveUp }))),
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
        const postgres = await startPostgres({ dataDir, port, log: postgresLog });
        await postgres.ensureDatabase(DATABASE);
        databaseUrl = postgres.url(DATABASE);
        return postgres;
      },
    });
  }
  const masterKey = config.MASTER_KEY?.toString('base64') ?? (await keptMasterKey(dataDir));
  const known: Known = {
    databaseUrl: databaseUrl ?? '',
    eventstoreUrl: config.EVENTSTORE_URL ?? '',
    masterKey,
    commandApiUrl: '',
    queryApiUrl: '',
    projectionsUrl: '',
  };

  const service = async (name: ServiceName, entry: string, port?: number) => {
    const ownPort = port ?? (await freePort());
    const variables = { ...serviceEnvironment(name, process.env, product, known), PORT: String(ownPort) };
    return {
      name,
      url: `http://${LOCAL}:${ownPort}`,
      port: ownPort,
      start: () => startService(name, join(root, entry), variables, stream, stopping),
    };
  };

  if (known.eventstoreUrl === '') {
    const eventLog = await service('event-log', 'infra/dist/event-log/main.js');
    await floor(eventLog);
    known.eventstoreUrl = `esdb://${LOCAL}:${eventLog.port}?tls=false`;
  }

  const [commandApi, projections] = [
    await service('command-api', 'command-api/dist/main.js'),
    await service('projections', 'projections/dist/main.js'),
  ];
  await floor(commandApi, projections);
  // The tables that it reads are made by the two above.
  const queryApi = await service('query-api', 'query-api/dist/main.js');
  await floor(queryApi);

  Object.assign(known, {
    commandApiUrl: commandApi.url,
    queryApiUrl: queryApi.url,
    projectionsUrl: projections.url,
  } satisfies Partial<Known>);
  await floor(await service('gateway', 'infra/dist/gateway/main.js', config.PORT));
  return known;
}

/**
 * Takes the floors down from the top, the things on one floor together; each has a limit of its own, 15 seconds at most
 * in all.
 */
export async function takeDown(opened: readonly (readonly Supervised[])[]): Promise<void> {
  for (const floor of opened.toReversed()) await Promise.allSettled(floor.map((supervised) => supervised.stop()));
}
