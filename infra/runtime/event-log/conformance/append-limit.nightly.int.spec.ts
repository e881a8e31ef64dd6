/** The default limit of an append: 1 MiB of data, metadata and two bytes for each letter of the type. */
import { binaryEvent, MaxAppendSizeExceededError, NO_STREAM, type EventData } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  range,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

const LIMIT = 1_048_576;
const connected = clientOfTests();

/** An event of exactly this size. */
const sized = (bytes: number, { type = 'Large', metadata = 0 } = {}): EventData =>
  binaryEvent({
    type,
    data: new Uint8Array(bytes - metadata - 2 * type.length).fill(7),
    ...(metadata > 0 ? { metadata: new Uint8Array(metadata).fill(8) } : {}),
  });

const bytesOf = (data: unknown): number | undefined => (data instanceof Uint8Array ? data.length : undefined);

describe.each(APPEND_WAYS)('a %s append', (way) => {
  const append = (stream: string, events: EventData[]) =>
    connected.client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...optionsOf(way, connected) });

  test.each([
    ['one event just under it', [sized(LIMIT - 1)]],
    ['one event of it', [sized(LIMIT)]],
    ['an event whose metadata fills it', [sized(LIMIT, { metadata: 700_000 })]],
    ['an event whose type counts two bytes a letter', [sized(LIMIT, { type: 'Größe' })]],
    ['many events that fill it together', range(0, 16).map(() => sized(LIMIT / 16))],
  ])('within the limit is written: %s', async (_, events) => {
    const stream = newStream();
    expect(await append(stream, events)).toMatchObject({ nextExpectedRevision: BigInt(events.length - 1) });
    const read = await collect(connected.client.readStream(stream));
    expect(read.map(({ event }) => bytesOf(event?.data))).toEqual(events.map((event) => bytesOf(event.data)));
  });

  test.each([
    ['one event just over it', [sized(LIMIT + 1)]],
    ['an event with too much metadata', [sized(LIMIT + 1, { metadata: 700_000 })]],
    ['an event with too long a type', [sized(LIMIT + 1, { type: 'Größe' })]],
    ['two events, each within it', [sized(600_000), sized(600_000)]],
    ['many events, just over it', [...range(0, 16).map(() => sized(LIMIT / 16)), numbered(16)]],
    ['more events than one message holds', range(0, 8).map(() => sized(LIMIT / 2))],
  ])('beyond the limit is refused whole: %s', async (_, events) => {
    const stream = newStream();
    const failure = await failureOf(append(stream, events));
    expect(failure).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(failure).toMatchObject({ maxAppendSize: LIMIT });
    expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
  });

  test('beyond the limit does not affect other calls on its connection', async () => {
    const [stream, large] = [newStream(), newStream()];
    const [first, refused, last] = await Promise.allSettled([
      append(stream, numberedFrom(0, 2)),
      append(large, [sized(LIMIT + 1)]),
      append(newStream(), [numbered(0)]),
    ]);
    expect([first.status, refused.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await append(large, [numbered(0)])).toMatchObject({ nextExpectedRevision: 0n });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
  });

  test('of very many small events is refused too', async () => {
    expect(await failureOf(append(newStream(), numberedFrom(0, 40_000)))).toBeInstanceOf(MaxAppendSizeExceededError);
  });
});

test('a batch append beyond the limit is refused once for any number of messages', async () => {
  const stream = newStream();
  const failure = await failureOf(
    connected.client.appendToStream(
      stream,
      range(0, 64).map(() => sized(LIMIT / 32)),
      { batchAppendSize: 64 * 1_024 },
    ),
  );
  expect(failure).toBeInstanceOf(MaxAppendSizeExceededError);
  expect(await connected.client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM })).toMatchObject({
    nextExpectedRevision: 0n,
  });
});
