import { randomUUID } from 'node:crypto';
import { ANY, binaryEvent, jsonEvent, MaxAppendSizeExceededError, NO_STREAM, STREAM_EXISTS, WrongExpectedVersionError, type AppendExpectedRevision } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, connectClient, newStream, numbered, numberedFrom, numberOf, type ConnectedClient } from '../testing.ts';

let connected: ConnectedClient;
beforeAll(async () => void (connected = await connectClient()));
afterAll(() => connected.stop());

const numbersIn = async (stream: string): Promise<number[]> => (await collect(connected.client.readStream(stream))).map(numberOf);
const failureOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.then(() => undefined, (error: unknown) => error);

// The client takes the batch append by default, and the single one when a call carries credentials (which an insecure channel leaves out).
const ways = [
  { way: 'batch', options: {} },
  { way: 'single', options: { credentials: { username: 'anyone', password: 'none' } } },
];

describe.each(ways)('a $way append', ({ options }) => {
  const append = (stream: string, events: ReturnType<typeof numbered>[], expectedRevision: AppendExpectedRevision) =>
    connected.client.appendToStream(stream, events, { expectedRevision, ...options });

  test('to a new stream begins at revision 0 and answers with the revision and position of its last event', async () => {
    const stream = newStream();
    const result = await append(stream, numberedFrom(0, 3), NO_STREAM);
    const events = await collect(connected.client.readStream(stream));
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(events.map((event) => event.event?.revision)).toEqual([0n, 1n, 2n]);
    expect(events.at(-1)?.event?.position).toEqual(result.position);
  });

  test('at the exact revision continues the stream', async () => {
    const stream = newStream();
    await append(stream, numberedFrom(0, 2), NO_STREAM);
    expect(await append(stream, [numbered(2)], 1n)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await numbersIn(stream)).toEqual([0, 1, 2]);
  });

  test('at another revision is refused and says which one is right', async () => {
    const stream = newStream();
    await append(stream, numberedFrom(0, 2), NO_STREAM);
    for (const wrong of [0n, 5n]) {
      const failure = await failureOf(append(stream, [numbered(9)], wrong));
      expect(failure).toBeInstanceOf(WrongExpectedVersionError);
      expect(failure).toMatchObject({ streamName: stream, expectedVersion: wrong, actualVersion: 1n });
    }
    expect(await failureOf(append(stream, [numbered(9)], NO_STREAM))).toMatchObject({ expectedVersion: 'no_stream', actualVersion: 1n });
    expect(await numbersIn(stream)).toEqual([0, 1]);
  });

  test('at a revision of a stream that does not exist is refused', async () => {
    expect(await failureOf(append(newStream(), [numbered(0)], 0n))).toMatchObject({ type: 'wrong-expected-version', actualVersion: 'no_stream' });
    expect(await failureOf(append(newStream(), [numbered(0)], STREAM_EXISTS))).toMatchObject({ expectedVersion: 'stream_exists', actualVersion: 'no_stream' });
  });

  test('at any revision, and to a stream that exists, is written', async () => {
    const stream = newStream();
    await append(stream, [numbered(0)], ANY);
    await append(stream, [numbered(1)], STREAM_EXISTS);
    await append(stream, [numbered(2)], ANY);
    expect(await numbersIn(stream)).toEqual([0, 1, 2]);
  });

  test('repeated with the same ids at the same place writes nothing and answers as before', async () => {
    const stream = newStream();
    const [first, second] = [numberedFrom(0, 2), numberedFrom(2, 2)];
    const original = [await append(stream, first, NO_STREAM), await append(stream, second, 1n)];
    expect([await append(stream, first, NO_STREAM), await append(stream, second, 1n)]).toEqual(original);
    expect(await numbersIn(stream)).toEqual([0, 1, 2, 3]);
  });

  test('of the same ids at the next place is a new append', async () => {
    const stream = newStream();
    const event = numbered(0);
    await append(stream, [event], NO_STREAM);
    await append(stream, [event], 0n);
    expect(await numbersIn(stream)).toEqual([0, 0]);
  });

  test('that repeats another one in part is refused', async () => {
    const stream = newStream();
    const events = numberedFrom(0, 2);
    await append(stream, events, NO_STREAM);
    expect(await failureOf(append(stream, [...events, numbered(2)], NO_STREAM))).toBeInstanceOf(WrongExpectedVersionError);
    expect(await failureOf(append(stream, [numbered(7), ...events.slice(1)], NO_STREAM))).toBeInstanceOf(WrongExpectedVersionError);
    expect(await append(stream, events.slice(0, 1), NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n });
    expect(await numbersIn(stream)).toEqual([0, 1]);
  });

  test('of more than 1 MiB is refused whole, and the connection goes on', async () => {
    const stream = newStream();
    const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(600_000) } });
    const failure = await failureOf(connected.client.appendToStream(stream, [large, { ...large, id: randomUUID() }], { expectedRevision: NO_STREAM, ...options }));
    expect(failure).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(failure).toMatchObject({ maxAppendSize: 1_048_576 });
    expect(await append(stream, [numbered(0)], NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n });
  });

  test('keeps names, text and bytes as they are', async () => {
    const stream = newStream('مريض');
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const arabic = { note: 'جرعة الأموكسيسيلين أعلى من المعتاد 🩺', quote: '"\\\u0000' };
    await connected.client.appendToStream(
      stream,
      [jsonEvent({ type: 'ملاحظة', data: arabic, metadata: arabic }), binaryEvent({ type: 'Bytes', data: bytes })],
      { expectedRevision: NO_STREAM, ...options },
    );
    const [text, binary] = await collect(connected.client.readStream(stream));
    expect(text?.event).toMatchObject({ streamId: stream, type: 'ملاحظة', isJson: true, data: arabic, metadata: arabic });
    expect(Math.abs(Date.now() - (text?.event?.created.getTime() ?? 0))).toBeLessThan(60_000);
    expect(binary?.event).toMatchObject({ isJson: false });
    expect(Buffer.from(binary!.event!.data as Uint8Array).equals(bytes)).toBe(true);
  });
});

test('of many writers at one revision exactly one wins', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM });
  const attempts = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => connected.client.appendToStream(stream, [numbered(index)], { expectedRevision: 0n })));
  expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  expect(await numbersIn(stream)).toHaveLength(2);
});

test('the same append sent many times at once is written once and answered alike', async () => {
  const stream = newStream();
  const events = numberedFrom(0, 3);
  const answers = await Promise.all(Array.from({ length: 20 }, () => connected.client.appendToStream(stream, events, { expectedRevision: NO_STREAM })));
  expect(new Set(answers.map((answer) => `${answer.nextExpectedRevision} ${answer.position?.commit}`)).size).toBe(1);
  expect(await numbersIn(stream)).toEqual([0, 1, 2]);
});

test('appends under way together keep each stream in order and miss nothing', async () => {
  const streams = Array.from({ length: 20 }, () => newStream());
  await Promise.all(
    streams.map(async (stream) => {
      for (let number = 0; number < 25; number += 1) await connected.client.appendToStream(stream, [numbered(number)], { expectedRevision: number === 0 ? NO_STREAM : BigInt(number - 1) });
    }),
  );
  for (const stream of streams) expect(await numbersIn(stream)).toEqual(Array.from({ length: 25 }, (_, index) => index));
});
