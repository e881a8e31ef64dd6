/** Events are read as they were written. */
import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent, NO_STREAM, type EventData } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
const ARABIC = { note: 'جرعة الأموكسيسيلين أعلى من المعتاد 🩺', quote: '"\\\u0000\u0018', latin: 'Ę ‐ ß' };

describe.each(APPEND_WAYS)('an event of a %s append', (way) => {
  async function kept(event: EventData, stream = newStream()) {
    await connected.client.appendToStream(stream, [event], {
      expectedRevision: NO_STREAM,
      ...optionsOf(way, connected),
    });
    const [read] = await collect(connected.client.readStream(stream));
    if (!read?.event) throw new Error('The event was not read');
    return read.event;
  }

  test.each([
    ['an object', { text: 'a', nested: { list: [1, 2.5, null, true], empty: {} } }],
    ['a text', 'CC ‐ 1830'],
    ['an empty text', ''],
    ['a list', [1, 'two', { three: 3 }]],
    ['every language', ARABIC],
    ['control letters', { char: '\u0018', tab: '\t', end: '\u2028' }],
    ['a large number of letters', { text: '🩺'.repeat(20_000) }],
  ])('keeps JSON: %s', async (_, data) => {
    expect(await kept(jsonEvent({ type: 'Json', data }))).toMatchObject({ isJson: true, type: 'Json', data });
  });

  test('keeps bytes', async () => {
    const event = await kept(binaryEvent({ type: 'Bytes', data: everyByte }));
    expect(event.isJson).toBe(false);
    expect(Buffer.from(event.data as Uint8Array).equals(everyByte)).toBe(true);
  });

  test('may have no bytes at all', async () => {
    const event = await kept(binaryEvent({ type: 'Empty', data: new Uint8Array() }));
    expect(event).toMatchObject({ isJson: false, metadata: undefined });
    expect(event.data).toHaveLength(0);
  });

  test.each([
    ['a JSON', (metadata: object | undefined) => jsonEvent({ type: 'Json', data: { some: 'data' }, metadata })],
    ['a binary', (metadata: object | undefined) => binaryEvent({ type: 'Bytes', data: everyByte, metadata })],
  ])('keeps metadata of %s event: JSON, bytes, or none', async (_, eventWith) => {
    expect((await kept(eventWith(ARABIC))).metadata).toEqual(ARABIC);
    expect(Buffer.from((await kept(eventWith(everyByte))).metadata as Uint8Array).equals(everyByte)).toBe(true);
    expect((await kept(eventWith(undefined))).metadata).toBeUndefined();
  });

  test.each(['Plain', 'with spaces and-signs.:/@', 'ملاحظة', '备注', '🩺', 'x'.repeat(300)])(
    'keeps the type “%s”',
    async (type) => {
      expect((await kept(jsonEvent({ type, data: {} }))).type).toBe(type);
    },
  );

  test.each([
    'مريض',
    'پرونده 12',
    '患者-🩺',
    'a/b?c=d&e#f',
    'with spaces',
    'quotes \' and " and \\',
    'UPPER',
    'x'.repeat(200),
  ])('is found in the stream “%s…”', async (name) => {
    const stream = newStream(name);
    expect((await kept(jsonEvent({ type: 'Named', data: {} }), stream)).streamId).toBe(stream);
  });

  test('is not found in a stream whose name differs in case only', async () => {
    const stream = newStream('Case');
    await kept(numbered(0), stream);
    await kept(numbered(1), stream.replace('Case', 'case'));
    expect(await numbersIn(connected.client, stream)).toEqual([0]);
  });

  test('keeps its id, in small letters', async () => {
    const id = randomUUID();
    expect((await kept(numbered(0, id.toUpperCase() as typeof id))).id).toBe(id);
  });

  test('gets an id from the client when it has none', async () => {
    const event = jsonEvent({ type: 'Anonymous', data: {} });
    expect((await kept(event)).id).toBe(event.id);
  });

  test('has the time of its append', async () => {
    const stream = newStream();
    await connected.client.appendToStream(stream, numberedFrom(0, 3), optionsOf(way, connected));
    await connected.client.appendToStream(stream, numberedFrom(3, 3), optionsOf(way, connected));
    const times = (await collect(connected.client.readStream(stream))).map((event) => event.event?.created);
    for (const time of times) {
      expect(time).toBeInstanceOf(Date);
      // The server's clock may differ.
      expect(Math.abs(Date.now() - (time?.getTime() ?? 0))).toBeLessThan(60_000);
    }
    expect(times).toEqual(times.toSorted((a, b) => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)));
    expect((await collect(connected.client.readStream(stream))).map((event) => event.event?.created)).toEqual(times);
  });
});

test('a stream holds events of several kinds', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, [
    jsonEvent({ type: 'A', data: { a: 1 } }),
    binaryEvent({ type: 'B', data: everyByte }),
    jsonEvent({ type: 'C', data: ['c'], metadata: { c: 3 } }),
  ]);
  expect(await collect(connected.client.readStream(stream))).toMatchObject([
    { event: { type: 'A', isJson: true, data: { a: 1 } } },
    { event: { type: 'B', isJson: false } },
    { event: { type: 'C', isJson: true, data: ['c'], metadata: { c: 3 } } },
  ]);
});
