/** The version of a release: that of package.json with the commit, so that each build of other sources has its own. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** As a folder's name. */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z._-]*$/;

export interface Version {
  /** Such as `0.1.0-1a2b3c4d`; `-changed` follows where files differ from the commit. */
  readonly name: string;
  /** The whole hash; empty outside a git repository. */
  readonly commit: string;
  /** Seconds since 1970 of the commit: the time of every file in the archive. 0 outside a git repository. */
  readonly seconds: number;
}

/** @param given takes the place of the version's name @throws Error when it cannot name a folder */
export function versionOf(root: string, given?: string): Version {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const commit = git(root, 'rev-parse', 'HEAD');
  const isChanged = git(root, 'status', '--porcelain', '--untracked-files=no') !== '';
  const name = given ?? [version, ...(commit ? [commit.slice(0, 8)] : []), ...(isChanged ? ['changed'] : [])].join('-');
  if (!VERSION.test(name)) throw new Error(`${name} cannot be a version: it may have letters, digits and . _ - only.`);
  return { name, commit, seconds: Number(git(root, 'log', '-1', '--format=%ct') || 0) };
}

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
