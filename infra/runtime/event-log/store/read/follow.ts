/**
 * Subscriptions: all events after a place, then all new events, once and in order. A subscriber pulls: the next page is
 * read when it has taken the last one. So a slow subscriber costs a page or two of memory and delays no other.
 */
import { DELETED, StreamDeleted, type LoggedEvent } from '../event.ts';
import { visibleOf } from '../known-streams.ts';
import { readableState, type Log } from '../log.ts';
import { PAGE_EVENTS } from './page.ts';
import { readAhead } from './read-ahead.ts';

/**
 * A page of events in order (`isShared`: other subscribers get the same objects from memory), the end of the log, or
 * the news that a subscriber at the end has fallen behind.
 */
export type Followed =
  | { readonly kind: 'events'; readonly events: readonly LoggedEvent[]; readonly isShared: boolean }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'fell-behind' };

/** The whole log after `position`, until `signal` aborts. */
export async function* followAll(
  { reader, tail }: Log,
  position: bigint,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  let isLive = false;
  while (!signal.aborted) {
    const recent = tail.after(position, PAGE_EVENTS);
    if (!recent) {
      if (isLive) yield { kind: 'fell-behind' };
      isLive = false;
      const nextUnlessInMemory = (page: readonly LoggedEvent[]): bigint | undefined => {
        const last = page.at(-1);
        return last && !signal.aborted && !tail.after(last.position, 1) ? last.position + 1n : undefined;
      };
      for await (const events of readAhead(position + 1n, (from) => reader.all('forwards', from), nextUnlessInMemory)) {
        yield { kind: 'events', events, isShared: false };
        position = events.at(-1)?.position ?? position;
      }
      continue;
    }
    const last = recent.at(-1);
    if (last) {
      position = last.position;
      yield { kind: 'events', events: recent, isShared: true };
    } else {
      if (!isLive) {
        isLive = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(position, signal);
    }
  }
}

/**
 * The events of a stream after `after` (-1n: all; 'end': only new ones), until `signal` aborts. The stream need not
 * exist yet. Events that the metadata hide are left out while catching up. New events are always given.
 * @throws StreamDeleted when the stream is tombstoned, or becomes so
 */
export async function* followStream(
  log: Log,
  stream: string,
  after: bigint | 'end',
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const { tail } = log;
  let revision = after === 'end' ? -1n : after;
  /** The position up to which this stream has been read; undefined until the table has been read to its end. */
  let known = after === 'end' ? tail.head : undefined;
  /** Events up to this position are not wanted: with 'end' their revisions are not known. */
  const begun = known ?? 0n;
  let isLive = false;
  while (!signal.aborted) {
    const recent = known === undefined ? undefined : tail.after(known, PAGE_EVENTS);
    if (!recent) {
      if (isLive) yield { kind: 'fell-behind' };
      isLive = false;
      const { head } = tail;
      for await (const events of olderEvents(log, stream, revision)) {
        const wanted = events.filter((event) => event.position > begun);
        if (wanted.length > 0) yield { kind: 'events', events: wanted, isShared: false };
        revision = events.at(-1)?.revision ?? revision;
        if (signal.aborted) return;
      }
      // The pages were read after `head` was taken, so events that they lack lie beyond it.
      known = head;
      continue;
    }
    const last = recent.at(-1);
    if (last) {
      known = last.position;
      const since = revision;
      const events = recent.filter((event) => event.stream === stream && event.revision > since);
      revision = events.at(-1)?.revision ?? revision;
      if (events.length > 0) yield { kind: 'events', events, isShared: true };
      // No event follows a tombstone.
      if (revision === DELETED) throw new StreamDeleted(stream);
    } else {
      if (!isLive) {
        isLive = true;
        yield { kind: 'caught-up' };
      }
      await tail.beyond(known ?? 0n, signal);
    }
  }
}

/** The visible events of a stream after `revision`, from the table. */
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
