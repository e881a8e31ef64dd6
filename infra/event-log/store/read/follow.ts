/**
 * Subscriptions: everything after a place, then everything that comes, once and in order. A subscriber pulls: the next
 * page is fetched only when the last one has been taken, so that a slow one costs a page or two of memory and nobody
 * waits for it.
 */
import { DELETED, StreamDeleted, type LoggedEvent } from '../event.ts';
import { visibleOf } from '../known-streams.ts';
import { readableState, type Log } from '../log.ts';
import { PAGE_EVENTS } from './page.ts';
import { readAhead } from './read-ahead.ts';

/**
 * A page of events in order, `shared` when other subscribers get the very same objects from memory; or that the end has
 * been reached; or that a subscriber who had reached it has been left behind.
 */
export type Followed =
  | { readonly kind: 'events'; readonly events: readonly LoggedEvent[]; readonly shared: boolean }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'fell-behind' };

/** The whole log after `position`, until `signal` aborts. */
export async function* followAll(
  { reader, tail }: Log,
  position: bigint,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  let live = false;
  while (!signal.aborted) {
    const recent = tail.after(position, PAGE_EVENTS);
    if (!recent) {
      if (live) yield { kind: 'fell-behind' };
      live = false;
      const untilMemoryHasIt = (page: readonly LoggedEvent[]): bigint | undefined => {
        const last = page.at(-1);
        return last && !signal.aborted && !tail.after(last.position, 1) ? last.position + 1n : undefined;
      };
      for await (const events of readAhead(position + 1n, (from) => reader.all('forwards', from), untilMemoryHasIt)) {
        yield { kind: 'events', events, shared: false };
        position = events.at(-1)?.position ?? position;
      }
      continue;
    }
    const last = recent.at(-1);
    if (last) {
      position = last.position;
      yield { kind: 'events', events: recent, shared: true };
    } else {
      if (!live) {
        live = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(position, signal);
    }
  }
}

/**
 * A stream after `revision` (-1n: all of it; 'end': what comes), until `signal` aborts. The stream need not exist yet.
 * What its metadata hide is left out while catching up; what comes later is given as it comes.
 * @throws StreamDeleted when it is tombstoned, or becomes so
 */
export async function* followStream(
  log: Log,
  stream: string,
  after: bigint | 'end',
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const { tail } = log;
  let revision = after === 'end' ? -1n : after;
  /** How far in the whole log this stream is known; undefined until the table has been read to its end. */
  let known = after === 'end' ? tail.head : undefined;
  /** What lies up to here is not wanted, although its revisions are not known. */
  const begun = known ?? 0n;
  let live = false;
  while (!signal.aborted) {
    const recent = known === undefined ? undefined : tail.after(known, PAGE_EVENTS);
    if (!recent) {
      if (live) yield { kind: 'fell-behind' };
      live = false;
      const { head } = tail;
      for await (const events of olderEvents(log, stream, revision)) {
        const wanted = events.filter((event) => event.position > begun);
        if (wanted.length > 0) yield { kind: 'events', events: wanted, shared: false };
        revision = events.at(-1)?.revision ?? revision;
        if (signal.aborted) return;
      }
      // The pages were read after `head`, so what they do not hold lies beyond.
      known = head;
      continue;
    }
    const last = recent.at(-1);
    if (last) {
      known = last.position;
      const since = revision;
      const events = recent.filter((event) => event.stream === stream && event.revision > since);
      revision = events.at(-1)?.revision ?? revision;
      if (events.length > 0) yield { kind: 'events', events, shared: true };
      // The tombstone is the last thing to be seen.
      if (revision === DELETED) throw new StreamDeleted(stream);
    } else {
      if (!live) {
        live = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(known ?? 0n, signal);
    }
  }
}

/** The events of a stream after `revision` that are to be seen, as far as the table has them. */
async function* olderEvents(log: Log, stream: string, revision: bigint): AsyncGenerator<readonly LoggedEvent[]> {
  const state = await readableState(log, stream);
  if (!state || state.head <= revision) return;
  const seen = visibleOf(state, Date.now());
  const next = (page: readonly LoggedEvent[]): bigint | undefined => {
    const last = page.at(-1);
    return last && last.revision < state.head ? last.revision + 1n : undefined;
  };
  yield* readAhead(revision + 1n, (from) => log.reader.stream(stream, 'forwards', from, PAGE_EVENTS, seen), next);
}
