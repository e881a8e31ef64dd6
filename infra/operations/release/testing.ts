/** For `*.int.spec.ts` only: small releases around programs of some lines, and a place to install them. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from 'service-kit/process/free-port';
import type { Facts } from './manifest.ts';
import { writeRelease } from './release.ts';

const commands = fileURLToPath(new URL('files', import.meta.url));
const READY = `
import http from 'node:http';
http.createServer((_, response) => response.end('{"ready":true}')).listen(Number(process.env.PORT), '127.0.0.1');
`;

/** The facts of the releases, except for their versions. */
export const FACTS: Facts = {
  version: '',
  commit: '',
  node: process.version.slice(1),
  postgres: '17',
  schema: { steps: 5, oldestReader: 1 },
};

/** Folders of unpacked releases, with the Node of this machine. */
export interface Releases {
  readonly one: string;
  readonly two: string;
  readonly three: string;
  /** Ends at its start. */
  readonly broken: string;
  /** Leaves data that the others cannot read. */
  readonly breaking: string;
  remove(): Promise<void>;
}

export async function makeReleases(): Promise<Releases> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  return {
    one: await release(folder, 'one'),
    two: await release(folder, 'two'),
    three: await release(folder, 'three'),
    broken: await release(folder, 'broken', { main: "console.error('it cannot start'); process.exit(1);" }),
    breaking: await release(folder, 'breaking', { schema: { steps: 6, oldestReader: 6 } }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function release(
  scratch: string,
  version: string,
  { main = READY, schema = FACTS.schema }: { main?: string; schema?: Facts['schema'] } = {},
): Promise<string> {
  const folder = join(scratch, version);
  const node = join(scratch, 'node');
  await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  await writeRelease({
    ...FACTS,
    schema,
    folder,
    version,
    node: { program: node, version: FACTS.node, licence: node },
    commands,
    commandLines: 'start infra/dist/runtime/start/main.js\nshow --no-warnings show.mjs\nevent-log show.mjs\n',
    native: { modules: [], programs: [] },
    licences: 'MIT\n',
    async fillApp(app) {
      await mkdir(join(app, 'infra/dist/runtime/start'), { recursive: true });
      await writeFile(join(app, 'package.json'), '{"type":"module"}');
      await writeFile(join(app, 'infra/dist/runtime/start/main.js'), main);
      await writeFile(join(app, 'show.mjs'), 'console.log(process.env.PORT, process.env.DATA_DIR, process.argv[2])');
      await symlink('show.mjs', join(app, 'link'));
    },
  });
  return folder;
}

export interface Ended {
  readonly code: number;
  /** Both streams. */
  readonly said: string;
}

export const run = (program: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    );
  });

/** A folder of its own for an installation, and what a person does with it. */
export interface Place {
  readonly folder: string;
  readonly prefix: string;
  readonly data: string;
  readonly settings: string;
  readonly port: number;
  /** `install` of an unpacked release, with `--prefix` only. */
  install(release: string, ...options: string[]): Promise<Ended>;
  /** With all folders, this user and no systemd. */
  installFirst(release: string, ...options: string[]): Promise<Ended>;
  command(...args: string[]): Promise<Ended>;
  /** The version of the current release. */
  current(): Promise<string>;
  remove(): Promise<void>;
}

export async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'installation-'));
  const [prefix, data, settings] = [join(folder, 'opt'), join(folder, 'data'), join(folder, 'etc/env')];
  const port = await freePort();
  const options = Object.entries({ data, settings, user: userInfo().username, port: String(port) });
  const install: Place['install'] = (release, ...more) => run(join(release, 'install'), '--prefix', prefix, ...more);
  return {
    folder,
    prefix,
    data,
    settings,
    port,
    install,
    installFirst: (release, ...more) =>
      install(release, '--no-systemd', ...options.flatMap(([name, value]) => [`--${name}`, value]), ...more),
    command: (...args) => run(join(prefix, 'bin/clinical-pharmacy'), ...args),
    current: async () => (await readlink(join(prefix, 'current'))).replace('releases/', ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
