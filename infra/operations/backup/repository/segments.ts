/** The log in a folder of backups: files of successive events, each as an exported file (`infra/operations/events/README.md`). */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EventFile } from '../../events/file/event-file.ts';
import { lineOf, summaryLineOf } from '../../events/file/event-line.ts';
import type { StoredEvent } from '../../events/log/stored-event.ts';
import { Digest } from '../../events/transfer/event-identity.ts';
import { Altered, Failure } from '../failures.ts';
import { GzipFile, gunzipped } from './gzip-file.ts';
import { markOf, numbered, type Segment, segmentPath } from './manifest.ts';

/**
 * `most`: events of a file. `small`: a last file with fewer events than this is written again with what follows, so that
 * hourly runs stay few files.
 */
const SIZES = { most: 50_000, small: 5_000 };

/**
 * Writes the events that follow `before`.
 * @param events may be called once
 * @returns all segments: those of before, of which a small last one is replaced, and the new ones
 */
export async function appendSegments(
  folder: string,
  before: readonly Segment[],
  events: AsyncIterable<StoredEvent>,
  sizes = SIZES,
): Promise<readonly Segment[]> {
  await mkdir(join(folder, 'log'), { recursive: true, mode: 0o700 });
  const more = events[Symbol.asyncIterator]();
  let next = await more.next();
  if (next.done) return before;
  const last = before.at(-1);
  const isReplaced = last !== undefined && last.count < sizes.small;
  const segments = isReplaced ? before.slice(0, -1) : [...before];
  let number = Number(last?.file.slice(0, 8) ?? 0);
  let writing: SegmentWriter | undefined;
  try {
    if (isReplaced) {
      writing = new SegmentWriter(folder, (number += 1));
      for await (const event of eventsOf(folder, last)) await writing.add(event);
    }
    for (; !next.done; next = await more.next()) {
      writing ??= new SegmentWriter(folder, (number += 1));
      await writing.add(next.value);
      if (writing.count < sizes.most) continue;
      segments.push(await writing.close());
      writing = undefined;
    }
    if (writing) segments.push(await writing.close());
    return segments;
  } catch (error) {
    await writing?.abandon();
    throw error;
  }
}

class SegmentWriter {
  readonly #name: string;
  readonly #file: GzipFile;
  readonly #digest = new Digest();
  #first: StoredEvent | undefined;
  #last: StoredEvent | undefined;
  count = 0;

  constructor(folder: string, number: number) {
    this.#name = `${numbered(number)}.ndjson.gz`;
    this.#file = new GzipFile(segmentPath(folder, { file: this.#name }));
  }

  async add(event: StoredEvent): Promise<void> {
    this.#first ??= event;
    this.#last = event;
    this.count += 1;
    this.#digest.add(event);
    await this.#file.write(lineOf(event));
  }

  async close(): Promise<Segment> {
    const { count, sha256 } = this.#digest.summary();
    await this.#file.write(summaryLineOf({ count, sha256 }));
    const bytes = await this.#file.close();
    if (!this.#first || !this.#last) throw new Error('A segment has at least one event');
    return { file: this.#name, first: markOf(this.#first), last: markOf(this.#last), count, sha256, bytes };
  }

  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}

/** The events of a file, which is compared with the manifest. @throws Altered */
export async function* eventsOf(folder: string, segment: Segment): AsyncGenerator<StoredEvent> {
  const path = segmentPath(folder, segment);
  const file = new EventFile(path, gunzipped(path));
  try {
    yield* file.events();
    const { count, sha256 } = file.whole();
    if (count === segment.count && sha256 === segment.sha256) return;
  } catch (error) {
    if (error instanceof Failure && !(error instanceof Altered))
      throw new Altered(`${path} is damaged: ${error.message}`);
    throw error;
  }
  throw new Altered(`${path} is damaged: it is not the file that the backup made.`);
}

/** @param skip how many events at the beginning are left out; whole files of them are not read */
export async function* allEvents(folder: string, segments: readonly Segment[], skip = 0): AsyncGenerator<StoredEvent> {
  let left = skip;
  for (const segment of segments) {
    if (left >= segment.count) {
      left -= segment.count;
      continue;
    }
    for await (const event of eventsOf(folder, segment)) {
      if (left > 0) left -= 1;
      else yield event;
    }
  }
}
