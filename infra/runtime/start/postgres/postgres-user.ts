/**
 * The user that Postgres runs as. Postgres refuses to run as root, so a launcher that is root runs it as a system user
 * through `setpriv`.
 *
 * That user cannot reach a clone or a data folder that only root may enter (below /root, mode 700). Then the process
 * keeps one capability, CAP_DAC_OVERRIDE, as an ambient capability. initdb asks access(2) whether it may use the
 * folder. access(2) goes by the capabilities after the change of user, hence `no_setuid_fixup`: without it initdb fails
 * although it could write. All other capabilities are gone after exec.
 */
import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);
const KEEP_DAC_OVERRIDE = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];

export interface PostgresUser {
  /** The command line that runs `program` as this user. */
  command(program: string, args: readonly string[]): [program: string, args: string[]];
  /** Makes this user the owner of a file or an empty folder. */
  own(path: string): Promise<void>;
}

const ourselves: PostgresUser = { command: (program, args) => [program, [...args]], own: async () => {} };

/**
 * @param dataFolder the existing folder of the cluster; when another user than root owns it, Postgres runs as that user
 * @throws Error when this process is root and cannot become another user
 */
export async function postgresUser(binaries: PostgresBinaries, dataFolder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return ourselves;
  const { uid, gid } = (await ownerOf(dataFolder)) ?? (await systemUser());
  const own = (path: string): Promise<void> => chown(path, uid, gid);
  await own(dataFolder);
  const become = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  await run('setpriv', [...become, 'true']).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? 'Postgres does not run as root, and setpriv (package util-linux) is missing to run it as another user. ' +
            'Install it, start as an ordinary user, or set DATABASE_URL.'
        : 'Postgres does not run as root, and this root may not become another user. ' +
            'Start as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    );
  });
  const reachable = await run('setpriv', [
    ...become,
    'sh',
    '-c',
    'test -x "$1" && test -x "$2" && test -w "$3" && test -x "$3"',
    'sh',
    binaries.initdb,
    binaries.postgres,
    dataFolder,
  ]).then(
    () => true,
    () => false,
  );
  const options = [...become, ...(reachable ? [] : KEEP_DAC_OVERRIDE)];
  return { command: (program, args) => ['setpriv', [...options, program, ...args]], own };
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

async function ownerOf(folder: string): Promise<Ids | undefined> {
  const { uid, gid } = await stat(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** The user `postgres` where it exists or can be made, else `nobody`. */
async function systemUser(): Promise<Ids> {
  const known = await idsOf('postgres');
  if (known) return known;
  const made = await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).then(
    () => idsOf('postgres'),
    () => undefined,
  );
  return made ?? (await idsOf('nobody')) ?? { uid: 65534, gid: 65534 };
}

async function idsOf(name: string): Promise<Ids | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
