/** Follows the log for ever. A subscription of the client library may end, also without an error, and stays ended. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  eventTypeFilter,
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type RecordedEvent,
} from '@eventstore/db-client';
import { Backoff } from '../concurrency/backoff.ts';
import type { Logger } from '../process/logger.ts';
import { itemsOf } from './call-stream.ts';
import { findPlace, placeOf } from './place.ts';
import { AnotherLog, type EventLog, type Position, type StoredEvent } from './port.ts';
import type { RecentEvents } from './recent-events.ts';
import { withoutPayload } from './stored-form.ts';

const BACKOFF = { firstMs: 50, mostMs: 5_000 };

export async function* followLog(
  client: EventStoreDBClient,
  options: Parameters<EventLog['follow']>[0] &
    Pick<EventLog, 'headAt'> & {
      /** Gets the events of the current subscription. */
      recent: RecentEvents | undefined;
    },
  logger: Logger,
): AsyncGenerator<StoredEvent> {
  const { signal, headAt } = options;
  let last = options.after;
  const backoff = new Backoff(BACKOFF);
  while (!signal.aborted) {
    try {
      // A server may come back with another log, such as a backup. Its new events lie before our position, so a
      // subscription would wait without an error, or be refused for ever.
      if (last && !(await findPlace({ headAt }, last))?.isHere)
        throw new AnotherLog('The log that was followed is not there any more');
      for await (const event of subscription(client, { ...options, after: last?.position })) {
        last = placeOf(event) ?? last;
        backoff.reset();
        yield event;
      }
      if (!signal.aborted) logger.info('the subscription to the log has ended: subscribing again');
    } catch (error) {
      if (error instanceof AnotherLog) throw error;
      if (!signal.aborted) logger.warn({ error }, 'the subscription to the log was lost: subscribing again');
    }
    await delay(backoff.nextMs() * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

/** One subscription, until it ends, fails, or `signal` aborts. */
async function* subscription(
  client: EventStoreDBClient,
  {
    prefixes,
    types,
    after,
    signal,
    onCaughtUp,
    recent,
  }: {
    prefixes: readonly string[];
    types?: readonly string[];
    after: Position | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
    recent: RecentEvents | undefined;
  },
): AsyncGenerator<StoredEvent> {
  const events = client.subscribeToAll({
    fromPosition: after ?? START,
    filter: types ? eventTypeFilter({ prefixes: [...types] }) : streamNameFilter({ prefixes: [...prefixes] }),
  });
  // The server compares one of both, and the beginning only.
  const isWanted = ({ streamId, type }: RecordedEvent): boolean =>
    !types || (types.includes(type) && prefixes.some((prefix) => streamId.startsWith(prefix)));
  const { orStopped, forget } = untilStopped<AllStreamResolvedEvent>(signal);
  // The library emits 'caughtUp' when the end has arrived. The events in its buffer must be handed out before
  // `onCaughtUp` is called. After an abort it is not called: the rest of the buffer is drained, not handed out.
  let ahead: number | undefined;
  let isBusy = false;
  const atEnd = (): void => {
    if (ahead !== 0 || isBusy || signal.aborted) return;
    ahead = undefined;
    onCaughtUp?.();
  };
  let arrived: NodeJS.Immediate | undefined;
  events.on('caughtUp', () => {
    // An event that has left the library's buffer may not have reached this loop yet.
    arrived = setImmediate(() => {
      ahead = events.readableLength;
      atEnd();
    });
  });
  try {
    for await (const { event } of itemsOf(events, () => events.unsubscribe(), orStopped)) {
      if (ahead) ahead -= 1;
      if (!event || !isWanted(event)) continue;
      isBusy = true;
      recent?.add(event);
      yield withoutPayload(event);
      isBusy = false;
      atEnd();
    }
  } finally {
    clearImmediate(arrived);
    forget();
    // The next subscription may be to another log.
    recent?.clear();
  }
}

/**
 * Ends the wait for an item when `signal` aborts. One listener serves all items: a race with one long-lived promise
 * would leak an entry for each item.
 */
function untilStopped<Item>(signal: AbortSignal): {
  orStopped: (item: Promise<IteratorResult<Item>>) => Promise<IteratorResult<Item>>;
  forget: () => void;
} {
  let end = (): void => undefined;
  const onAbort = (): void => end();
  signal.addEventListener('abort', onAbort);
  return {
    orStopped: (item) =>
      new Promise((resolve, reject) => {
        end = () => resolve({ done: true, value: undefined });
        item.then(resolve, reject);
        if (signal.aborted) end();
      }),
    forget: () => signal.removeEventListener('abort', onAbort),
  };
}
