/** `npm run event-log` as a user runs it: the built program on its own folder or database. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from 'service-kit/process/free-port';
import {
  buildWhatChanged,
  childOf,
  processesWith,
  root,
  runProgramToEnd,
  startProgram,
  type Ended,
  type StartedProgram,
} from '../../verification/test/started-program.ts';
import { readConnections } from '../start/program/connections-file.ts';
import { ownDatabase } from './own-database.ts';
import { collect, numberedFrom, numberOf } from './testing.ts';

const patience = { timeout: 20_000, interval: 50 };
let dataDir: string;
let running: StartedProgram[];
beforeAll(buildWhatChanged);
beforeEach(async () => {
  running = [];
  dataDir = await mkdtemp(join(tmpdir(), 'event-log-alone-'));
});
afterEach(async () => {
  for (const program of running) await program.stop();
  await expect.poll(processes, patience).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});

/** With the address for clients, which holds the password. */
async function start(env: { DATA_DIR?: string; [name: string]: string } = {}): Promise<StartedProgram> {
  const program = await startProgram('runtime/event-log/standalone.js', {
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: '0',
    ...env,
  });
  running.push(program);
  const { EVENTSTORE_URL = '' } = await readConnections(env.DATA_DIR ?? dataDir);
  return { ...program, url: EVENTSTORE_URL };
}
const startedInVain = (env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runProgramToEnd('runtime/event-log/standalone.js', { DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', ...env });
const killed = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended with its parent.
  }
};
const processes = (): Promise<number[]> => processesWith(`DATA_DIR=${dataDir}`);

async function withClient<Result>(url: string, work: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    return await work(client);
  } finally {
    await client.dispose();
  }
}
const append = (url: string, first: number, count: number) =>
  withClient(url, (client) =>
    client.appendToStream('kept', numberedFrom(first, count), {
      expectedRevision: first === 0 ? NO_STREAM : BigInt(first - 1),
    }),
  );
const numbersAt = (url: string): Promise<number[]> =>
  withClient(url, async (client) => (await collect(client.readStream('kept'))).map(numberOf));

test('prints its address without the password, and keeps acknowledged events through a stop and a kill', async () => {
  const first = await start();
  const { host, password } = new URL(first.url.replace('esdb:', 'http:'));
  expect(first.log()).toContain(`ready esdb://${host} (with name and password: ${dataDir}/connections.json)`);
  expect(first.log()).not.toContain(password);
  expect((await stat(`${dataDir}/connections.json`)).mode & 0o777).toBe(0o600);
  await append(first.url, 0, 3);
  expect(await first.stop()).toBe(0);
  expect(await processes()).toEqual([]);

  const second = await start();
  expect(await numbersAt(second.url)).toEqual([0, 1, 2]);
  await append(second.url, 3, 2);
  await second.kill();

  const third = await start();
  expect(await numbersAt(third.url)).toEqual([0, 1, 2, 3, 4]);
});

test('listens on the given port, and SIGINT stops it cleanly with a connected client', async () => {
  const port = await freePort();
  const program = await start({ PORT: String(port) });
  expect(program.log()).toContain(`ready esdb://127.0.0.1:${port} `);
  await withClient(program.url, async (client) => {
    const subscription = client.subscribeToAll();
    subscription.on('error', () => {});
    await new Promise((resolve) => subscription.once('confirmation', resolve));
    expect(await program.stop('SIGINT')).toBe(0);
  });
  expect(await processes()).toEqual([]);
});

test('has all events after a kill of all its processes', async () => {
  const first = await start();
  await append(first.url, 0, 3);
  for (const pid of await processes()) killed(pid);
  await first.kill();
  const second = await start();
  expect(await numbersAt(second.url)).toEqual([0, 1, 2]);
});

test('ends its Postgres when it is killed', async () => {
  const program = await start();
  await program.kill();
  await expect.poll(processes, patience).toEqual([]);
});

test('ends when its npm is killed, so that the next start gets the folder', async () => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0' };
  const npm = spawn('npm', ['run', '--silent', 'event-log'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, patience).toMatch(/^ready esdb:/m);
  npm.kill('SIGKILL');
  await expect.poll(processes, patience).toEqual([]);
  await append((await start()).url, 0, 1);
});

test('restarts a killed Postgres and serves', async () => {
  const program = await start();
  await append(program.url, 0, 3);
  const keeper = await childOf(program.pid, 'postgres-keeper');
  process.kill(await childOf(keeper, `${dataDir}/postgres`), 'SIGKILL');
  // It repeats the same event until it is acknowledged. An event that was written without an answer is recognised.
  const fourth = numberedFrom(3, 1);
  await expect
    .poll(
      () =>
        withClient(program.url, (client) => client.appendToStream('kept', fourth, { expectedRevision: 2n })).then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true);
  // A backend of the killed Postgres may still have served that append, so a read may fail once more.
  await expect.poll(() => numbersAt(program.url).catch(() => 'not there'), patience).toEqual([0, 1, 2, 3]);
});

describe('is refused with a sentence and an exit code', () => {
  test('a second start on the same folder', async () => {
    const program = await start();
    const { code, output } = await startedInVain();
    expect(code).toBe(1);
    expect(output).toMatch(/The data folder \S+ is in use by process \d+/);
    await append(program.url, 0, 1);
  });

  test('a second start on the same database of a user', async () => {
    const database = await ownDatabase();
    const first = await start({ DATABASE_URL: database.url });
    await append(first.url, 0, 1);
    const { code, output } = await startedInVain({ DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(output).toContain('Another event log server is already writing to this database: stop that one first');
    expect(await numbersAt(first.url)).toEqual([0]);
    expect(await first.stop()).toBe(0);
    const second = await start({ DATABASE_URL: database.url });
    expect(await numbersAt(second.url)).toEqual([0]);
    await second.stop();
    await database.stop();
  });

  test('a port in use', async () => {
    const program = await start();
    const { port } = new URL(program.url.replace('esdb:', 'http:'));
    const { code, output } = await startedInVain({ DATA_DIR: `${dataDir}/other`, PORT: port });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is in use: choose another with PORT.`);
  });

  test('a database that does not answer, without its password', async () => {
    const { code, output } = await startedInVain({
      DATABASE_URL: `postgres://someone:very-secret@127.0.0.1:${await freePort()}/log`,
    });
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL: this Postgres cannot be used (ECONNREFUSED');
    expect(output).not.toContain('very-secret');
  });

  test.each([
    ['PORT', 'no-number', 'PORT: must be a port number'],
    ['DATABASE_URL', 'mysql://somewhere', 'DATABASE_URL: must be an address such as postgres://'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: must be one of fatal'],
  ])('a setting that cannot be used: %s=%s', async (name, value, sentence) => {
    const { code, output } = await startedInVain({ [name]: value });
    expect(code).toBe(78);
    expect(output).toContain(sentence);
  });
});

test('works in a folder that only its owner may enter, also as root', async () => {
  await chmod(dataDir, 0o700);
  const inner = join(dataDir, 'inner');
  const program = await start({ DATA_DIR: inner });
  await append(program.url, 0, 1);
  expect(await program.stop()).toBe(0);
  expect(await processesWith(`DATA_DIR=${inner}`)).toEqual([]);
});
