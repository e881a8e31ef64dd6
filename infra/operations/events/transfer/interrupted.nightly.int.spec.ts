/** Exports and imports that are killed, or lose their server. */
import { copyFile, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY, BACKWARDS, binaryEvent, END, EventStoreDBClient } from '@eventstore/db-client';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { createLogger } from 'service-kit/process/logger';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ownDatabase } from '../../../runtime/event-log/own-database.ts';
import { startEventLog } from '../../../runtime/event-log/server.ts';
import { buildWhatChanged } from '../../../verification/test/started-program.ts';
import { writeExampleLog } from '../testing/example-log.ts';
import { collect } from '../testing/example-event.ts';
import { endCommands, runCommand, startCommand, type RunningCommand } from '../testing/started-command.ts';

const AT_ONCE = { interval: 1, timeout: 30_000 };
const logger = createLogger('event-log', 'silent');
let folder: string;
beforeAll(async () => {
  await buildWhatChanged();
  folder = await mkdtemp(join(tmpdir(), 'events-'));
});
afterEach(endCommands);
afterAll(() => rm(folder, { recursive: true, force: true }));

const lastLine = async (file: string): Promise<string | undefined> => (await readFile(file, 'utf8')).split('\n').at(-2);
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** The number of events: the embedded log counts them in its positions. */
async function eventsAt(client: EventStoreDBClient): Promise<number> {
  const last = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  return Number(last[0]?.event?.position.commit ?? 0);
}
async function kill({ child, ended }: RunningCommand): Promise<void> {
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
}

describe('an export that', () => {
  let source: Installation;
  let whole: string;
  /** Events. Enough to kill an export halfway. */
  const LARGE = 200;
  beforeAll(async () => {
    source = await freshInstallation();
    const client = EventStoreDBClient.connectionString(source.eventstoreUrl);
    for (let number = 0; number < LARGE; number += 1)
      await client.appendToStream(
        `large-${number % 7}`,
        binaryEvent({ type: 'Large', data: Buffer.alloc(100_000, number) }),
        { expectedRevision: ANY },
      );
    await client.dispose();
    await writeExampleLog(source.eventstoreUrl, 500);
    whole = join(folder, 'whole.ndjson');
    expect(await runCommand(source.eventstoreUrl, ['export', whole])).toMatchObject({ code: 0 });
  });
  afterAll(() => source.stop());

  test('is killed several times ends with the same file', async () => {
    const file = join(folder, 'killed.ndjson');
    for (let kills = 0; kills < 4; kills += 1) {
      const before = await sizeOf(file);
      const exporting = startCommand(source.eventstoreUrl, ['export', '--resume', file]);
      await expect.poll(() => sizeOf(file), AT_ONCE).not.toBe(before);
      await expect.poll(() => sizeOf(file), AT_ONCE).toBeGreaterThan(before + 500_000);
      await kill(exporting);
      expect(await runCommand(source.eventstoreUrl, ['import', file])).toMatchObject({ code: 1 });
    }
    expect(await runCommand(source.eventstoreUrl, ['export', '--resume', file])).toMatchObject({ code: 0 });
    expect((await readFile(file)).equals(await readFile(whole))).toBe(true);
  });

  test('ends at any byte, also within a letter, resumes after its last complete line', async () => {
    const { size } = await stat(whole);
    for (const length of [0, 140, Math.floor(size / 2), size - 200, size - 1]) {
      const file = join(folder, 'cut.ndjson');
      await copyFile(whole, file);
      await truncate(file, length);
      expect(await runCommand(source.eventstoreUrl, ['export', '--resume', file])).toMatchObject({ code: 0 });
      expect((await readFile(file)).equals(await readFile(whole))).toBe(true);
    }
  });

  test('is older than the log adds the newer events', async () => {
    const file = join(folder, 'grown.ndjson');
    await copyFile(whole, file);
    const client = EventStoreDBClient.connectionString(source.eventstoreUrl);
    await client.appendToStream('grown', binaryEvent({ type: 'Grown', data: Buffer.from('x') }));
    await client.dispose();
    expect(await runCommand(source.eventstoreUrl, ['export', '--resume', file])).toMatchObject({ code: 0 });
    const [before, after] = [await readFile(whole, 'utf8'), await readFile(file, 'utf8')];
    expect(after.split('\n').slice(0, -3)).toEqual(before.split('\n').slice(0, -2));
    expect(after.split('\n').at(-3)).toContain('"stream":"grown"');
    expect(await runCommand(source.eventstoreUrl, ['verify', file])).toMatchObject({ code: 0 });
    await copyFile(file, whole);
  });

  test('belongs to another log does not resume', async () => {
    const other = await freshInstallation();
    await writeExampleLog(other.eventstoreUrl, 100);
    const file = join(folder, 'other.ndjson');
    await copyFile(whole, file);
    const { code, stderr } = await runCommand(other.eventstoreUrl, ['export', '--resume', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('This is not the log that was read before: grown@0 is not at position');
    await other.stop();
  });

  test('is ended by Ctrl-C can be resumed', async () => {
    const file = join(folder, 'stopped.ndjson');
    const exporting = startCommand(source.eventstoreUrl, ['export', file]);
    await expect.poll(() => sizeOf(file), AT_ONCE).toBeGreaterThan(0);
    exporting.child.kill('SIGINT');
    expect((await exporting.ended).code).toBe(130);
    expect(await runCommand(source.eventstoreUrl, ['export', '--resume', file])).toMatchObject({ code: 0 });
    expect(await lastLine(file)).toBe(await lastLine(whole));
  });
});

describe('an import that', () => {
  let source: Installation;
  let exported: string;
  let count: number;
  beforeAll(async () => {
    source = await freshInstallation();
    await writeExampleLog(source.eventstoreUrl, 1_000);
    exported = join(folder, 'log.ndjson');
    expect(await runCommand(source.eventstoreUrl, ['export', exported])).toMatchObject({ code: 0 });
    ({ count } = JSON.parse((await lastLine(exported)) ?? '') as { count: number });
  });
  afterAll(() => source.stop());

  test('is killed several times ends with the same log', async () => {
    const target = await freshInstallation();
    const client = EventStoreDBClient.connectionString(target.eventstoreUrl);
    // The first kills fall among the streams that are deleted, restored and tombstoned.
    for (const part of [0.01, 0.03, 0.05, 0.3, 0.7, 0.98]) {
      const importing = startCommand(target.eventstoreUrl, ['import', exported]);
      await expect.poll(() => eventsAt(client), AT_ONCE).toBeGreaterThan(count * part);
      await kill(importing);
    }
    expect(await runCommand(target.eventstoreUrl, ['import', exported])).toMatchObject({ code: 0 });
    const again = join(folder, 'again.ndjson');
    expect(await runCommand(target.eventstoreUrl, ['export', again])).toMatchObject({ code: 0 });
    expect(await lastLine(again)).toBe(await lastLine(exported));
    await client.dispose();
    await target.stop();
  });

  test('loses its server continues after the restart', async () => {
    const database = await ownDatabase();
    let server = await startEventLog({
      databaseUrl: database.url,
      dataDir: database.dataDir,
      host: '127.0.0.1',
      port: 0,
      logger,
    });
    const client = EventStoreDBClient.connectionString(server.url);
    const importing = startCommand(server.url, ['import', exported]);
    for (const part of [0.1, 0.4]) {
      await expect.poll(() => eventsAt(client).catch(() => 0), AT_ONCE).toBeGreaterThan(count * part);
      await server.stop();
      server = await startEventLog({
        databaseUrl: database.url,
        dataDir: database.dataDir,
        host: '127.0.0.1',
        port: server.port,
        logger,
      });
    }
    expect(await importing.ended).toMatchObject({ code: 0 });
    expect(await runCommand(server.url, ['verify', exported])).toMatchObject({ code: 0 });
    await client.dispose();
    await server.stop();
    await database.stop();
  });
});
