/**
 * `npm run test:node24`: all tests on Node 24, the version of the container image. The binary is the npm package
 * `node-<system>-<processor>`, installed into a cache. Its folder comes first in PATH, so that all processes of the
 * tests have it too. Arguments go to vitest, as with `npm test`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJOR = '24';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, `node_modules/.cache/node${MAJOR}`);
const name = `node-${process.platform}-${process.arch}`;

/** @returns the folder of the binary */
function installed() {
  const folder = join(cache, 'node_modules', name, 'bin');
  if (existsSync(join(folder, 'node'))) return folder;
  mkdirSync(cache, { recursive: true });
  // npm would install into the project if the folder had no package of its own.
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', `${name}@${MAJOR}`],
    { cwd: cache, stdio: ['ignore', 2, 2] },
  );
  if (status === 0 && existsSync(join(folder, 'node'))) return folder;
  process.stderr.write(
    `Node ${MAJOR} could not be installed from the package ${name}: install it yourself, and run npm test with it.\n`,
  );
  return process.exit(1);
}

const isAlready = process.versions.node.startsWith(`${MAJOR}.`);
const folder = isAlready ? '' : installed();
const env = { ...process.env, PATH: [folder, process.env.PATH].filter(Boolean).join(delimiter) };
const tests = spawn(
  isAlready ? process.execPath : join(folder, 'node'),
  [join(root, 'infra/verification/test/run.mjs'), ...process.argv.slice(2)],
  { cwd: root, env, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
tests.once('exit', (status) => process.exit(status ?? 1));
