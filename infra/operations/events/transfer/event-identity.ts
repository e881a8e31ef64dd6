/**
 * The identity of an event, as bytes. Two events are the same when their identities are equal. The hash of a log covers
 * the identities of its events.
 *
 * Seven netstrings (`<length in bytes, decimal>:<bytes>,`): stream, revision, id, type, content type, data, metadata.
 * Text is UTF-8, the id in lower case with hyphens, data and metadata byte for byte. Position and time are left out:
 * the target sets them.
 *
 * Two kinds of events the target creates itself, with other ids and perhaps another JSON text:
 * - a tombstone is its stream, revision and type; the other four fields are empty;
 * - an event of type `$metadata` in a stream `$$…` has an empty id, and JSON data in the canonical form of RFC 8785.
 */
import { createHash } from 'node:crypto';
import { isTombstone, jsonOf, streamOfMetadata, type StoredEvent } from '../log/stored-event.ts';

export function identityOf(event: StoredEvent): Buffer {
  const { stream, revision, id, type, contentType, data, metadata } = event;
  const place = [stream, revision.toString()];
  if (isTombstone(event)) return netstrings([...place, '', type, '', '', '']);
  if (streamOfMetadata(event) !== undefined)
    return netstrings([...place, '', type, contentType, canonical(data), metadata]);
  return netstrings([...place, id, type, contentType, data, metadata]);
}

export const isSame = (one: StoredEvent, other: StoredEvent): boolean => identityOf(one).equals(identityOf(other));

/** The names of the fields that differ, for messages. */
export function differenceOf(one: StoredEvent, other: StoredEvent): string {
  const fields = (['type', 'id', 'contentType', 'data', 'metadata'] as const).filter(
    (field) => !isSame(one, { ...one, [field]: other[field] }),
  );
  return fields.map((field) => (field === 'contentType' ? 'content type' : field)).join(', ');
}

export interface Summary {
  readonly count: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** Counts events and hashes them in order. */
export class Digest {
  readonly #hash = createHash('sha256');
  #count = 0;

  add(event: StoredEvent): void {
    this.#hash.update(identityOf(event));
    this.#count += 1;
  }

  /** May be called between additions. */
  summary(): Summary {
    return { count: this.#count, sha256: this.#hash.copy().digest('hex') };
  }
}

function netstrings(fields: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = typeof field === 'string' ? Buffer.from(field, 'utf8') : field;
      return [Buffer.from(`${bytes.length}:`), bytes, COMMA];
    }),
  );
}
const COMMA = Buffer.from(',');

/** RFC 8785: members sorted by name, numbers as in JavaScript, no spaces. */
function canonical(json: Uint8Array): string | Uint8Array {
  const value = jsonOf(json);
  return value === undefined ? json : canonicalText(value);
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(',')}}`;
}
