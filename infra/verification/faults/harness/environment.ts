/**
 * The product with a process for each service on a temporary folder, and a link on each way between them (`link.ts`).
 * This process starts the embedded engines itself and keeps them running as the launcher does, because the launcher would
 * connect the services to them directly. An engine of the settings is left to what has started it.
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
import { type LogStream, openLogStream } from '../../../runtime/start/program/log-stream.ts';
import { addressesOf } from '../../test/engine-address.ts';
import { type Product, startProduct } from '../../test/product.ts';
import { childOf, isError, root } from '../../test/started-program.ts';
import { adminAccount } from '../convergence/test-team.ts';
import { type Engines, type Targets, targetsOf } from './engines.ts';
import type { LinkName } from './fault.ts';
import { Link } from './link.ts';

const LOCAL = '127.0.0.1';
const KEPT_LINES = 200;

export interface Environment {
  /** Its address is that of the link to the gateway. */
  readonly product: Product;
  readonly links: ReadonlyMap<LinkName, Link>;
  /** The engines themselves, past the links. */
  readonly direct: {
    readonly databaseUrl: string;
    readonly eventstoreUrl: string;
    readonly redisUrl: string | undefined;
  };
  /** The engines of the settings. */
  readonly given: Engines;
  /** The services and links that faults may hit. */
  readonly targets: Targets;
  /** Sentences about processes that could not be kept running. */
  readonly gaveUp: readonly string[];
  stop(): Promise<void>;
}

export interface EnvironmentOptions {
  readonly engines?: Engines;
  readonly logLevel: string;
  /** Variables of the services, and of them alone. */
  readonly env?: NodeJS.ProcessEnv;
  /** An empty folder, which is kept; otherwise a temporary one. */
  readonly dataDir?: string | undefined;
}

/** @throws Error if something does not start; nothing is left running then */
export async function openEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { engines = {}, logLevel } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'faults-')));
  const stopping = new AbortController();
  const links = new Map<LinkName, Link>();
  const supervised: Supervised[] = [];
  const gaveUp: string[] = [];
  const { stream, lines, errors } = keptLines(logLevel);
  let launched: Product | undefined;

  const linkTo = async (name: LinkName, url: string): Promise<string> => {
    const [address] = addressesOf(url);
    if (!address) throw new RangeError(`${name} has no address`);
    const link = await Link.open(address);
    links.set(name, link);
    return throughLink(url, link);
  };
  const keepRunning = async (name: string, start: () => Promise<Process>): Promise<void> => {
    const logger = stream.logger(name);
    const giveUp = (why: string): void => void gaveUp.push(why);
    supervised.push(await supervise({ name, start, stopping: stopping.signal, logger, giveUp }));
  };
  const stop = async (): Promise<void> => {
    await launched?.stop();
    stopping.abort();
    for (const one of supervised.toReversed()) await one.stop();
    await Promise.all([...links.values()].map((link) => link.close()));
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };

  try {
    const databaseUrl = engines.postgres ?? (await keepPostgres(dataDir, stream, keepRunning));
    const eventstoreUrl =
      engines['event-log'] ??
      (await keepEventLog({
        dataDir,
        databaseUrl: await linkTo('log-postgres', databaseUrl),
        stream,
        keepRunning,
        stopping: stopping.signal,
        logLevel,
      }));
    launched = await startProduct({
      dataDir,
      env: {
        ...adminAccount,
        PROCESSES: 'separate',
        CAPTCHA: 'off',
        RATE_LIMIT: 'off',
        LOG_LEVEL: logLevel,
        DATABASE_URL: await linkTo('postgres', databaseUrl),
        EVENTSTORE_URL: await linkTo('event-log', eventstoreUrl),
        REDIS_URL: engines.redis === undefined ? '' : await linkTo('redis', engines.redis),
        ...options.env,
      },
    });
    const { port } = new URL(launched.url);
    const gateway = await Link.open({ host: LOCAL, port: Number(port) });
    links.set('gateway', gateway);
    const { processOf, log, errors: errorsOfServices, ...rest } = launched;
    return {
      product: {
        ...rest,
        url: `http://${LOCAL}:${gateway.port}`,
        processOf: (service) =>
          service === 'event-log' && engines['event-log'] === undefined
            ? childOf(process.pid, 'dist/runtime/event-log/')
            : processOf(service),
        log: () => [...lines, log()].join('\n'),
        errors: () => [...errors, ...errorsOfServices()],
      },
      links,
      direct: { databaseUrl, eventstoreUrl, redisUrl: engines.redis },
      given: engines,
      targets: targetsOf(engines),
      gaveUp,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type KeepRunning = (name: string, start: () => Promise<Process>) => Promise<void>;

/** @returns the address of the product's database */
async function keepPostgres(dataDir: string, stream: LogStream, keepRunning: KeepRunning): Promise<string> {
  const port = await freePort();
  let url = '';
  await keepRunning('postgres', async () => {
    const postgres = await startPostgres({ dataDir, port, logger: stream.logger('postgres') });
    await postgres.ensureDatabase(DATABASE);
    url = postgres.url(DATABASE);
    return postgres;
  });
  return url;
}

/** @returns the address of the embedded event log */
async function keepEventLog(options: {
  dataDir: string;
  databaseUrl: string;
  stream: LogStream;
  keepRunning: KeepRunning;
  stopping: AbortSignal;
  logLevel: string;
}): Promise<string> {
  const { dataDir, databaseUrl, stream, keepRunning, stopping, logLevel } = options;
  const port = await freePort();
  const env = {
    ...process.env,
    ...eventLogEnv({ NODE_OPTIONS: process.env['NODE_OPTIONS'] }),
    HOST: LOCAL,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: logLevel,
  };
  const entry = join(root, 'infra/dist/runtime/event-log/main.js');
  await keepRunning('event-log', () => startService('event-log', forkService(entry, env), stream, stopping));
  return logUrl(await logCredentialsIn(dataDir), `${LOCAL}:${port}`);
}

function throughLink(url: string, link: Link): string {
  const moved = new URL(url);
  moved.hostname = LOCAL;
  moved.port = String(link.port);
  return moved.href;
}

/** The last lines of the engines' logs, for the message of a failure, and those of errors. */
function keptLines(level: string): { stream: LogStream; lines: readonly string[]; errors: readonly string[] } {
  const output = new PassThrough();
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface({ input: output }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    if (isError(line)) errors.push(line);
  });
  return { stream: openLogStream(level, output), lines, errors };
}
