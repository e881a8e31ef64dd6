/** The cases that are refused before anything is written. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateSchema } from 'service-kit/private-schema/steps';
import { keyIdOf } from 'service-kit/security/key-ring';
import { productVersion } from 'service-kit/telemetry/product-version';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseUnusable } from './run-restore.ts';
import { findTarget } from './target.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'target-'))));
afterEach(() => rm(folder, { recursive: true }));

const [right, wrong] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const needs = { neededKeys: [keyIdOf(right)], keyFile: undefined };
const keyed = (key: Buffer, settings: NodeJS.ProcessEnv = {}) => ({
  DATA_DIR: folder,
  MASTER_KEY: key.toString('base64'),
  ...settings,
});

test('another master key, or none, is refused with the id of the right one', async () => {
  await expect(findTarget(keyed(wrong), needs)).rejects.toThrow(
    `The backup needs the master key ${keyIdOf(right)}, and the given one has the id ${keyIdOf(wrong)}. Nothing was written.`,
  );
  await expect(findTarget({ DATA_DIR: folder }, needs)).rejects.toThrow(
    `needs the master key ${keyIdOf(right)}. Put it`,
  );
  await writeFile(join(folder, 'no.key'), 'abc');
  await expect(findTarget({ DATA_DIR: folder }, { ...needs, keyFile: join(folder, 'no.key') })).rejects.toThrow(
    'is not a master key',
  );
  expect(await readdir(folder)).toEqual(['no.key']);
});

test('a data folder may have the key, or a restore that has begun, and nothing else', async () => {
  await writeFile(join(folder, 'master.key'), right.toString('base64'));
  await expect(findTarget({ DATA_DIR: folder }, needs)).resolves.toBeTypeOf('function');
  await mkdir(join(folder, 'postgres'));
  await expect(findTarget({ DATA_DIR: folder }, needs)).rejects.toThrow('is not empty: it has postgres');
  await writeFile(join(folder, 'restore.unfinished'), '');
  await expect(findTarget({ DATA_DIR: folder }, needs)).resolves.toBeTypeOf('function');
});

test('databases of the settings are used as they are', async () => {
  const settings = { DATABASE_URL: 'postgres://a:b@db/one', EVENTSTORE_URL: 'esdb://log' };
  await expect((await findTarget(keyed(right, settings), needs))()).resolves.toMatchObject({
    databaseUrl: settings.DATABASE_URL,
    eventstoreUrl: settings.EVENTSTORE_URL,
  });
});

test('a backup of a newer program is refused with both versions, and one without its keys', () => {
  const made = (steps: number, elsewhere: boolean) => ({
    product: '9.8.7',
    privateSchema: { steps, oldestReader: 1 },
    keys: { elsewhere, tables: [] },
  });
  expect(() => refuseUnusable(made(privateSchema.steps + 1, false), false)).toThrow(
    `Version 9.8.7 of the program has made this backup, with ${privateSchema.steps + 1} steps of the private tables. ` +
      `This is version ${productVersion()}, which knows ${privateSchema.steps}. Install version 9.8.7, and restore with it.`,
  );
  expect(() => refuseUnusable(made(privateSchema.steps, true), false)).toThrow('--keys-from');
  expect(() => refuseUnusable(made(privateSchema.steps, true), true)).not.toThrow();
});
