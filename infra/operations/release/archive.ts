/**
 * A folder as `.tar.gz`. The same folder gives the same bytes: names are sorted, owners and times are fixed. gzip,
 * because a bare server has no zstd.
 */
import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { sha256Of } from './manifest.ts';

const run = promisify(execFile);

/**
 * @param seconds the time of each file, since 1970
 * @returns the archive, its bytes, and its hash, which is also beside it in `.sha256`
 */
export async function archive(
  folder: string,
  file: string,
  seconds: number,
): Promise<{ file: string; bytes: number; sha256: string }> {
  const name = basename(folder);
  await run('sh', [
    '-c',
    'tar --create --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$1" --directory="$2" "$3" | gzip -n >"$4"',
    'sh',
    String(seconds),
    dirname(folder),
    name,
    `${file}.new`,
  ]);
  await run('mv', [`${file}.new`, file]);
  const sha256 = await sha256Of(file);
  await writeFile(`${file}.sha256`, `${sha256}  ${basename(file)}\n`);
  return { file, bytes: (await stat(file)).size, sha256 };
}
