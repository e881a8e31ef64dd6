/** Reads the whole log and counts where it breaks a promise. */
import { groupBy } from 'service-kit/aggregates/group-by';
import { EventStoreDBClient, type AllStreamRecordedEvent, type RecordedEvent } from '@eventstore/db-client';
import * as z from 'zod';
import { EVENT_TYPE, type Ledger } from './ledger.ts';

export interface WholeLog {
  readonly events: readonly AllStreamRecordedEvent[];
  /** Read a second time. */
  readonly again: readonly AllStreamRecordedEvent[];
  readonly streams: ReadonlyMap<string, readonly RecordedEvent[]>;
}

export async function readWholeLog(url: string): Promise<WholeLog> {
  // A new connection, independent of the writers' connections.
  const client = EventStoreDBClient.connectionString(`${url}&keepAliveInterval=30000`);
  const readAll = async (): Promise<AllStreamRecordedEvent[]> => {
    const events: AllStreamRecordedEvent[] = [];
    for await (const { event } of client.readAll()) if (event) events.push(event);
    return events;
  };
  try {
    const [events, again] = [await readAll(), await readAll()];
    const streams = new Map<string, RecordedEvent[]>();
    for (const name of new Set(events.map(({ streamId }) => streamId))) {
      const ofStream: RecordedEvent[] = [];
      for await (const { event } of client.readStream(name)) if (event) ofStream.push(event);
      streams.set(name, ofStream);
    }
    return { events, again, streams };
  } finally {
    await client.dispose();
  }
}

/** How often each promise was broken. */
export interface Broken {
  /**
   * Acknowledged events that are not at the acknowledged revision, and acknowledged appends whose last event is not at
   * the acknowledged position.
   */
  readonly lost: number;
  /** Events with the id of an earlier event. */
  readonly doubled: number;
  /** Appends with a missing event, or with events of another append between theirs. */
  readonly halfBatches: number;
  /** Appends that were refused but are in the log. */
  readonly refusedButWritten: number;
  /** Events of a stream that do not follow the event before. */
  readonly gaps: number;
  /** Events whose position is not above that of the event before. */
  readonly outOfOrder: number;
  /** Events that a second read of the log, or a read of their stream, has elsewhere or not at all. */
  readonly readDifferently: number;
}
export const NOTHING_BROKEN: Broken = {
  lost: 0,
  doubled: 0,
  halfBatches: 0,
  refusedButWritten: 0,
  gaps: 0,
  outOfOrder: 0,
  readDifferently: 0,
};

export function brokenPromises(log: WholeLog, ledger: Ledger): Broken {
  const { events, again, streams } = log;
  // The log also contains events of its own.
  const appends = groupBy(
    events.filter(({ type }) => type === EVENT_TYPE),
    (event) => batchOf(event).append,
  );
  const inAll = groupBy(events, ({ streamId }) => streamId);
  return {
    lost: lostOf(ledger, streams),
    doubled: events.length - new Set(events.map(({ id }) => id)).size,
    halfBatches: [...appends.values()].filter((batch) => !isWhole(batch)).length,
    refusedButWritten: [...appends.keys()].filter((append) => ledger.refused.has(append)).length,
    gaps:
      [...streams.values()].flat().length -
      [...streams.values()].flatMap((stream) => stream.filter(({ revision }, index) => revision === BigInt(index)))
        .length,
    outOfOrder: events.filter(({ position }, index) => position.commit <= (events[index - 1]?.position.commit ?? -1n))
      .length,
    readDifferently:
      differences(events, again) +
      [...streams].reduce((sum, [name, stream]) => sum + differences(inAll.get(name) ?? [], stream), 0),
  };
}

const Batch = z.object({ append: z.string(), index: z.number(), of: z.number() });
const batchOf = ({ data }: RecordedEvent): z.infer<typeof Batch> => Batch.parse(data);

/** All events of the batch are in order in one stream, with no other event between them in the whole log. */
const isWhole = (batch: readonly AllStreamRecordedEvent[]): boolean =>
  batch.every((event, position) => {
    const { index, of } = batchOf(event);
    const before = batch[position - 1];
    return (
      index === position &&
      of === batch.length &&
      (!before ||
        (event.streamId === before.streamId &&
          event.revision === before.revision + 1n &&
          event.position.commit === before.position.commit + 1n))
    );
  });

function lostOf(ledger: Ledger, streams: WholeLog['streams']): number {
  let lost = 0;
  for (const { append, revision, position } of ledger.acknowledged) {
    const stream = streams.get(append.stream) ?? [];
    const first = Number(revision) - append.events.length + 1;
    lost += append.events.filter(({ id }, index) => stream[first + index]?.id !== id).length;
    if (stream[Number(revision)]?.position?.commit !== position) lost += 1;
  }
  return lost;
}

function differences(some: readonly RecordedEvent[], others: readonly RecordedEvent[]): number {
  const same = some.filter((event, index) => {
    const other = others[index];
    return (
      other?.id === event.id && other.revision === event.revision && other.position?.commit === event.position?.commit
    );
  });
  return Math.max(some.length, others.length) - same.length;
}
