/**
 * `npm test`: all tests. Builds what has changed (browser and launcher tests run the built product), finds or installs
 * the programs that do not come from npm, runs vitest, and fails if a process is left over. Arguments go to vitest:
 * `npm test -- --project unit`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freemem } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../runtime/start/build.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @returns the path of the first of these programs, or undefined. */
function find(...names) {
  for (const name of names) {
    if (!name) continue;
    for (const folder of name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Try the next one.
      }
    }
  }
  return undefined;
}

/**
 * Finds a program that the tests need. Installs it as root on Debian; otherwise says what is missing and exits.
 * @param debianPackages the first that can be installed is
 */
function need(what, debianPackages, ...names) {
  const found = find(...names);
  if (found) return found;
  if (process.getuid?.() === 0 && find('apt-get')) {
    // RUNLEVEL=1: the package's server is not started.
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      });
    apt('update', '-qq');
    for (const debianPackage of debianPackages) {
      console.error(`${what} was not found: installing the package ${debianPackage}`);
      apt('install', '-y', '-qq', '--no-install-recommends', debianPackage);
      const installed = find(...names);
      if (installed) return installed;
    }
  }
  console.error(
    `${what} is needed by the tests and was not found (${names.filter(Boolean).join(', ')}). ` +
      `Install it (Debian: apt-get install ${debianPackages.at(-1)}).`,
  );
  process.exit(1);
}

const processes = () =>
  process.platform === 'linux'
    ? readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    : [];

/** The state, parent and session of a process. */
function origin(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent, session };
}

/**
 * Processes with the mark of this run in their environment (Linux), and new orphans of this session: Redis overwrites
 * its environment with its title.
 */
function leftOver(mark, before) {
  return processes().filter((pid) => {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) return true;
      const { state, parent, session } = origin(pid);
      // A zombie does not run. Process 1 of a container may never collect it.
      return state !== 'Z' && parent === '1' && !before.has(pid) && session === origin(process.pid).session;
    } catch {
      return false;
    }
  });
}

const nameOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
  } catch {
    return 'ended meanwhile';
  }
};

const IN_MEMORY = '/dev/shm';
/** With this much to spare. The tests took less than 1 GB of it (`df`, now and then during a run). */
const SPARE_BYTES = 6 * 1024 ** 3;

/**
 * Where the tests put their temporary folders: in memory, where there is enough of it (Linux). A database is a thousand
 * small files, and ext4 gives no new file the number of one that was deleted in the last minutes: looking for another took
 * a fifth of the time of the tests with servers.
 * @returns undefined for the system's own place
 */
function folderInMemory() {
  if (process.env.TMPDIR || process.platform !== 'linux') return undefined;
  try {
    for (const name of readdirSync(IN_MEMORY)) {
      const owner = /^tests-(\d+)$/.exec(name)?.[1];
      if (owner !== undefined && !processes().includes(owner)) removeFolder(join(IN_MEMORY, name));
    }
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) < SPARE_BYTES) return undefined;
    const folder = join(IN_MEMORY, `tests-${process.pid}`);
    mkdirSync(folder);
    // As the system's own place: Postgres runs as another user.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return undefined;
  }
}

const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

const before = new Set(processes());
build({ ifChanged: true });
const mark = `TEST_RUN=${randomUUID()}`;
const temporary = folderInMemory();
const env = {
  ...process.env,
  ...(temporary && { TMPDIR: temporary }),
  TEST_RUN: mark.split('=')[1],
  // The shell is the same browser without windows: it takes less of a processor for the same pages.
  CHROMIUM_PATH: need(
    'Chromium',
    ['chromium-headless-shell', 'chromium'],
    process.env.CHROMIUM_PATH,
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ),
  REDIS_SERVER_PATH: need('redis-server', ['redis-server'], process.env.REDIS_SERVER_PATH, 'redis-server'),
};
const vitest = spawn(
  process.execPath,
  [
    join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs'),
    'run',
    ...process.argv.slice(2),
  ],
  { cwd: root, env, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
const code = await new Promise((resolve) => vitest.once('exit', (status) => resolve(status ?? 1)));

let running = leftOver(mark, before);
for (let waited = 0; running.length > 0 && waited < 5_000; waited += 100) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  running = leftOver(mark, before);
}
for (const pid of running) {
  console.error(`Still running after the tests: ${pid} ${nameOf(pid)}`);
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
if (temporary) removeFolder(temporary);
process.exit(code === 0 && running.length > 0 ? 1 : code);
