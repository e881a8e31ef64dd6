/**
 * All steps of the build. The services and the frontend do not depend on each other and are built side by side. Ends with
 * the exit code of a step that failed.
 */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './compress.mjs';
import { writeModules } from './modules.mjs';
import { bundlePrograms } from './programs.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const frontend = join(root, 'frontend');
const OF_SERVICES = ['command-api/language', 'command-api', 'projections', 'query-api', 'infra', 'infra/service-kit'];
const NOT_OUTPUTS = new Set(['infra/dist/.building', 'infra/dist/.built-from']);

let child;

/** Runs a program of the build. @throws Error with its exit code */
const run = (args) =>
  new Promise((resolve, reject) => {
    child = spawn(process.execPath, args, { stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(Object.assign(new Error(`it ended with ${code}`), { exitCode: code ?? 1 })),
    );
  });

/** Prints how long a step took. The first one that fails ends the build. */
async function step(name, work) {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    console.error(`build: ${name} failed: ${error.message}`);
    child?.kill();
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

await Promise.all([
  step('frontend', async () => {
    await run([join(root, 'infra/runtime/start/frontend.mjs')]);
    await compress(join(frontend, 'dist'), join(frontend, '.build/compressed'));
  }),
  step('services', async () => {
    const programs = bundlePrograms(root);
    removeOthers([...writeModules(root), ...(await programs)]);
  }),
]);
