import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeManifest } from './manifest.ts';
import { FACTS, makeReleases, newPlace, type Place, type Releases, run } from './testing.ts';

let releases: Releases;
let place: Place;
beforeAll(async () => {
  releases = await makeReleases();
});
afterAll(() => releases.remove());
beforeEach(async () => {
  place = await newPlace();
});
afterEach(() => place.remove());

/** A copy of a release with changes of its own. */
async function changed(change: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(place.folder, 'unpacked');
  expect(await run('cp', '-R', releases.two, folder)).toEqual({ code: 0, said: '' });
  await change(folder);
  return folder;
}

test.each<[string, (folder: string) => Promise<void>, string]>([
  ['a changed file', (folder) => appendFile(join(folder, 'app/show.mjs'), ' '), 'app/show.mjs and 0 other files'],
  ['a missing file', (folder) => rm(join(folder, 'LICENCES.txt')), 'LICENCES.txt and 0 other files'],
  ['an added file', (folder) => writeFile(join(folder, 'app/more.js'), ''), 'app/more.js (not part of it)'],
  ['a changed link', (folder) => rm(join(folder, 'app/link')), 'LINKS (other links)'],
  ['no sums', (folder) => rm(join(folder, 'SHA256SUMS')), 'has no SHA256SUMS'],
  ['another Node', (folder) => writeManifest(folder, { ...FACTS, version: 'two', node: '1.2.3' }), 'another Node'],
  [
    'a Node that does not run',
    async (folder) => {
      await writeFile(join(folder, 'node/bin/node'), '#!/bin/sh\necho "GLIBC_2.99 not found" >&2; exit 1\n');
      await writeManifest(folder, { ...FACTS, version: 'two' });
    },
    'Node does not run on this machine: GLIBC_2.99 not found. It needs glibc',
  ],
  [
    'a native part that does not load',
    async (folder) => {
      const native = { modules: [{ from: '.', name: 'not-there' }], programs: [] };
      await writeFile(join(folder, 'libexec/native-parts.json'), JSON.stringify(native));
      await writeManifest(folder, { ...FACTS, version: 'two' });
    },
    'A native part does not run on this machine: not-there',
  ],
])('a first installation of a release with %s is refused, and nothing is left', async (_, change, sentence) => {
  const { code, said } = await place.installFirst(await changed(change));
  expect(said).toContain(sentence);
  expect(code).toBe(1);
  expect((await readdir(place.folder)).sort()).toEqual(['unpacked']);
});

test('a first installation refuses with a sentence what it cannot use, and leaves nothing', async () => {
  const refused = async (sentence: string, ...options: string[]): Promise<void> => {
    const { code, said } = await place.installFirst(releases.one, ...options);
    expect(said).toContain(sentence);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  };
  await refused('opt is not an absolute path', '--prefix', 'opt');
  await refused('a path may have letters', '--data', '/var/lib/a b');
  await refused('There is no port 70000', '--port', '70000');
  await refused('x is not a number', '--port', 'x');
  await refused('--port needs a value', '--port');
  await refused('There is no option --fast', '--fast');
  await refused('cannot be the name of a user', '--user', '$(id)');
  expect(await readdir(place.folder)).toEqual([]);
  const other = createServer().listen(place.port);
  await refused(`Port ${place.port} is in use`);
  other.close();
  await mkdir(place.data);
  await writeFile(join(place.data, 'report.pdf'), '');
  await refused('holds no data of this product');
  await writeFile(join(place.data, 'postgres.password'), '');
  await refused('its MASTER_KEY is neither in');
  await writeFile(join(place.data, 'master.key'), '');
  await mkdir(join(place.data, 'postgres'));
  await writeFile(join(place.data, 'postgres/PG_VERSION'), '16\n');
  await refused('The data is of Postgres 16, and release one has Postgres 17');
  await mkdir(place.prefix);
  await writeFile(join(place.prefix, 'file'), '');
  await refused('is not empty and holds no installation');
  expect((await readdir(place.folder)).sort()).toEqual(['data', 'opt']);
});
