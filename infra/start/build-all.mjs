/**
 * All steps of the build. The modules and programs of the services, the frontend and its prerendered landing page do not
 * depend on each other and are built side by side. Ends with the exit code of a step that failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './compress.mjs';
import { writeLandingPages } from './landing-page.mjs';
import { writeModules } from './modules.mjs';
import { bundlePrograms } from './programs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const frontend = join(root, 'frontend');
const parts = join(frontend, '.build');
const pages = join(parts, 'landing-pages.json');
const OF_SERVICES = ['command-api', 'projections', 'query-api', 'infra', 'infra/service-kit'];
const NOT_OUTPUTS = new Set(['infra/dist/.building', 'infra/dist/.built-from']);

const started = new Set();

/** Runs a program of the build. @throws Error with its exit code */
const run = (args, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] });
    started.add(child);
    child.once('error', reject);
    child.once('exit', (code) => {
      started.delete(child);
      if (code === 0) resolve();
      else reject(Object.assign(new Error(`it ended with ${code}`), { exitCode: code ?? 1 }));
    });
  });

/** Prints how long a step took. The first one that fails ends the build. */
async function step(name, work) {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    console.error(`build: ${name} failed: ${error.message}`);
    for (const child of started) child.kill();
    process.exit(error.exitCode ?? 1);
  }
  console.error(`build: ${name}, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** Deletes what an earlier build wrote and this one did not. */
function removeOthers(written) {
  const current = new Set(written);
  for (const folder of OF_SERVICES.map((name) => `${name}/dist`))
    for (const name of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const file = join(name.parentPath, name.name).slice(root.length);
      if (name.isFile() && !current.has(file) && !NOT_OUTPUTS.has(file)) rmSync(join(root, file));
    }
}

console.error('build: services, frontend and landing page');
mkdirSync(parts, { recursive: true });
const vite = join(dirname(createRequire(join(frontend, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
await Promise.all([
  step('frontend', () => run([vite, 'build', '--logLevel', 'warn'], frontend)),
  step('landing page', () => run([join(root, 'infra/start/prerender.mjs'), pages], root)),
  step('services', async () => {
    const programs = bundlePrograms(root);
    removeOthers([...writeModules(root), ...(await programs)]);
  }),
]);
await step('compressed pages', async () => {
  writeLandingPages(join(frontend, 'dist'), JSON.parse(readFileSync(pages, 'utf8')));
  await compress(join(frontend, 'dist'), join(parts, 'compressed'));
});
