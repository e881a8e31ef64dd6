/** Reads the whole log and says where it breaks a promise. */
import { groupBy } from 'service-kit/aggregates/group-by';
import { rawForm } from 'service-kit/event-log/stored-form';
import { EventStoreDBClient, type AllStreamRecordedEvent, type RecordedEvent } from '@eventstore/db-client';
import * as z from 'zod';
import { logFaults } from '../harness/checks/whole-log.ts';
import { EVENT_TYPE, type Ledger } from './ledger.ts';

/** @returns all events, and sentences: what was lost, doubled, halved, written in spite of a refusal, or read differently */
export async function brokenPromises(
  url: string,
  ledger: Ledger,
): Promise<{ events: readonly AllStreamRecordedEvent[]; broken: readonly string[] }> {
  // A new connection, independent of the writers' connections.
  const client = EventStoreDBClient.connectionString(`${url}&keepAliveInterval=30000`);
  const readAll = async (): Promise<AllStreamRecordedEvent[]> => {
    const events: AllStreamRecordedEvent[] = [];
    for await (const { event } of client.readAll()) if (event) events.push(event);
    return events;
  };
  try {
    const [events, again] = [await readAll(), await readAll()];
    const broken = [...logFaults(events.map(rawForm), again.map(rawForm)), ...appendFaults(events, ledger)];
    for (const [name, inAll] of groupBy(events, ({ streamId }) => streamId)) {
      const stream: RecordedEvent[] = [];
      for await (const { event } of client.readStream(name)) if (event) stream.push(event);
      if (stream.length !== inAll.length)
        broken.push(`${name} has ${stream.length} events, and ${inAll.length} in all`);
      broken.push(...logFaults(inAll.map(rawForm), stream.map(rawForm)), ...lostOf(name, stream, ledger));
    }
    return { events, broken };
  } finally {
    await client.dispose();
  }
}

const Batch = z.object({ append: z.string(), index: z.number(), of: z.number() });
const batchOf = ({ data }: RecordedEvent): z.infer<typeof Batch> => Batch.parse(data);

/** The log also contains events of its own. */
function appendFaults(events: readonly AllStreamRecordedEvent[], ledger: Ledger): string[] {
  const ofWriters = events.filter(({ type }) => type === EVENT_TYPE);
  const appends = groupBy(ofWriters, (event) => batchOf(event).append);
  const streams = new Set(events.map(({ streamId }) => streamId));
  return [
    ...[...appends].filter(([, batch]) => !isWhole(batch)).map(([append]) => `The append ${append} is not whole`),
    ...[...appends.keys()].filter((append) => ledger.refused.has(append)).map((append) => `${append} was refused`),
    ...ledger.acknowledged
      .filter(({ append }) => !streams.has(append.stream))
      .map(({ append }) => `The stream ${append.stream} is lost`),
  ];
}

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

/** Each event of an acknowledged append is at its revision, and the last one at the acknowledged position. */
const lostOf = (name: string, stream: readonly RecordedEvent[], ledger: Ledger): string[] =>
  ledger.acknowledged
    .filter(({ append }) => append.stream === name)
    .filter(({ append, revision, position }) => {
      const first = Number(revision) - append.events.length + 1;
      return (
        append.events.some(({ id }, index) => stream[first + index]?.id !== id) ||
        stream[Number(revision)]?.position?.commit !== position
      );
    })
    .map(({ append }) => `The append ${append.id} to ${name} was acknowledged, and is not at its place`);
