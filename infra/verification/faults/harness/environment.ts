/**
 * The product with a process for each service on a temporary folder, and a link on each way between them (`link.ts`).
 * This process starts the engines itself and keeps them running as the launcher does, because the launcher would connect
 * the services to them directly.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { freePort } from 'service-kit/process/free-port';
import { eventLogEnv } from '../../../runtime/event-log/node-options.ts';
import { logCredentialsIn, logUrl } from '../../../runtime/event-log/access/log-credentials.ts';
import { DATABASE, startPostgres } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { forkService, startService } from '../../../runtime/start/processes/service-process.ts';
import { type Process, supervise, type Supervised } from '../../../runtime/start/processes/supervise.ts';
import { openLogStream } from '../../../runtime/start/program/log-stream.ts';
import { type Product, startProduct } from '../../test/product.ts';
import { childOf, isError, root } from '../../test/started-program.ts';
import { productEnv } from '../convergence/test-team.ts';
import { Link, type LinkName } from './link.ts';

const LOCAL = '127.0.0.1';
const KEPT_LINES = 200;

export interface Environment {
  /** Its address is that of the link to the gateway. */
  readonly product: Product;
  readonly links: Readonly<Record<LinkName, Link>>;
  /** The engines themselves, past the links. */
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  /** Sentences about processes that could not be kept running. */
  readonly gaveUp: readonly string[];
  stop(): Promise<void>;
}

/** @throws Error if something does not start; nothing is left running then */
export async function openEnvironment(): Promise<Environment> {
  const { LOG_LEVEL: logLevel } = productEnv;
  const dataDir = await mkdtemp(join(tmpdir(), 'faults-'));
  const stopping = new AbortController();
  /** In reverse order. */
  const stops: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const gaveUp: string[] = [];
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = new PassThrough();
  createInterface({ input: output }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    if (isError(line)) errors.push(line);
  });
  const stream = openLogStream(logLevel, output);

  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const one of stops.toReversed()) await one();
  };
  const open = async (port: number): Promise<Link> => {
    const link = await Link.open({ host: LOCAL, port });
    stops.push(() => link.close());
    return link;
  };
  const keepRunning = async (name: string, start: () => Promise<Process>): Promise<void> => {
    const giveUp = (why: string): void => void gaveUp.push(why);
    const supervised: Supervised = await supervise({
      name,
      start,
      stopping: stopping.signal,
      logger: stream.logger(name),
      giveUp,
    });
    stops.push(() => supervised.stop());
  };

  try {
    const postgresPort = await freePort();
    let databaseUrl = '';
    await keepRunning('postgres', async () => {
      const postgres = await startPostgres({ dataDir, port: postgresPort, logger: stream.logger('postgres') });
      await postgres.ensureDatabase(DATABASE);
      databaseUrl = postgres.url(DATABASE);
      return postgres;
    });
    const logPort = await freePort();
    const eventstoreUrl = logUrl(await logCredentialsIn(dataDir), `${LOCAL}:${logPort}`);
    const logPostgres = await open(postgresPort);
    const logEnv = {
      ...process.env,
      ...eventLogEnv({ NODE_OPTIONS: process.env['NODE_OPTIONS'] }),
      HOST: LOCAL,
      PORT: String(logPort),
      DATA_DIR: dataDir,
      DATABASE_URL: through(logPostgres, databaseUrl),
      LOG_LEVEL: logLevel,
    };
    const entry = join(root, 'infra/dist/runtime/event-log/main.js');
    await keepRunning('event-log', () =>
      startService('event-log', forkService(entry, logEnv), stream, stopping.signal),
    );
    const [postgres, eventLog] = [await open(postgresPort), await open(logPort)];
    const launched = await startProduct({
      dataDir,
      env: {
        ...productEnv,
        PROCESSES: 'separate',
        DATABASE_URL: through(postgres, databaseUrl),
        EVENTSTORE_URL: through(eventLog, eventstoreUrl),
        REDIS_URL: '',
      },
    });
    stops.push(() => launched.stop());
    const gateway = await open(Number(new URL(launched.url).port));
    return {
      product: {
        ...launched,
        url: `http://${LOCAL}:${gateway.port}`,
        processOf: (service) =>
          service === 'event-log' ? childOf(process.pid, 'dist/runtime/event-log/') : launched.processOf(service),
        log: () => [...lines, launched.log()].join('\n'),
        errors: () => [...errors, ...launched.errors()],
      },
      links: { gateway, 'event-log': eventLog, postgres, 'log-postgres': logPostgres },
      databaseUrl,
      eventstoreUrl,
      gaveUp,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address of the link in place of the engine's. */
function through(link: Link, url: string): string {
  const moved = new URL(url);
  moved.hostname = LOCAL;
  moved.port = String(link.port);
  return moved.href;
}
