import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compress } from './compress.mjs';

const script = 'export const a = 1;\n'.repeat(100);
let parent: string;
let dist: string;
let kept: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'compress-'));
  [dist, kept] = [join(parent, 'dist'), join(parent, 'kept')];
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'assets/a.js'), script);
});
afterEach(() => rm(parent, { recursive: true, force: true }));
const read = (name: string) => readFile(join(dist, name));

// Fault: the gateway would send another text to browsers that take it compressed.
test('both copies hold the text of their file', async () => {
  await compress(dist, kept);
  expect(brotliDecompressSync(await read('assets/a.js.br')).toString()).toBe(script);
  expect(gunzipSync(await read('assets/a.js.gz')).toString()).toBe(script);
});

// Fault: files for which a copy gains nothing would get one.
test('small files and images have no copies', async () => {
  await writeFile(join(dist, 'small.js'), 'a');
  await writeFile(join(dist, 'image.png'), script);
  await compress(dist, kept);
  expect((await readdir(dist)).toSorted()).toEqual(['assets', 'image.png', 'small.js']);
});

// Fault: each build would compress everything again.
test('what has the same text under another name is not compressed again', async () => {
  await compress(dist, kept);
  for (const copy of await readdir(kept)) await writeFile(join(kept, copy), 'of before');
  await rm(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'b.js'), script);
  await compress(dist, kept);
  expect((await read('b.js.br')).toString()).toBe('of before');
});

// Fault: the folder would grow with each build.
test('copies that the build does not use are deleted', async () => {
  await compress(dist, kept);
  const before = await readdir(kept);
  await writeFile(join(dist, 'assets/a.js'), `${script}// changed`);
  await compress(dist, kept);
  const after = await readdir(kept);
  expect(after).toHaveLength(2);
  expect(after.filter((copy) => before.includes(copy))).toEqual([]);
});

// Fault: two files with one text would end the build.
test('two files with the same text both have copies', async () => {
  await writeFile(join(dist, 'b.js'), script);
  await compress(dist, kept);
  expect(await read('b.js.br')).toEqual(await read('assets/a.js.br'));
  await compress(dist, kept);
  expect(await readdir(kept)).toHaveLength(2);
});
