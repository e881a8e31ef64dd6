/**
 * One collection of a dump: the places of its documents in the file, and each document when it is needed. A file of
 * `mongoexport` has a document a line, an array, or documents over several lines; one of `mongodump` has BSON documents
 * one after the other.
 */
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { deserialize } from 'bson';
import { type Doc, plainDocument } from './plain-values.ts';

export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

/** MongoDB takes documents of 16 MiB; its own fields may add a little. */
const DOCUMENT_BYTES_MAX = 17 * 1024 * 1024;
const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];

export class Collection {
  readonly name: string;
  readonly #file: number;
  readonly #path: string;

  constructor(name: string, path: string) {
    this.name = name;
    this.#path = path;
    this.#file = openSync(path, 'r');
  }

  /** In the order of the file. The last place may be of a document that was cut off. */
  places(): AsyncIterable<Place> | Iterable<Place> {
    return this.#isBson ? bsonPlaces(this.#file) : jsonPlaces(this.#path);
  }

  /**
   * Reads a few kilobytes of a local file at once: a turn of the thread pool would take longer.
   * @returns undefined where there is no readable document
   */
  read({ offset, bytes }: Place): Doc | undefined {
    const buffer = Buffer.allocUnsafe(bytes);
    if (readSync(this.#file, buffer, 0, bytes, offset) < bytes) return undefined;
    try {
      return plainDocument(
        this.#isBson ? deserialize(buffer, { validation: { utf8: false } }) : JSON.parse(buffer.toString('utf8')),
      );
    } catch {
      return undefined;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  get #isBson(): boolean {
    return this.#path.endsWith('.bson');
  }
}

/** Each outermost `{…}`. What lies between them, such as the brackets and commas of an array, has no meaning. */
async function* jsonPlaces(path: string): AsyncGenerator<Place> {
  let [before, depth, start] = [0, 0, 0];
  let [isText, isEscaped] = [false, false];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    // A byte at a time: an iterator would take several times as long.
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = depth > 0;
      else if (byte === OPEN) {
        if (depth === 0) start = before + index;
        depth += 1;
      } else if (byte === CLOSE && depth > 0) {
        depth -= 1;
        if (depth === 0) yield placeUpTo(start, before + index + 1);
      }
    }
    before += chunk.length;
    if (depth > 0 && before - start > 4 * DOCUMENT_BYTES_MAX) break;
  }
  if (depth > 0) yield placeUpTo(start, before);
}

const placeUpTo = (offset: number, end: number): Place => ({ offset, bytes: end - offset });

/** Each document begins with its length in four bytes. After a length that cannot be, nothing more can be found. */
function* bsonPlaces(file: number): Generator<Place> {
  const { size } = fstatSync(file);
  const length = Buffer.alloc(4);
  for (let offset = 0; offset < size;) {
    const bytes = readSync(file, length, 0, 4, offset) === 4 ? length.readInt32LE() : 0;
    const isPossible = bytes >= 5 && bytes <= DOCUMENT_BYTES_MAX && offset + bytes <= size;
    yield isPossible ? { offset, bytes } : { offset, bytes: Math.min(size - offset, 4) };
    if (!isPossible) return;
    offset += bytes;
  }
}
