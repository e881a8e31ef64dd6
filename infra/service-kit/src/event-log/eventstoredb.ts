/**
 * The one adapter of the port, over `@eventstore/db-client`. This file and its neighbours deal with the faults of the
 * library (docs/architecture.md, "The event log's client"):
 * - Its reads have no deadline, its appends none of their own: `withTimeout`.
 * - One failing connection rejects all appends of the process that are under way, and a late append may still be
 *   written: UnknownOutcome.
 * - Its subscriptions end and do not come back: `follow.ts`.
 * - Without `throwOnAppendFailure` it invents revisions: the option stays on.
 */
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  START,
  type RecordedEvent,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { withTimeout } from '../concurrency/with-timeout.ts';
import type { Logger } from '../process/logger.ts';
import { itemsOf } from './call-stream.ts';
import { appendFailure, isMissing, readFailure } from './failures.ts';
import { followLog } from './follow.ts';
import {
  LogUnavailable,
  MalformedEvent,
  UnknownOutcome,
  type EventLog,
  type PatientKeys,
  type Position,
  type StoredEvent,
} from './port.ts';
import { RecentEvents } from './recent-events.ts';
import { fromStoredForm, fromStoredForms, keyOwnerOf, rawForm, toStoredForm, withoutPayload } from './stored-form.ts';

/** The server drops an append that it has not begun after this time. */
const APPEND_MS = 5_000;
/** The longest wait for the answer to an append: longer than the server's deadline, so that its own answer arrives. */
const ANSWER_MS = 6_000;
/** The longest wait for the next event of a read. */
const READ_MS = 5_000;
/** Events in a page of `readRaw`. */
const RAW_PAGE = 200;

/** @param options.url connection string such as `esdb://127.0.0.1:2113?tls=false`; nothing is sent before a call */
export function connectEventLog({ url, keys, logger }: { url: string; keys: PatientKeys; logger: Logger }): EventLog {
  const client = EventStoreDBClient.connectionString(url);
  /** The first burst of appends of a new client may hang (observed): one small read goes before it. */
  let warm: Promise<unknown> | undefined;
  const warmUp = (): Promise<unknown> => (warm ??= newest('warm-up').catch(() => (warm = undefined)));

  const recent = new RecentEvents();

  const newest = async (stream: string): Promise<RecordedEvent | undefined> => {
    for await (const event of recorded(
      client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    ))
      return event;
    return undefined;
  };

  const headAt: EventLog['headAt'] = async (stream, revision) => {
    if (revision === 'end') {
      const last = await newest(stream);
      return last && withoutPayload(last);
    }
    for await (const event of recorded(client.readStream(stream, { fromRevision: revision, maxCount: 1 })))
      return event.revision === revision ? withoutPayload(event) : undefined;
    return undefined;
  };

  return {
    async append(stream, expected, newEvents) {
      const owner = keyOwnerOf(stream, newEvents);
      await warmUp();
      // Encrypts and sends without a wait in between: `withKey` holds the key against destruction meanwhile.
      const send = async (key?: Buffer): Promise<bigint> => {
        const stored = newEvents.map((event) => toStoredForm(stream, event, key));
        try {
          const late = (): Error => new UnknownOutcome(`The event log has not answered within ${ANSWER_MS} ms`);
          const { nextExpectedRevision } = await withTimeout(
            ANSWER_MS,
            client.appendToStream(stream, stored, { expectedRevision: expected, deadline: APPEND_MS }),
            late,
          );
          return nextExpectedRevision;
        } catch (error) {
          throw appendFailure(stream, error);
        }
      };
      return owner === undefined ? send() : keys.withKey(owner, send);
    },

    async *readStream(stream, { from = 0n, maxCount } = {}) {
      const read = client.readStream(stream, { fromRevision: from, ...(maxCount === undefined ? {} : { maxCount }) });
      for await (const event of recorded(read)) yield await fromStoredForm(event, keys);
    },

    readRecent(stream, { from, maxCount }) {
      const events = recent.from(stream, from, maxCount);
      return events && decrypted(events, keys);
    },

    async end() {
      for await (const { position } of recorded(
        client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }),
      ))
        return position;
      return undefined;
    },

    async readLast(stream) {
      const event = await newest(stream);
      return event && fromStoredForm(event, keys);
    },

    headAt,

    async *readRaw(stream) {
      for await (const recordedEvent of fromDisk(client, stream)) {
        const raw = rawForm(recordedEvent);
        const read = await fromStoredForm(recordedEvent, keys).catch((error: unknown) => {
          if (error instanceof MalformedEvent) return error;
          throw error;
        });
        yield read instanceof MalformedEvent
          ? { raw, event: undefined, broken: read.reason }
          : { raw, event: read, broken: undefined };
      }
    },

    async *readAllRaw({ after, maxCount }) {
      for await (const event of recorded(client.readAll({ fromPosition: after ?? START, maxCount }))) {
        // The server begins with the event at the position, which the caller has already.
        const isKnown = after && event.position && event.position.commit <= after.commit;
        if (!isKnown) yield rawForm(event);
      }
    },

    async readAll({ prefixes, after, maxCount }) {
      const wanted: RecordedEvent[] = [];
      let last: Position | undefined;
      await takeAll(client.readAll({ fromPosition: after ?? START, maxCount }), (event) => {
        if (!event.position || (after && event.position.commit <= after.commit)) return;
        last = event.position;
        if (prefixes.some((prefix) => event.streamId.startsWith(prefix))) wanted.push(event);
      });
      return { events: await fromStoredForms(wanted, keys), last };
    },

    follow: (options) => followLog(client, { ...options, headAt, recent: options.keepsRecent && recent }, logger),

    close: () => client.dispose(),
  };
}

/**
 * A stream in order, as it lies on the disk. The embedded log answers a forward read of recent events from memory, also
 * when the disk holds something else by now. A backward read goes to the disk. So each page is read backwards and
 * reversed.
 */
async function* fromDisk(client: EventStoreDBClient, stream: string): AsyncGenerator<RecordedEvent> {
  for (let from = 0n; ; from += BigInt(RAW_PAGE)) {
    const page: RecordedEvent[] = [];
    const read = client.readStream(stream, {
      direction: BACKWARDS,
      fromRevision: from + BigInt(RAW_PAGE) - 1n,
      maxCount: RAW_PAGE,
    });
    for await (const event of recorded(read)) if (event.revision >= from) page.push(event);
    if (page.length === 0) return;
    yield* page.reverse();
  }
}

async function* decrypted(events: readonly RecordedEvent[], keys: PatientKeys): AsyncGenerator<StoredEvent> {
  for (const event of events) yield await fromStoredForm(event, keys);
}

/** The events of a read; none where there is no stream. @throws LogUnavailable */
async function* recorded(read: StreamingRead<ResolvedEvent>): AsyncGenerator<RecordedEvent> {
  const late = (): Error => new LogUnavailable('The event log does not answer');
  try {
    for await (const { event } of itemsOf(
      read,
      () => read.cancel(),
      (item) => withTimeout(READ_MS, item, late),
    ))
      if (event) yield event;
  } catch (error) {
    if (!isMissing(error)) throw readFailure(error);
  }
}

/**
 * Gives each event of a read to `take`, as soon as it arrives. For reads of many events: an iterator makes ten promises
 * and a timer for each of them.
 * @throws LogUnavailable
 */
function takeAll(read: ReturnType<EventStoreDBClient['readAll']>, take: (event: RecordedEvent) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(deadline);
      reject(readFailure(error));
    };
    const deadline = setTimeout(() => {
      read.cancel().catch(() => undefined);
      fail(new LogUnavailable('The event log does not answer'));
    }, READ_MS);
    read.on('data', ({ event }: ResolvedEvent) => {
      deadline.refresh();
      if (event) take(event);
    });
    // It stays after the end: the library emits late errors, and an error without a listener would end the process.
    read.on('error', fail);
    read.on('end', () => {
      clearTimeout(deadline);
      resolve();
    });
  });
}
