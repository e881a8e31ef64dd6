/**
 * EventStoreDB's rules for a write, pure. With an exact revision the answer is always right: the same ids at the same
 * place are the same append, repeated. With `no_stream` too, but for a stream that was deleted: what begins it again
 * does not begin at its first revision, so that its repetition is refused, or, after a further deletion, written. With
 * `any` and `stream_exists` it is a best effort over recently written events. All of this there as here. (The behaviour
 * of its `IndexWriter.CheckCommit` and of its own table of cases, `appending_to_implicitly_created_stream`.)
 */
import { DELETED, NO_EVENTS, type Expected } from '../event.ts';

export interface Place {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** What a decision needs to know of a stream. */
export interface StreamFacts {
  /** The revision of the last event: `NO_EVENTS`, or `DELETED` for a tombstone. */
  readonly head: bigint;
  /** Its metadata say that it is deleted, and it has not been written to since. */
  readonly deleted: boolean;
  /** There are metadata of it, which is enough to exist. */
  readonly hasMetadata: boolean;
  /** The event at a revision above the expected one; only asked where the expected revision lies before the head. */
  at(revision: bigint): Place | undefined;
  /** A recently written event of this stream. */
  find(id: string): Place | undefined;
}

export type Decision =
  | { readonly kind: 'write' }
  | { readonly kind: 'repeated'; readonly last: Place }
  | { readonly kind: 'wrong-version' }
  | { readonly kind: 'deleted' };

export const revisionBefore = (expected: bigint | 'no_stream'): bigint =>
  expected === 'no_stream' ? NO_EVENTS : expected;

export function decideAppend(expected: Expected, ids: readonly string[], stream: StreamFacts): Decision {
  if (stream.head === DELETED) return { kind: 'deleted' };
  if (expected === 'any' || expected === 'stream_exists') {
    const missing = expected === 'stream_exists' ? missingOf(stream) : undefined;
    if (missing) return missing;
    const places = ids.map((id) => stream.find(id));
    return repeated(places) ?? (places[0] ? { kind: 'wrong-version' } : { kind: 'write' });
  }
  const before = revisionBefore(expected);
  if (before === stream.head) return { kind: 'write' };
  if (before > stream.head) return { kind: 'wrong-version' };
  const places = ids.map((id, index) => {
    const place = stream.at(before + 1n + BigInt(index));
    return place?.id === id ? place : undefined;
  });
  // To who writes a deleted stream anew it is no stream, although its revisions go on.
  const anew = expected === 'no_stream' && stream.deleted && ids.length > 0 && !places[0];
  return repeated(places) ?? { kind: anew ? 'write' : 'wrong-version' };
}

/** A deletion is no event of anybody's, so it never repeats one: done twice it is done twice, or refused. */
export function decideDeletion(kind: 'delete' | 'tombstone', expected: Expected, stream: StreamFacts): Decision {
  const decision = decideAppend(expected, ['the deletion itself'], stream);
  const nothingThere = kind === 'delete' && stream.head === NO_EVENTS && !stream.hasMetadata;
  return decision.kind === 'write' && nothingThere ? { kind: 'wrong-version' } : decision;
}

function missingOf({ head, deleted, hasMetadata }: StreamFacts): Decision | undefined {
  if (deleted) return { kind: 'deleted' };
  return head === NO_EVENTS && !hasMetadata ? { kind: 'wrong-version' } : undefined;
}

/** All of them are there: the append has been written before. */
function repeated(places: readonly (Place | undefined)[]): Decision | undefined {
  const last = places.at(-1);
  return last && places.every((place) => place !== undefined) ? { kind: 'repeated', last } : undefined;
}
