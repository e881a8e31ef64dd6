/** A log with every kind of event and stream, written as its users write it. */
import { ANY, binaryEvent, EventStoreDBClient, jsonEvent, type EventData } from '@eventstore/db-client';
import { randomOf, type Random } from 'language/domain/testing/random';
import { connect } from '../log/log-client.ts';
import { anEvent } from './example-event.ts';

const LARGEST = 1024 * 1024;
const texts = [
  'Amoxicillin 500 mg',
  'جرعة الأموكسيسيلين أعلى من المعتاد',
  '🩺 "\\ \u2028 \u0000',
  '',
  'zażółć',
  '2026-01-01T00:00:00.000Z',
] as const;

/** @param events how many ordinary events, beside the special cases */
export async function writeExampleLog(url: string, events: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    await writeStreamLifecycles(client);
    await writeSpecialBytes(url);
    await writeOrdinary(client, events, randomOf(events));
    await writeStreamLifecycles(client, 'late-');
  } finally {
    await client.dispose();
  }
}

/** Every way in which a stream can be deleted, restored and truncated. */
async function writeStreamLifecycles(client: EventStoreDBClient, prefix = ''): Promise<void> {
  const append = (stream: string, count = 1) =>
    client.appendToStream(
      prefix + stream,
      Array.from({ length: count }, (_, number) => jsonEvent({ type: 'Told', data: { number } })),
      { expectedRevision: ANY },
    );
  const remove = (stream: string) => client.deleteStream(prefix + stream, { expectedRevision: ANY });
  const describe = (stream: string, metadata: Record<string, unknown>) =>
    client.setStreamMetadata(prefix + stream, metadata, { expectedRevision: ANY });

  await append('deleted', 3);
  await remove('deleted');

  await append('deleted-twice', 2);
  await remove('deleted-twice');
  await remove('deleted-twice');

  await append('written-again', 3);
  await describe('written-again', { owner: 'مريض', maxCount: 50, nested: { b: [1, 2.5], a: null } });
  await remove('written-again');
  await append('written-again', 2);
  await append('written-again');
  await describe('written-again', { truncateBefore: 4 });
  await remove('written-again');
  await append('written-again', 4);

  await append('brought-back-by-metadata', 2);
  await remove('brought-back-by-metadata');
  await describe('brought-back-by-metadata', { team: 'ICU' });
  await append('brought-back-by-metadata');

  await append('brought-back-by-nothing', 2);
  await remove('brought-back-by-nothing');
  await append('brought-back-by-nothing', 0);
  await append('brought-back-by-nothing');

  await append('tombstoned', 3);
  await describe('tombstoned', { maxAge: 3600 });
  await client.tombstoneStream(prefix + 'tombstoned', { expectedRevision: ANY });

  await append('deleted-and-tombstoned', 2);
  await remove('deleted-and-tombstoned');
  await client.tombstoneStream(prefix + 'deleted-and-tombstoned', { expectedRevision: ANY });
  await client.tombstoneStream(prefix + 'tombstoned-before-it-was-written', { expectedRevision: ANY });

  await describe('described-before-it-was-written', { maxCount: 2 });
  await append('described-before-it-was-written', 5);
  await describe('only-described', { owner: 'team-a' });
  await describe('only-described', { owner: 'team-b' });

  await append('linked', 2);
  await client.appendToStream(
    prefix + 'links',
    ['linked', 'tombstoned'].map((to) => binaryEvent({ type: '$>', data: Buffer.from(`1@${prefix}${to}`) })),
    { expectedRevision: ANY },
  );
}

/** Bytes that this client cannot write, and other clients do. */
async function writeSpecialBytes(url: string): Promise<void> {
  const log = connect(url);
  try {
    const contents = [
      '{"n":12345678901234567890,"x":1.0,"x":1E2}',
      '{\n  "a": 1\n}',
      ' {"a":1}',
      '{"a":',
      '',
      Uint8Array.from([0xff, 0xfe]),
      '"bare"',
      '{"\\u0041":"\\/"}',
    ];
    const events = contents.map((content, index) =>
      anEvent({ revision: BigInt(index), data: content, metadata: contents.at(-index) ?? '' }),
    );
    await log.append('exactly', 0n, events);
    // The same ids again: an id is unique only at its revision.
    await log.append('exactly', BigInt(events.length), events);
    await log.append('largest', 0n, [anEvent({ type: 'Large', data: JSON.stringify('x'.repeat(LARGEST - 12)) })]);
    await log.append('largest', 1n, [
      anEvent({
        type: 'Large',
        contentType: 'application/octet-stream',
        data: Buffer.alloc(LARGEST - 10 - 7, 0xff),
        metadata: '{"a":1}',
      }),
    ]);
  } finally {
    await log.close();
  }
}

/** Many events of many streams, interleaved. */
async function writeOrdinary(client: EventStoreDBClient, events: number, chance: Random): Promise<void> {
  const streams = Array.from(
    { length: 60 },
    (_, number) => `${chance.pick(['admission-', 'مريض-', 'team ', 'a/b?c=', '🩺'])}${number}`,
  );
  let written = 0;
  while (written < events) {
    // Several appends to different streams run at once.
    const appends = Array.from({ length: 10 }, () =>
      Array.from({ length: chance.between(1, 5) }, () => anyEvent(chance)),
    );
    const first = chance.between(0, streams.length - 1);
    await Promise.all(
      appends.map((append, index) =>
        client.appendToStream(streams[(first + index) % streams.length] ?? '', append, { expectedRevision: ANY }),
      ),
    );
    written += appends.flat().length;
  }
}

function anyEvent(chance: Random): EventData {
  const type = chance.pick(['ReviewMedicationAdded', 'ErrorRated', 'ملاحظة', '$own']);
  const data = {
    text: chance.pick(texts),
    number: chance.between(-1e9, 1e9) / 16,
    filler: 'x'.repeat(chance.between(0, 1_000)),
    list: [null, true, {}],
  };
  const metadata = chance.pick([
    undefined,
    { $correlationId: chance.pick(texts) },
    Uint8Array.from([0, chance.between(0, 255), 0xff]),
  ]);
  return chance.chance(20)
    ? binaryEvent({
        type,
        data: Uint8Array.from({ length: chance.between(0, 300) }, () => chance.between(0, 255)),
        ...(metadata ? { metadata } : {}),
      })
    : jsonEvent({ type, data, ...(metadata ? { metadata } : {}) });
}
