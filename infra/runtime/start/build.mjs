/**
 * Builds everything (`build-all.mjs`). `--if-changed` does nothing when sources and lock file have not changed since the
 * last build.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = ['command-api', 'projections', 'query-api', 'frontend', 'infra'];
const outputs = [
  'infra/dist/runtime/start/main.js',
  'infra/service-kit/dist/http/api-app.js',
  'command-api/dist/main.js',
  'projections/dist/main.js',
  'query-api/dist/main.js',
  'frontend/dist/index.en.html',
  'frontend/dist/page.en.html',
];
const stampFile = join(root, 'infra/dist/.built-from');
const lockFile = join(root, 'infra/dist/.building');
const LOCK_RETRY_MS = 200;
const EMPTY_LOCK_MS = 5_000;
const notSources = new Set(['node_modules', 'dist', '.build', '.data']);
/** Files that are no part of the product and are not built. */
export const TESTS = /\.(spec|e2e|testdata)\.tsx?$/;

/**
 * Builds, unless `ifChanged` and nothing has changed. One build at a time: another one waits, and then may have nothing to
 * do. Ends the process with the exit code of a failed build.
 */
export function build({ ifChanged }) {
  // A release (infra/operations/release) has no sources: it is built.
  if (ifChanged && !existsSync(join(root, 'package-lock.json'))) return;
  if (ifChanged && isBuilt(stampOfSources())) return;
  takeLock();
  try {
    const stamp = stampOfSources();
    if (!ifChanged || !isBuilt(stamp)) buildAll(stamp);
  } finally {
    rmSync(lockFile, { force: true });
  }
}

const isBuilt = (stamp) => outputs.every((file) => existsSync(join(root, file))) && readStamp() === stamp;

/** Waits for the build of another process. A lock whose process has ended is taken over. */
function takeLock() {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_RETRY_MS);
    else rmSync(lockFile, { force: true });
  }
}

function isHeld() {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    // Between its creation and its content a lock is empty.
    if (pid === 0) return Date.now() - statSync(lockFile).mtimeMs < EMPTY_LOCK_MS;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function buildAll(stamp) {
  rmSync(stampFile, { force: true });
  console.error('build: services and frontend');
  // Diagnostics go to stderr: standard output belongs to the log and the `ready` line. Tests also get the production
  // build: under NODE_ENV=test the build would contain React's development build.
  const { status } = spawnSync(process.execPath, [join(root, 'infra/runtime/start/build-all.mjs')], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, stamp);
}

/** A hash of the files' contents. Their times change with each clone. */
function stampOfSources() {
  const hash = createHash('sha256');
  const add = (file) =>
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!notSources.has(entry.name)) walk(path);
      } else if (entry.isFile() && !TESTS.test(entry.name)) add(path);
    }
  };
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json']) add(file);
  for (const folder of packages) walk(folder);
  return hash.digest('hex');
}

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined);

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ ifChanged: process.argv.includes('--if-changed') });
