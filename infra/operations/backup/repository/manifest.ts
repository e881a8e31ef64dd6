/**
 * `backup.json`: what a folder of backups holds. It is written last and replaced at once, so that a run that was killed
 * leaves the state of before. Files that it does not name are strays.
 */
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productVersion } from 'service-kit/telemetry/product-version';
import * as z from 'zod';
import type { StoredEvent } from '../../events/log/stored-event.ts';
import { Altered, Failure } from '../failures.ts';

/** Raised when a program of before could not read the folder any more. */
export const FORMAT = 1;
const FILE = 'backup.json';
/** The other names in a folder of backups. */
const OWN = new Set([FILE, `${FILE}.new`, 'log', 'tables', 'keys', 'images', 'erasures.json']);

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
/** An event by which a place in the log is found. Numbers of 64 bits are strings. */
const Mark = z.object({
  position: z.string().regex(/^\d{1,20}$/),
  prepare: z.string().regex(/^\d{1,20}$/),
  stream: z.string(),
  revision: z.string().regex(/^\d{1,20}$/),
  id: z.string(),
  created: z.string(),
});
const Segment = z.object({
  file: z.string().regex(/^\d{8}\.ndjson\.gz$/),
  first: Mark,
  last: Mark,
  /** The number of events. */
  count,
  /** The hash of the events, as an exported file has it (`infra/operations/events/README.md`). */
  sha256: hash,
  bytes: count,
});
const Table = z.object({
  table: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  columns: z.array(z.string()),
  rows: count,
  /** The hash of the rows, not compressed. */
  sha256: hash,
  bytes: count,
});
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The id of the folder. */
  id: z.guid(),
  /** The number of the run, from 1. */
  number: z.int().positive(),
  madeAt: z.iso.datetime(),
  product: z.string(),
  /**
   * The schema of the private tables: how many steps of their migration have run, and the oldest
   * that a program must know.
   */
  privateSchema: z.object({ steps: count, oldestReader: count }),
  /** Ids of the master keys that open the keys: all of them are needed. Empty where none was recorded. */
  masterKeys: z.array(z.string()),
  segments: z.array(Segment),
  /** Events at the beginning of the log whose seals were compared, and seals that were compared. */
  checked: z.object({ events: count, seals: count }),
  /** The first event that is not as it was sealed, where it was kept on purpose. */
  altered: z.string().optional(),
  tables: z.array(Table),
  keys: z.object({ elsewhere: z.boolean(), tables: z.array(Table) }),
  images: z.object({ count, bytes: count }),
  erased: count,
});
/** The fields that the manifest of any version has. */
const Made = z.object({ format: z.int(), product: z.string().optional() });
export type Manifest = z.infer<typeof Manifest>;
export type Segment = z.infer<typeof Segment>;
export type TableFile = z.infer<typeof Table>;
export type Mark = z.infer<typeof Mark>;

export const newRepositoryId = (): string => randomUUID();

export const markOf = ({ position, stream, revision, id, created }: StoredEvent): Mark => ({
  position: position.commit.toString(),
  prepare: position.prepare.toString(),
  stream,
  revision: revision.toString(),
  id,
  created,
});

/** An event as far as a reader of the log needs it to go on behind it. */
export const eventAt = ({ position, prepare, stream, revision, id, created }: Mark): StoredEvent => ({
  stream,
  revision: BigInt(revision),
  id,
  created,
  type: '',
  contentType: '',
  data: new Uint8Array(),
  metadata: new Uint8Array(),
  position: { commit: BigInt(position), prepare: BigInt(prepare) },
});

export const eventCount = ({ segments }: Pick<Manifest, 'segments'>): number =>
  segments.reduce((sum, segment) => sum + segment.count, 0);

export const segmentPath = (folder: string, { file }: Pick<Segment, 'file'>): string => join(folder, 'log', file);
export const numbered = (number: number): string => String(number).padStart(8, '0');
/** @param kind `keys` may be in another folder */
export const tablePath = (folder: string, kind: 'tables' | 'keys', run: number, table: string): string =>
  join(folder, kind, numbered(run), `${table}.copy.gz`);

/**
 * @returns undefined for an empty folder, or one in which a first run was cut off
 * @throws Failure where the folder holds other files, or a backup of a newer program; Altered where it is damaged
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const names = await readdir(folder);
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) {
    const other = names.find((name) => !OWN.has(name) && name !== 'lost+found');
    if (other !== undefined)
      throw new Failure(`${folder} holds no backup, but other files, such as ${other}. Choose an empty folder.`);
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Altered(`${join(folder, FILE)} is damaged: it is no JSON.`);
  }
  const { format = 0, product = 'unknown' } = Made.safeParse(value).data ?? {};
  if (format > FORMAT)
    throw new Failure(
      `Version ${product} of the program has made the backup in ${folder}, in format ${format}. This is version ` +
        `${productVersion()}, which knows format ${FORMAT}. Use version ${product}.`,
    );
  const parsed = Manifest.safeParse(value);
  if (!parsed.success)
    throw new Altered(
      `${join(folder, FILE)} is damaged (${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}).`,
    );
  return parsed.data;
}

/** @throws as `readManifest`, and Failure where there is no backup */
export async function neededManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Failure(`There is no backup in ${folder}.`);
  return manifest;
}

/** From now on the folder holds this. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${FILE}.new`), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  for (const path of ['log', 'tables', 'keys', 'images', '.'])
    await syncFolder(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  await rename(join(folder, `${FILE}.new`), join(folder, FILE));
  await syncFolder(folder);
}

/** Names of new files are on the disk, also after a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what a run has left that was cut off, and what the newest run has replaced. */
export async function removeStrays(folder: string, manifest: Manifest | undefined, keysFolder: string): Promise<void> {
  const current = manifest ? [numbered(manifest.number)] : [];
  await keepOnly(join(folder, 'log'), manifest?.segments.map(({ file }) => file) ?? []);
  await keepOnly(join(folder, 'tables'), current);
  const keysHere = manifest?.keys.elsewhere === false ? current : [];
  await keepOnly(join(folder, 'keys'), keysHere);
  if (keysFolder !== folder) await keepOnly(join(keysFolder, 'keys'), manifest?.keys.elsewhere === true ? current : []);
}

async function keepOnly(folder: string, names: readonly string[]): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  for (const name of found)
    // Only names that a backup gives.
    if (!names.includes(name) && /^\d{8}(\.ndjson\.gz)?$/.test(name))
      await rm(join(folder, name), { recursive: true, force: true });
}
