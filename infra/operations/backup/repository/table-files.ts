/** A table of a backup: the text of `copy … to stdout`, compressed. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClientBase } from 'pg';
import { copyIn } from 'service-kit/postgres/copy-in';
import { copyOut } from 'service-kit/postgres/copy-out';
import { Altered } from '../failures.ts';
import { GzipFile, gunzipped } from './gzip-file.ts';
import type { TableFile } from './manifest.ts';

const NEWLINE = 0x0a;
/** The size of one `copy … from stdin`. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** Within the caller's transaction. @param where a condition, which may name the table as `t` */
export async function writeTable(
  client: ClientBase,
  path: string,
  { table, columns, where = 'true' }: { table: string; columns: readonly string[]; where?: string },
): Promise<TableFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = new GzipFile(path);
  const hash = createHash('sha256');
  let rows = 0;
  try {
    const names = columns.map((column) => `t.${column}`).join(', ');
    await copyOut(client, `copy (select ${names} from ${table} t where ${where}) to stdout`, (chunk, count) => {
      hash.update(chunk);
      rows += count;
      return file.write(chunk);
    });
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return { table, columns: [...columns], rows, sha256: hash.digest('hex'), bytes: await file.close() };
}

/** Blocks of whole rows. @throws Altered where the file is not the one of the manifest, after the last block */
export async function* blocksOf(path: string, { rows, sha256 }: TableFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let bytes = 0;
  let found = 0;
  for await (const chunk of gunzipped(path)) {
    hash.update(chunk);
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) found += 1;
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < BLOCK_BYTES) continue;
    const block = Buffer.concat(waiting);
    const end = block.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield block.subarray(0, end);
    waiting = [block.subarray(end)];
    bytes = block.length - end;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
  if (found !== rows || hash.digest('hex') !== sha256)
    throw new Altered(`${path} is damaged: it is not the file that the backup made.`);
}

/**
 * Within the caller's transaction, and without the table's triggers: rows stay as they were written.
 * @param into the table, or another one with these columns
 */
export async function loadTable(client: ClientBase, path: string, file: TableFile, into = file.table): Promise<void> {
  await client.query(`alter table ${into} disable trigger user`);
  for await (const block of blocksOf(path, file))
    await copyIn(client, `copy ${into} (${file.columns.join(', ')}) from stdin`, [block]);
  await client.query(`alter table ${into} enable trigger user`);
}

/** Rows as lists of values in COPY's text form, in which `\N` is null. */
export async function* rowsOf(path: string, file: TableFile): AsyncGenerator<readonly string[]> {
  for await (const block of blocksOf(path, file))
    for (const line of block.toString('utf8').split('\n')) if (line !== '') yield line.split('\t');
}
