/**
 * The engines of a benchmark: those of DATABASE_URL, EVENTSTORE_URL and REDIS_URL, else a Postgres of its own; the
 * product starts the embedded event log by itself (README.md, "Other engines").
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import { Client } from 'pg';
import { connect } from '../../../operations/events/log/log-client.ts';
import { clusterFolder, startPostgres } from '../../../runtime/start/postgres/embedded-postgres.ts';
import type { NamedProcess } from '../processes/process-tree.ts';
import { addressesOf, isLoopback, shown } from '../../test/engine-address.ts';
import { processListeningOn } from '../../test/listening-process.ts';

export interface Engines {
  /** One line for the heading. */
  readonly description: string;
  /** Postgres's, to be counted. Empty when it runs on another machine. */
  readonly postgres: readonly NamedProcess[];
  /** Those of the other engines in the settings. */
  readonly others: readonly NamedProcess[];
  /** Creates an empty database. @returns its connection string */
  database(name: string): Promise<string>;
  /** Removes the databases. Engines of the settings keep running. */
  stop(): Promise<void>;
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with the engines and a folder of its own. */
export const withEngines = (work: (engines: Engines, folder: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const engines = await openEngines(path.join(folder, 'shared'), process.env);
    try {
      await work(engines, folder);
    } finally {
      await engines.stop();
    }
  });

/** @throws Error with a sentence when an engine of the settings cannot be used */
export async function openEngines(folder: string, env: NodeJS.ProcessEnv): Promise<Engines> {
  const [databaseUrl, eventstoreUrl, redisUrl] = [env['DATABASE_URL'], env['EVENTSTORE_URL'], env['REDIS_URL']];
  const [eventStore, redis, givenPostgres] = [
    await engineOf('EventStoreDB', eventstoreUrl),
    await engineOf('Redis', redisUrl),
    await engineOf('Postgres', databaseUrl),
  ];
  if (eventstoreUrl) await refuseWrittenLog(eventstoreUrl);
  const postgres = databaseUrl ? databasesOn(databaseUrl) : await embeddedPostgres(folder);
  const remote = [eventStore, redis, givenPostgres].filter((engine) => engine?.processes.length === 0);
  return {
    description:
      `event log: ${eventStore?.title ?? 'embedded'}; database: ${givenPostgres?.title ?? 'embedded Postgres'}; ` +
      `queue: ${redis?.title ?? 'Postgres'}` +
      remote.map((engine) => `; the CPU of ${engine?.name} is not counted`).join(''),
    postgres: givenPostgres?.processes ?? postgres.processes,
    others: [...(eventStore?.processes ?? []), ...(redis?.processes ?? [])],
    database: postgres.database,
    stop: postgres.stop,
  };
}

async function engineOf(name: string, url: string | undefined) {
  if (!url) return undefined;
  const addresses = addressesOf(url);
  const title = `${name} at ${shown(addresses)}`;
  const processes = await Promise.all(addresses.filter(isLoopback).map(({ port }) => listener(name, port)));
  return { name, title, processes };
}

async function listener(name: string, port: number): Promise<NamedProcess> {
  const pid = await processListeningOn(port);
  if (pid === undefined) throw new Error(`No process of ${name} was found that listens on port ${port}`);
  return { name, pid };
}

/** A new database beside an old log would have the old events projected, without their patients' keys. */
async function refuseWrittenLog(url: string): Promise<void> {
  const log = connect(url);
  try {
    for await (const { stream } of log.read({ from: 'start' }))
      if (!stream.startsWith('$')) throw new Error('EVENTSTORE_URL must be an empty event log: this one has events');
  } finally {
    await log.close();
  }
}

/** The Postgres of a data folder, as the product starts it. */
export async function embeddedPostgres(dataDir: string) {
  const server = await startPostgres({ dataDir, port: await freePort(), logger: createLogger('postgres', 'warn') });
  const [pid] = (await readFile(path.join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8')).split('\n');
  return {
    processes: [{ name: 'Postgres', pid: Number(pid) }],
    async database(name: string) {
      await server.ensureDatabase(name);
      return server.url(name);
    },
    stop: () => server.stop(),
  };
}

function databasesOn(url: string) {
  const run = `bench_${randomBytes(4).toString('hex')}`;
  const created: string[] = [];
  const asAdmin = async (statement: (quoted: (name: string) => string) => string): Promise<void> => {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(statement((name) => client.escapeIdentifier(name)));
    } finally {
      await client.end();
    }
  };
  return {
    processes: [],
    async database(name: string) {
      const full = `${run}_${name}`;
      await asAdmin((quoted) => `create database ${quoted(full)} template template0`);
      created.push(full);
      const address = new URL(url);
      address.pathname = `/${full}`;
      return address.href;
    },
    async stop() {
      for (const name of created) await asAdmin((quoted) => `drop database ${quoted(name)} with (force)`);
    },
  };
}
