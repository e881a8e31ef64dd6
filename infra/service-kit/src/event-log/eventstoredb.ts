/**
 * The one adapter of the port, over `@eventstore/db-client`. What the library does wrong is dealt with here and in the
 * files beside it (architecture, "What the client library does wrong"):
 * - its reads have no deadline and its appends none of their own → `patience.ts`;
 * - one failing connection rejects all appends under way in the process, and an append that ran late may still be
 *   written → UnknownOutcome;
 * - its subscriptions end and do not come back → `follow.ts`;
 * - without `throwOnAppendFailure` it invents revisions → it stays on.
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
import type { Logger } from '../process/logger.ts';
import { appendFailure, isMissing, readFailure } from './failures.ts';
import { followLog } from './follow.ts';
import { itemsOf, within } from './patience.ts';
import { LogUnavailable, MalformedEvent, UnknownOutcome, type EventLog, type PatientKeys } from './port.ts';
import { fromStoredForm, patientOf, rawForm, toStoredForm, withoutPayload } from './stored-form.ts';

/** The server drops an append that it has not begun by then. */
const APPEND_MS = 5_000;
/** After this the answer is not waited for: longer than the server's deadline, so that its own answer is heard. */
const ANSWER_MS = 6_000;
/** Longest wait for the next event of a read. */
const READ_MS = 5_000;
/** Events of a page that is read for what lies there. */
const RAW_PAGE = 200;

/**
 * @param options.url connection string such as `esdb://127.0.0.1:2113?tls=false`. Nothing is sent before the first
 * call.
 */
export function connectEventLog({ url, keys, log }: { url: string; keys: PatientKeys; log: Logger }): EventLog {
  const client = EventStoreDBClient.connectionString(url);
  /** A fresh client's first burst of appends has been seen to hang: one small read goes before. */
  let warm: Promise<unknown> | undefined;
  const warmUp = (): Promise<unknown> => (warm ??= newest('warm-up').catch(() => (warm = undefined)));

  const newest = async (stream: string): Promise<RecordedEvent | undefined> => {
    for await (const event of recorded(
      client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    ))
      return event;
    return undefined;
  };

  const headAt: EventLog['headAt'] = async (stream, revision) => {
    for await (const event of recorded(client.readStream(stream, { fromRevision: revision, maxCount: 1 })))
      return event.revision === revision ? withoutPayload(event) : undefined;
    return undefined;
  };

  return {
    async append(stream, expected, newEvents) {
      const patient = patientOf(stream, newEvents);
      await warmUp();
      // Encrypted and sent at once: with a key it is known by then that it has not been destroyed.
      const send = async (key?: Buffer): Promise<bigint> => {
        const stored = newEvents.map((event) => toStoredForm(stream, event, key));
        try {
          const late = (): Error => new UnknownOutcome(`The event log has not answered within ${ANSWER_MS} ms`);
          const { nextExpectedRevision } = await within(
            ANSWER_MS,
            client.appendToStream(stream, stored, { expectedRevision: expected, deadline: APPEND_MS }),
            late,
          );
          return nextExpectedRevision;
        } catch (error) {
          throw appendFailure(stream, error);
        }
      };
      return patient === undefined ? send() : keys.withKey(patient, send);
    },

    async *readStream(stream, { from = 0n, maxCount } = {}) {
      const read = client.readStream(stream, { fromRevision: from, ...(maxCount === undefined ? {} : { maxCount }) });
      for await (const event of recorded(read)) yield await fromStoredForm(event, keys);
    },

    async readLast(stream) {
      const event = await newest(stream);
      return event && fromStoredForm(event, keys);
    },

    headAt,

    async *readRaw(stream) {
      for await (const lying of asItLies(client, stream)) {
        const raw = rawForm(lying);
        const read = await fromStoredForm(lying, keys).catch((error: unknown) => {
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

    follow: (options) => followLog(client, { ...options, headAt }, log),

    close: () => client.dispose(),
  };
}

/**
 * A stream in order, from where it lies. What the embedded log has taken lately it tells from memory when it is read
 * forwards, whatever has become of it on the disk since; read backwards it looks there. So each page is read backwards,
 * and turned round.
 */
async function* asItLies(client: EventStoreDBClient, stream: string): AsyncGenerator<RecordedEvent> {
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

/** The events of a read; none where there is no stream. @throws LogUnavailable */
async function* recorded(read: StreamingRead<ResolvedEvent>): AsyncGenerator<RecordedEvent> {
  const late = (): Error => new LogUnavailable('The event log does not answer');
  try {
    for await (const { event } of itemsOf(
      read,
      () => read.cancel(),
      (item) => within(READ_MS, item, late),
    ))
      if (event) yield event;
  } catch (error) {
    if (!isMissing(error)) throw readFailure(error);
  }
}
