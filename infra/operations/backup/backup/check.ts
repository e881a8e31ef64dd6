/**
 * `npm run backup -- --check DIR`: whether a folder of backups holds what it was given. It needs no database. All files
 * are read; streams have no gaps; the log is what its seals say.
 */
import { GapCheck } from '../../events/file/gap-check.ts';
import { isTombstone, type StoredEvent } from '../../events/log/stored-event.ts';
import { INITIAL_LINK, linkOf } from 'service-kit/event-log/chain';
import { grouped, type Progress } from 'service-kit/process/progress';
import { Altered, Failure } from '../failures.ts';
import { IMAGE_TABLE } from '../private-tables.ts';
import { readImage } from '../repository/image-files.ts';
import { eventCount, type Manifest, type TableFile, tablePath } from '../repository/manifest.ts';
import { eventsOf } from '../repository/segments.ts';
import { blocksOf, rowsOf } from '../repository/table-files.ts';
import { alteredEvent, chainHashOf, isSealable } from './seal-check.ts';

export interface Folders {
  readonly folder: string;
  /** Where the keys are: the same, or another medium. Undefined: they are elsewhere and are not read. */
  readonly keysFolder: string | undefined;
}

/** All files but those of the log. @throws Altered for the first one that is not as it was written */
export async function checkFiles({ folder, keysFolder }: Folders, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables)
    await checkTable(tablePath(folder, 'tables', manifest.number, table.table), table);
  if (keysFolder !== undefined)
    for (const table of manifest.keys.tables)
      await checkTable(tablePath(keysFolder, 'keys', manifest.number, table.table), table);
  for (const image of await imagesOf(folder, manifest)) await readImage(folder, image);
}

async function checkTable(path: string, table: TableFile): Promise<void> {
  for await (const block of blocksOf(path, table)) void block;
}

/** The images whose contents the folder must have. */
export async function imagesOf(folder: string, manifest: Manifest): Promise<ReadonlySet<string>> {
  const images = new Set<string>();
  const table = manifest.tables.find((one) => one.table === IMAGE_TABLE);
  if (!table) return images;
  const [id, address] = [table.columns.indexOf('image_id'), table.columns.indexOf('address')];
  for await (const row of rowsOf(tablePath(folder, 'tables', manifest.number, IMAGE_TABLE), table)) {
    const image = row[id];
    if (image !== undefined && row[address] === '\\N') images.add(image);
  }
  return images;
}

interface Head {
  readonly revision: bigint;
  readonly link: string;
}

/** @throws Altered for the first file or event that is not as it was written */
export async function checkLog(folder: string, manifest: Manifest, progress: Progress): Promise<void> {
  try {
    await checkEvents(folder, manifest, progress);
  } catch (error) {
    // The events of a damaged file are not as they were sealed either, and no person has altered them.
    if (error instanceof Altered) await checkSegments(folder, manifest);
    throw error;
  }
}

async function checkSegments(folder: string, manifest: Manifest): Promise<void> {
  for (const segment of manifest.segments) for await (const event of eventsOf(folder, segment)) void event;
}

/** Memory holds a hash for each stream. */
async function checkEvents(folder: string, manifest: Manifest, progress: Progress): Promise<void> {
  const heads = await sealedHeads(folder, manifest);
  const chains = new Map<string, { next: bigint; link: Buffer }>();
  const gaps = new GapCheck();
  let read = 0;
  let last: StoredEvent | undefined;
  for (const segment of manifest.segments)
    for await (const event of eventsOf(folder, segment)) {
      checkOrder(last, event, gaps);
      last = event;
      read += 1;
      progress.report(() => `${grouped(read)} of ${grouped(eventCount(manifest))} events checked`);
      if (!isSealable(event) || isTombstone(event)) continue;
      const chain = chains.get(event.stream) ?? { next: 0n, link: INITIAL_LINK };
      chain.link = linkOf(chain.link, chainHashOf(event));
      chain.next = event.revision + 1n;
      chains.set(event.stream, chain);
      const head = heads.get(event.stream);
      // The link of a head follows from all events before it.
      if (head?.revision !== event.revision) continue;
      if (head.link !== chain.link.toString('hex')) throw await firstAltered(folder, manifest, event.stream);
    }
  for (const [stream, { revision }] of heads) {
    const next = chains.get(stream)?.next ?? 0n;
    if (next <= revision)
      throw alteredEvent({ stream, revision: next }, 'it was sealed, and the log does not have it any more');
  }
}

function checkOrder(before: StoredEvent | undefined, event: StoredEvent, gaps: GapCheck): void {
  if (before && before.position.commit >= event.position.commit && before.position.prepare >= event.position.prepare)
    throw alteredEvent(event, 'it is not behind the event that comes before it');
  try {
    gaps.check(event);
  } catch (error) {
    throw error instanceof Failure ? new Altered(error.message) : error;
  }
}

async function sealedHeads(folder: string, manifest: Manifest): Promise<ReadonlyMap<string, Head>> {
  const heads = new Map<string, Head>();
  for await (const [stream = '', revision = '', link = ''] of rowsOfTable(folder, manifest, 'accounts.sealed_stream', [
    'stream',
    'revision',
    'link',
  ]))
    heads.set(stream, { revision: BigInt(revision), link: bytesOf(link) });
  return heads;
}

/** In the second pass, over one stream. */
async function firstAltered(folder: string, manifest: Manifest, stream: string): Promise<Altered> {
  const links = new Map<string, string>();
  for await (const [of, revision = '', link = ''] of rowsOfTable(folder, manifest, 'accounts.event_seal', [
    'stream',
    'revision',
    'link',
  ]))
    if (of === stream) links.set(revision, bytesOf(link));
  let link: Buffer = INITIAL_LINK;
  for (const segment of manifest.segments)
    for await (const event of eventsOf(folder, segment)) {
      if (event.stream !== stream) continue;
      link = linkOf(link, chainHashOf(event));
      if (links.get(String(event.revision)) !== link.toString('hex'))
        return alteredEvent(event, 'it is not the event that was sealed there');
    }
  return new Altered(`The seals of ${stream} were altered.`);
}

async function* rowsOfTable(
  folder: string,
  manifest: Manifest,
  name: string,
  columns: readonly string[],
): AsyncGenerator<readonly (string | undefined)[]> {
  const table = manifest.tables.find((one) => one.table === name);
  if (!table) return;
  const places = columns.map((column) => table.columns.indexOf(column));
  for await (const row of rowsOf(tablePath(folder, 'tables', manifest.number, name), table))
    yield places.map((place) => row[place]);
}

/** `\\x…`, as COPY writes bytes. */
const bytesOf = (text: string): string => text.replace(/^\\+x/, '');
