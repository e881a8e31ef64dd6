import { ANY, NO_STREAM, STREAM_EXISTS, type AppendExpectedRevision } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  range,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

describe.each(APPEND_WAYS)('a %s append', (way) => {
  const append = (stream: string, events: ReturnType<typeof numbered>[], expectedRevision: AppendExpectedRevision) =>
    connected.client.appendToStream(stream, events, { expectedRevision, ...optionsOf(way, connected) });

  test('to a new stream begins at revision 0 and returns revision and position of its last event', async () => {
    const stream = newStream();
    const result = await append(stream, numberedFrom(0, 3), NO_STREAM);
    const events = await collect(connected.client.readStream(stream));
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(events.map((event) => event.event?.revision)).toEqual([0n, 1n, 2n]);
    expect(events.at(-1)?.event?.position).toEqual(result.position);
  });

  test('of one event needs no list', async () => {
    const stream = newStream();
    expect(await connected.client.appendToStream(stream, numbered(0), optionsOf(way, connected))).toMatchObject({
      success: true,
      nextExpectedRevision: 0n,
    });
    expect(await numbersIn(connected.client, stream)).toEqual([0]);
  });

  test('at the exact revision continues the stream', async () => {
    const stream = newStream();
    await append(stream, numberedFrom(0, 2), NO_STREAM);
    expect(await append(stream, [numbered(2)], 1n)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2]);
  });

  test('at any revision begins a stream and continues it', async () => {
    const stream = newStream();
    expect(await append(stream, [numbered(0)], ANY)).toMatchObject({ nextExpectedRevision: 0n });
    expect(await append(stream, numberedFrom(1, 2), ANY)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2]);
  });

  test('to a stream that must exist continues it', async () => {
    const stream = newStream();
    await append(stream, [numbered(0)], NO_STREAM);
    expect(await append(stream, [numbered(1)], STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 1n });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
  });

  test('to a stream that must exist begins a stream that has metadata only', async () => {
    const stream = newStream();
    await connected.client.setStreamMetadata(stream, { cacheControl: 10 });
    expect(await append(stream, [numbered(0)], STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 0n });
    expect(await numbersIn(connected.client, stream)).toEqual([0]);
  });

  test('to a new stream works when the stream has metadata', async () => {
    const stream = newStream();
    await connected.client.setStreamMetadata(stream, { cacheControl: 10 });
    expect(await append(stream, [numbered(0)], NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n });
  });

  test('of no events does not change the stream', async () => {
    const stream = newStream();
    for (const expectedRevision of [ANY, NO_STREAM] as const)
      expect(await append(stream, [], expectedRevision)).toMatchObject({ success: true });
    expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
    await append(stream, numberedFrom(0, 2), NO_STREAM);
    for (const expectedRevision of [ANY, STREAM_EXISTS, 1n] as const)
      expect(await append(stream, [], expectedRevision)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
  });

  test('of thousands of events is one append', async () => {
    const stream = newStream();
    expect(await append(stream, numberedFrom(0, 5_000), NO_STREAM)).toMatchObject({ nextExpectedRevision: 4_999n });
    expect(await numbersIn(connected.client, stream)).toEqual(range(0, 5_000));
  });

  test('is one of many under way, which keep all events of each stream in order', async () => {
    const streams = range(0, 20).map(() => newStream());
    await Promise.all(
      streams.map(async (stream) => {
        for (const number of range(0, 20))
          await append(stream, [numbered(number)], number === 0 ? NO_STREAM : BigInt(number - 1));
      }),
    );
    for (const stream of streams) expect(await numbersIn(connected.client, stream)).toEqual(range(0, 20));
  });

  test('at one revision succeeds for one of many writers', async () => {
    const stream = newStream();
    await append(stream, [numbered(0)], NO_STREAM);
    const attempts = await Promise.allSettled(range(0, 50).map((number) => append(stream, [numbered(number)], 0n)));
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await numbersIn(connected.client, stream)).toHaveLength(2);
  });
});

test('a batch append in many small messages is one append', async () => {
  const stream = newStream();
  const result = await connected.client.appendToStream(stream, numberedFrom(0, 2_000), {
    expectedRevision: NO_STREAM,
    batchAppendSize: 1_024,
  });
  expect(result).toMatchObject({ nextExpectedRevision: 1_999n });
  expect(await numbersIn(connected.client, stream)).toEqual(range(0, 2_000));
});

test('messages of several batch appends may come mixed', async () => {
  const streams = range(0, 5).map(() => newStream());
  await Promise.all(
    streams.map((stream, index) =>
      connected.client.appendToStream(stream, numberedFrom(1_000 * index, 200), {
        expectedRevision: NO_STREAM,
        batchAppendSize: 512,
      }),
    ),
  );
  for (const [index, stream] of streams.entries())
    expect(await numbersIn(connected.client, stream)).toEqual(range(1_000 * index, 200));
});

test('many appends to one stream at the same time are accepted', async () => {
  const stream = newStream();
  const value = 'A'.repeat(904);
  const answers = await Promise.all(
    range(0, 3_000).map((number) =>
      connected.client.appendToStream(stream, { ...numbered(number), data: { number, value } }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.nextExpectedRevision)).size).toBe(3_000);
  expect((await numbersIn(connected.client, stream)).toSorted((a, b) => a - b)).toEqual(range(0, 3_000));
});

test('an append that requires the leader is answered by the leader', async () => {
  const stream = newStream();
  expect(await connected.client.appendToStream(stream, [numbered(0)], { requiresLeader: true })).toMatchObject({
    success: true,
  });
  expect(await collect(connected.client.readStream(stream, { requiresLeader: true }))).toHaveLength(1);
});
