/** `read` and `follow` with the built command line. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { createLogger } from 'service-kit/process/logger';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownDatabase } from '../../../runtime/event-log/own-database.ts';
import { startEventLog } from '../../../runtime/event-log/server.ts';
import { buildWhatChanged, root } from '../../../verification/test/started-program.ts';
import { endCommands, runCommand, startCommand, type RunningCommand } from '../testing/started-command.ts';

const patience = { interval: 10, timeout: 20_000 };
let log: Installation;
let client: EventStoreDBClient;
beforeAll(buildWhatChanged);
beforeEach(async () => {
  log = await freshInstallation();
  client = EventStoreDBClient.connectionString(log.eventstoreUrl);
});
afterEach(async () => {
  endCommands();
  await client.dispose();
  await log.stop();
});

const append = (stream: string, ...types: string[]) =>
  client.appendToStream(
    stream,
    types.map((type) => jsonEvent({ type, data: { type } })),
    { expectedRevision: ANY },
  );
/** User events only: the whole log also has the server's own streams. */
const namesIn = (out: string): string[] =>
  out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { stream: string; revision: string })
    .filter(({ stream }) => !stream.startsWith('$'))
    .map(({ stream, revision }) => `${stream}@${revision}`);
/** The position of an event, as --from takes it. */
async function placeOf(stream: string, revision: number): Promise<string> {
  const { stdout } = await runCommand(log.eventstoreUrl, ['read', stream, '--from', String(revision), '--count', '1']);
  const { position } = JSON.parse(stdout) as { position: { commit: string; prepare: string } };
  return `${position.commit}/${position.prepare}`;
}
const read = async (...args: string[]): Promise<string[]> => {
  const { code, stdout, stderr } = await runCommand(log.eventstoreUrl, ['read', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return namesIn(stdout);
};

test('read shows a stream or the whole log from any place, in both directions, by stream and type', async () => {
  await append('team-1', 'A', 'B', 'A');
  await append('مريض-1', 'A');
  await append('team-2', 'B', 'B');
  const all = ['team-1@0', 'team-1@1', 'team-1@2', 'مريض-1@0', 'team-2@0', 'team-2@1'];
  expect(await read()).toEqual(all);
  expect(await read('$all', '--backwards')).toEqual(all.toReversed());
  expect(await read('team-1')).toEqual(['team-1@0', 'team-1@1', 'team-1@2']);
  expect(await read('team-1', '--from', '1')).toEqual(['team-1@1', 'team-1@2']);
  expect(await read('team-1', '--backwards', '--from', '1')).toEqual(['team-1@1', 'team-1@0']);
  expect(await read('team-1', '--backwards', '--count', '1')).toEqual(['team-1@2']);
  expect(await read('team-1', '--type', 'A', '--count', '2')).toEqual(['team-1@0', 'team-1@2']);
  expect(await read('--prefix', 'team-2', '--prefix', 'مريض')).toEqual(all.slice(3));
  expect(await read('--type', 'B', '--count', '2')).toEqual(['team-1@1', 'team-2@0']);
  expect(await read('--prefix', 'team-', '--type', 'B', '--backwards')).toEqual(['team-2@1', 'team-2@0', 'team-1@1']);

  expect(await read('--from', await placeOf('team-1', 1), '--count', '2')).toEqual(all.slice(1, 3));
});

test('a missing stream and a tombstoned stream have a message', async () => {
  expect(await runCommand(log.eventstoreUrl, ['read', 'nowhere'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no stream nowhere.\n',
  });
  await append('ended', 'A');
  await client.tombstoneStream('ended');
  expect(await runCommand(log.eventstoreUrl, ['read', 'ended'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The stream ended was deleted for ever (tombstoned).\n',
  });
});

test('a reader that closes the pipe ends read without an error', async () => {
  for (let number = 0; number < 30; number += 1)
    await client.appendToStream('large', jsonEvent({ type: 'Large', data: 'x'.repeat(100_000) }));
  const reading = startCommand(log.eventstoreUrl, ['read']);
  await expect.poll(reading.stdout, patience).not.toBe('');
  reading.child.stdout?.destroy();
  expect(await reading.ended).toMatchObject({ code: 0, stderr: '' });
});

test('npm runs the command from any folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'events-'));
  await append('team-1', 'A');
  const npm = (args: string[], cwd: string) =>
    promisify(execFile)('npm', ['run', '--silent', 'events', ...args], {
      cwd,
      env: { ...process.env, EVENTSTORE_URL: log.eventstoreUrl },
    });
  expect(namesIn((await npm(['--', 'read', 'team-1'], root)).stdout)).toEqual(['team-1@0']);
  // npm runs it in `infra` and in the workspace below, whose script is empty.
  expect(namesIn((await npm(['-w', 'infra', '--', 'read', 'team-1'], root)).stdout)).toEqual(['team-1@0']);
  expect(namesIn((await npm(['--', 'read'], join(root, 'infra'))).stdout)).toEqual(['team-1@0']);
  await npm(['--prefix', join(root, 'infra'), '--', 'export', 'here.ndjson'], folder);
  expect(await readFile(join(folder, 'here.ndjson'), 'utf8')).toContain('"stream":"team-1"');
  await expect(npm(['-w', 'infra', '--', 'reed'], root)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command reed') as string,
  });
  await rm(folder, { recursive: true });
});

/** Resolves when the subscription has started. */
async function subscribed(following: RunningCommand): Promise<void> {
  await expect.poll(following.stderr, patience).toContain('Following ');
}

describe('follow', () => {
  test('shows new events, and Ctrl-C ends it', async () => {
    await append('team-1', 'A', 'B');
    const following = startCommand(log.eventstoreUrl, ['follow']);
    await subscribed(following);
    await append('team-1', 'A', 'B');
    await append('team-2', 'A');
    await expect.poll(following.stdout, patience).toContain('team-2');
    following.child.kill('SIGINT');
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    expect(namesIn(stdout)).toEqual(['team-1@2', 'team-1@3', 'team-2@0']);
  });

  test('begins at --from inclusive and ends after --count events', async () => {
    await append('team-1', 'A', 'B', 'C');
    await append('team-2', 'A', 'B');
    const follow = async (...args: string[]): Promise<string[]> => {
      const { code, stdout } = await runCommand(log.eventstoreUrl, ['follow', ...args]);
      expect(code).toBe(0);
      return namesIn(stdout);
    };
    expect(await follow('--from', 'start', '--prefix', 'team-', '--count', '5')).toEqual([
      'team-1@0',
      'team-1@1',
      'team-1@2',
      'team-2@0',
      'team-2@1',
    ]);
    expect(await follow('team-1', '--from', 'start', '--count', '3')).toEqual(['team-1@0', 'team-1@1', 'team-1@2']);
    expect(await follow('team-1', '--from', '0', '--count', '1')).toEqual(['team-1@0']);
    expect(await follow('team-1', '--from', '1', '--count', '2')).toEqual(['team-1@1', 'team-1@2']);
    expect(await follow('--from', await placeOf('team-1', 1), '--count', '3')).toEqual([
      'team-1@1',
      'team-1@2',
      'team-2@0',
    ]);
    expect(await follow('--from', 'start', '--prefix', 'team-2', '--count', '2')).toEqual(['team-2@0', 'team-2@1']);
    expect(await follow('--from', 'start', '--type', 'B', '--count', '2')).toEqual(['team-1@1', 'team-2@1']);
  });

  test('waits for a stream that does not exist yet', async () => {
    const following = startCommand(log.eventstoreUrl, ['follow', 'new', '--count', '3']);
    await subscribed(following);
    await append('other', 'A');
    await append('new', 'A', 'B', 'C');
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    expect(namesIn(stdout)).toEqual(['new@0', 'new@1', 'new@2']);
  });

  test('ends when the reader closes the pipe', async () => {
    const following = startCommand(log.eventstoreUrl, ['follow']);
    await subscribed(following);
    following.child.stdout?.destroy();
    await expect
      .poll(async () => {
        await append('team-1', 'A');
        return following.child.exitCode;
      }, patience)
      .toBe(0);
    expect((await following.ended).stderr).toBe('Following the whole log: Ctrl-C ends it.\n');
  });
});

describe('during a restart of the server, follow', () => {
  const silent = createLogger('event-log', 'silent');
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  let server: Awaited<ReturnType<typeof startEventLog>>;
  beforeEach(async () => {
    database = await ownDatabase();
    server = await startEventLog({
      databaseUrl: database.url,
      dataDir: database.dataDir,
      host: '127.0.0.1',
      port: 0,
      logger: silent,
    });
  });
  afterEach(async () => {
    await server.stop();
    await database.stop();
  });
  const restart = async (): Promise<void> => {
    await server.stop();
    server = await startEventLog({
      databaseUrl: database.url,
      dataDir: database.dataDir,
      host: '127.0.0.1',
      port: server.port,
      logger: silent,
    });
  };
  const appendHere = async (stream: string): Promise<void> => {
    const here = EventStoreDBClient.connectionString(server.url);
    await here.appendToStream(stream, jsonEvent({ type: 'A', data: {} }), { expectedRevision: ANY });
    await here.dispose();
  };

  test.each([
    ['the whole log', ['--from', 'start']],
    ['a stream', ['team-1', '--from', 'start']],
    ['a kind of streams', ['--from', 'start', '--prefix', 'team-']],
  ])('of %s continues after its last event, without gaps or repetitions', async (_, args) => {
    const following = startCommand(server.url, ['follow', ...args]);
    for (let round = 0; round < 3; round += 1) {
      await appendHere('team-1');
      await expect.poll(() => namesIn(following.stdout()).length, patience).toBe(round + 1);
      await restart();
    }
    await appendHere('team-1');
    await expect
      .poll(() => namesIn(following.stdout()), patience)
      .toEqual(['team-1@0', 'team-1@1', 'team-1@2', 'team-1@3']);
    following.child.kill('SIGTERM');
    expect((await following.ended).code).toBe(0);
  });

  test('without an event before the lost connection shows the events of the meantime', async () => {
    await appendHere('before');
    const following = startCommand(server.url, ['follow']);
    await subscribed(following);
    await server.stop();
    await expect.poll(following.stderr, patience).toContain('The connection to the event log was lost');
    server = await startEventLog({
      databaseUrl: database.url,
      dataDir: database.dataDir,
      host: '127.0.0.1',
      port: server.port,
      logger: silent,
    });
    await appendHere('meanwhile');
    await expect.poll(() => namesIn(following.stdout()), patience).toEqual(['meanwhile@0']);
    following.child.kill('SIGINT');
    expect((await following.ended).code).toBe(0);
  });
});
