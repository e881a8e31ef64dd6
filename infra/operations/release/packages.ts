/**
 * The npm packages that run in production, as npm finds them in the installed tree. The release copies them from there:
 * `npm ci --omit=dev` into another folder would need a registry or a full cache, and would give other files than those
 * that were tested where a registry answers differently.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';

export interface Package {
  /** The folder, relative to the repository, such as `node_modules/pg`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As its package.json names it; empty where it names none. */
  readonly licence: string;
}

const PackageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), link: z.boolean().optional() })),
});

/**
 * @param workspaces whose dependencies count; all without
 * @returns in the order of their folders, without the workspaces themselves
 * @throws Error where the installed tree is not that of the lock file
 */
export function productionPackages(root: string, workspaces: readonly string[] = []): Package[] {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['ls', '--omit=dev', '--all', '--parseable', ...workspaces.flatMap((name) => ['--workspace', name])],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`The installed packages are not those of the lock file: run npm ci.\n${stderr}`);
  const lock = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const folders = stdout
    .split('\n')
    .map((path) => relative(root, path))
    .filter((folder) => folder.includes('node_modules/') && lock.packages[folder]?.link !== true);
  return [...new Set(folders)].sort().map((folder) => {
    const {
      name,
      version,
      license = '',
    } = PackageJson.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
    const locked = lock.packages[folder]?.version;
    if (locked !== version)
      throw new Error(`${folder} is ${version}, and package-lock.json has ${locked ?? 'none'}: run npm ci.`);
    return { folder, name, version, licence: typeof license === 'string' ? license : license.type };
  });
}
