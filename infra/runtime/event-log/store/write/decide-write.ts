/**
 * EventStoreDB's rules for a write, as pure functions. They follow its `IndexWriter.CheckCommit` and the cases of its
 * `appending_to_implicitly_created_stream`. A repeated append is recognised by its event ids:
 * - With an exact revision always: the same ids at the same place are the same append.
 * - With `no_stream` always, except for a deleted stream. An append that begins a deleted stream does not begin at
 *   revision 0, so its repetition is refused, or written after a further deletion.
 * - With `any` and `stream_exists` only among recently written events.
 */
import { DELETED, NO_EVENTS, type Expected } from '../event.ts';

export interface StoredEventPosition {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** The facts of a stream that a decision needs. */
export interface StreamFacts {
  /** The revision of the last event; `NO_EVENTS`, or `DELETED` for a tombstone. */
  readonly head: bigint;
  /** The metadata say that the stream is deleted, and no event has been written since. */
  readonly isDeleted: boolean;
  /** The stream has metadata, and so it exists. */
  readonly hasMetadata: boolean;
  /** The event at a revision. Only called for revisions above the expected one when that is before the head. */
  at(revision: bigint): StoredEventPosition | undefined;
  /** A recently written event of this stream with this id. */
  find(id: string): StoredEventPosition | undefined;
}

export type Decision =
  | { readonly kind: 'write' }
  | { readonly kind: 'repeated'; readonly last: StoredEventPosition }
  | { readonly kind: 'wrong-version' }
  | { readonly kind: 'deleted' };

export const revisionBefore = (expected: bigint | 'no_stream'): bigint =>
  expected === 'no_stream' ? NO_EVENTS : expected;

export function decideAppend(expected: Expected, ids: readonly string[], stream: StreamFacts): Decision {
  if (stream.head === DELETED) return { kind: 'deleted' };
  if (expected === 'any' || expected === 'stream_exists') {
    const missing = expected === 'stream_exists' ? missingOf(stream) : undefined;
    if (missing) return missing;
    const positions = ids.map((id) => stream.find(id));
    return repeated(positions) ?? (positions[0] ? { kind: 'wrong-version' } : { kind: 'write' });
  }
  const before = revisionBefore(expected);
  if (before === stream.head) return { kind: 'write' };
  if (before > stream.head) return { kind: 'wrong-version' };
  const positions = ids.map((id, index) => {
    const position = stream.at(before + 1n + BigInt(index));
    return position?.id === id ? position : undefined;
  });
  // A deleted stream counts as no stream, although its revisions continue.
  const isRecreation = expected === 'no_stream' && stream.isDeleted && ids.length > 0 && !positions[0];
  return repeated(positions) ?? { kind: isRecreation ? 'write' : 'wrong-version' };
}

/** A deletion has no event id, so it never counts as repeated: a second one is done or refused. */
export function decideDeletion(kind: 'delete' | 'tombstone', expected: Expected, stream: StreamFacts): Decision {
  const decision = decideAppend(expected, ['the deletion itself'], stream);
  const nothingThere = kind === 'delete' && stream.head === NO_EVENTS && !stream.hasMetadata;
  return decision.kind === 'write' && nothingThere ? { kind: 'wrong-version' } : decision;
}

function missingOf({ head, isDeleted, hasMetadata }: StreamFacts): Decision | undefined {
  if (isDeleted) return { kind: 'deleted' };
  return head === NO_EVENTS && !hasMetadata ? { kind: 'wrong-version' } : undefined;
}

/** When all events exist, the append has been written before. */
function repeated(positions: readonly (StoredEventPosition | undefined)[]): Decision | undefined {
  const last = positions.at(-1);
  return last && positions.every((position) => position !== undefined) ? { kind: 'repeated', last } : undefined;
}
