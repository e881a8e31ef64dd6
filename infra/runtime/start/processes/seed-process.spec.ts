import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSeeded } from './seed-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seeded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Fault: a hospital that began with the catalogue would never get the demo.
test('only the sample data that a seed has reported is taken as there', async () => {
  const file = join(folder, 'sample-data');
  expect(await isSeeded(file, 'demo')).toBe(false);
  await writeFile(file, 'catalogue');
  expect(await isSeeded(file, 'demo')).toBe(false);
  expect(await isSeeded(file, 'catalogue')).toBe(true);
});

// Fault: another database at the same address would stay empty.
test('engines elsewhere are asked at each start', async () => expect(await isSeeded(undefined, 'demo')).toBe(false));
