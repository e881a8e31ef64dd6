import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustSpareRoom } from './spare-room.ts';

const MB = 1024 * 1024;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spare-room-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the room is given to a full disk, and taken again when there is plenty', async () => {
  const file = join(folder, 'room');
  const bytes = () =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  expect([await adjustSpareRoom(file, 100 * MB), await bytes()]).toEqual(['unchanged', 0]);
  expect([await adjustSpareRoom(file, 300 * MB), await bytes()]).toEqual(['taken', 64 * MB]);
  expect(await adjustSpareRoom(file, 40 * MB)).toBe('unchanged');
  expect([await adjustSpareRoom(file, 31 * MB), await bytes()]).toEqual(['given', 0]);
  expect(await adjustSpareRoom(file, 0)).toBe('unchanged');
});

test('a file that a kill has left unfinished is made whole, or given', async () => {
  const file = join(folder, 'unfinished');
  await writeFile(file, 'x');
  expect(await adjustSpareRoom(file, 1_000 * MB)).toBe('taken');
  await writeFile(file, 'x');
  expect(await adjustSpareRoom(file, MB)).toBe('given');
});
