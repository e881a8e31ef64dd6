import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../test/started-program.ts';
import { builtPath } from '#programs';
import { overlayEnvironment } from '../../test/overlay/overlay.ts';

/** The check of `addErrorType`. */
const FIRST_OF_CATALOGUE = 'catalogue/decide.ts:28';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rights-mutations-smoke-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns exit code and standard output */
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<[number | null, string]> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => resolve([code, output]));
  });
const mutations = (...args: string[]): Promise<[number | null, string]> =>
  run([
    join(root, 'infra/dist/verification/rights/mutations/main.js'),
    '--results',
    join(folder, 'results.jsonl'),
    ...args,
  ]);

test('checks of three layers are killed, a harmless change survives, and a broken one is not counted', async () => {
  const only = ['^control', FIRST_OF_CATALOGUE, 'guard of a read.*ward.ts', 'reader of a team.*readable-team.ts'];
  const [code, output] = await mutations('--near', '--only', only.join('|'));
  for (const kind of ['right in a decision', 'guard of a read', 'SQL: reader of a team'])
    expect(output).toContain(`| ${kind} | 1 | 1 | 0 | 0 | 0 | 0 |`);
  expect(output).toContain('survived, expected survived');
  expect(output).toContain('broken, expected broken');
  expect(code).toBe(0);
}, 240_000);

test('a run goes on from its results', async () => {
  const before = await readFile(join(folder, 'results.jsonl'), 'utf8');
  await mutations('--near', '--only', FIRST_OF_CATALOGUE);
  expect(await readFile(join(folder, 'results.jsonl'), 'utf8')).toBe(before);
});

test('a started program gets the mutated module', async () => {
  const overlayFile = join(folder, 'overlay.json');
  const url = pathToFileURL(join(root, builtPath('command-api/language/src/domain/refusals.ts'))).href;
  await writeFile(overlayFile, JSON.stringify({ url, source: 'export const refuseUnless = () => "mutated";' }));
  const script = `console.log((await import(${JSON.stringify(url)})).refuseUnless(true))`;
  const started = (file: string): Promise<[number | null, string]> =>
    run(['--input-type=module', '--eval', script], overlayEnvironment(file));
  expect(await started(overlayFile)).toEqual([0, 'mutated\n']);
  expect(await started(join(folder, 'none.json'))).toEqual([0, 'undefined\n']);
});

test('a program of few files gets the mutated module', async () => {
  const overlayFile = join(folder, 'program.json');
  const url = pathToFileURL(join(root, builtPath('infra/operations/keys/escaped-html.ts'))).href;
  const source = 'console.log("mutated"); export const escaped = String;';
  await writeFile(overlayFile, JSON.stringify({ url, source }));
  const program = join(root, 'infra/dist/operations/keys/main.js');
  expect(await run([program], overlayEnvironment(overlayFile))).toEqual([64, 'mutated\n']);
  expect(await run([program], overlayEnvironment(join(folder, 'none.json')))).toEqual([64, '']);
});
