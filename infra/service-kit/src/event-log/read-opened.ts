/** Reads a page of the whole log and decrypts it: the half of `readAll` that another thread can do. */
import { type EventStoreDBClient, type RecordedEvent, type ResolvedEvent, START } from '@eventstore/db-client';
import { readFailure } from './failures.ts';
import { type EventLog, LogUnavailable, type MalformedEvent, type PatientKeys, type Position } from './port.ts';
import { type OpenedForm, openedForms } from './stored-form.ts';

/** The longest wait for the next event of a read. */
export const READ_MS = 5_000;

export type PageRequest = Parameters<EventLog['readAll']>[0];

export interface OpenedPage {
  readonly events: readonly (OpenedForm | MalformedEvent)[];
  readonly last: Position | undefined;
}

/** @throws LogUnavailable */
export async function readOpened(
  client: EventStoreDBClient,
  keys: PatientKeys,
  { prefixes, after, maxCount }: PageRequest,
): Promise<OpenedPage> {
  const wanted: RecordedEvent[] = [];
  let last: Position | undefined;
  await takeAll(client.readAll({ fromPosition: after ?? START, maxCount }), (event) => {
    if (!event.position || (after && event.position.commit <= after.commit)) return;
    last = event.position;
    if (prefixes.some((prefix) => event.streamId.startsWith(prefix))) wanted.push(event);
  });
  return { events: await openedForms(wanted, keys), last };
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
