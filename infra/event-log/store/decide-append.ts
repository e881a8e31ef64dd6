/**
 * EventStoreDB's rules for an append, pure. With an exact revision (or `no_stream`) the answer is always right: the same ids at the same
 * place are the same append, repeated. With `any` and `stream_exists` it is a best effort over recently written events, there as here.
 */
import type { Expected } from './event.ts';

export interface Place {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** What a decision needs to know of a stream. */
export interface StreamState {
  /** The revision of the last event, -1n where there is no stream. */
  readonly head: bigint;
  /** The event at a revision above the expected one; only asked where the expected revision lies before the head. */
  at(revision: bigint): Place | undefined;
  /** A recently written event of this stream. */
  find(id: string): Place | undefined;
}

export type Decision =
  | { readonly kind: 'write' }
  | { readonly kind: 'repeated'; readonly last: Place }
  | { readonly kind: 'wrong-version' };

export const revisionBefore = (expected: bigint | 'no_stream'): bigint => (expected === 'no_stream' ? -1n : expected);

export function decideAppend(expected: Expected, ids: readonly string[], stream: StreamState): Decision {
  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists' && stream.head < 0n) return { kind: 'wrong-version' };
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
  return repeated(places) ?? { kind: 'wrong-version' };
}

/** All of them are there: the append has been written before. */
function repeated(places: readonly (Place | undefined)[]): Decision | undefined {
  const last = places.at(-1);
  return last && places.every((place) => place !== undefined) ? { kind: 'repeated', last } : undefined;
}
