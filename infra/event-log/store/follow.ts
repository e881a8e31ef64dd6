/**
 * Subscriptions: everything after a place, then everything that comes, once and in order. A subscriber pulls: the next page is fetched only
 * when the last one has been taken, so that a slow one costs a page of memory and nobody waits for it.
 */
import type { LoggedEvent } from './event.ts';
import type { Reader } from './reader.ts';
import type { Tail } from './tail.ts';

const PAGE = 500;

/** A page of events in order; or that the end has been reached; or that a subscriber who had reached it has been left behind. */
export type Followed = { readonly kind: 'events'; readonly events: readonly LoggedEvent[] } | { readonly kind: 'caught-up' } | { readonly kind: 'fell-behind' };

export interface Log {
  readonly reader: Reader;
  readonly tail: Tail;
}

/** The whole log after `position`, until `signal` aborts. */
export async function* followAll({ reader, tail }: Log, position: bigint, signal: AbortSignal): AsyncGenerator<Followed> {
  let live = false;
  while (!signal.aborted) {
    const recent = tail.after(position, PAGE);
    if (!recent && live) {
      live = false;
      yield { kind: 'fell-behind' };
    }
    const events = recent ?? (await reader.all('forwards', position + 1n, PAGE));
    const last = events.at(-1);
    if (last) {
      position = last.position;
      yield { kind: 'events', events };
    } else {
      if (!live) {
        live = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(position, signal);
    }
  }
}

/** A stream after `revision` (-1n: all of it), until `signal` aborts. The stream need not exist yet. */
export async function* followStream({ reader, tail }: Log, stream: string, revision: bigint, signal: AbortSignal): AsyncGenerator<Followed> {
  let live = false;
  /** How far in the whole log this stream is known; undefined until the table has been read to its end. */
  let known: bigint | undefined;
  while (!signal.aborted) {
    const recent = known === undefined ? undefined : tail.after(known, PAGE);
    if (!recent) {
      if (live) yield { kind: 'fell-behind' };
      live = false;
      const head = tail.head;
      const events = await reader.stream(stream, 'forwards', revision + 1n, PAGE);
      const last = events.at(-1);
      // The page was read after `head`, so what it does not hold lies beyond.
      known = last ? undefined : head;
      if (last) {
        revision = last.revision;
        yield { kind: 'events', events };
      }
      continue;
    }
    const last = recent.at(-1);
    if (last) {
      known = last.position;
      const since = revision;
      const events = recent.filter((event) => event.stream === stream && event.revision > since);
      revision = events.at(-1)?.revision ?? revision;
      if (events.length > 0) yield { kind: 'events', events };
    } else {
      if (!live) {
        live = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(known ?? 0n, signal);
    }
  }
}
