import { describe, expect, test } from 'vitest';
import { LogUnavailable, type LoggedEvent } from './event.ts';
import { PAGE_BYTES } from './read/page.ts';
import { Tail } from './tail.ts';

const eventsOf = (...streams: [string, bigint, bytes?: number][]): LoggedEvent[] =>
  streams.map(([stream, revision, bytes = 0], index) => ({
    id: `${stream}@${revision}`,
    stream,
    revision,
    position: BigInt(index + 1),
    type: 'Tested',
    isJson: true,
    data: new Uint8Array(bytes),
    metadata: new Uint8Array(),
    created: 0,
  }));
function tailOf(...streams: [string, bigint, bytes?: number][]): Tail {
  const tail = new Tail();
  tail.publish(eventsOf(...streams));
  return tail;
}
const revisions = (events: readonly LoggedEvent[] | undefined) => events?.map(({ revision }) => revision);

describe('memory has of a stream', () => {
  test('the published events from any revision that it still holds', () => {
    const tail = tailOf(['a', 5n], ['b', 0n], ['a', 6n], ['a', 7n]);
    expect(revisions(tail.ofStream('a', 6n, 7n))).toEqual([6n, 7n]);
    expect(revisions(tail.ofStream('a', 8n, 7n))).toEqual([]);
  });

  test('no earlier events, and no events of unknown streams', () => {
    const tail = tailOf(['a', 5n]);
    expect(tail.ofStream('a', 4n, 5n)).toBeUndefined();
    expect(tail.ofStream('c', 0n, 3n)).toBeUndefined();
  });

  test('at most a page', () => {
    const tail = tailOf(['a', 0n], ['a', 1n, PAGE_BYTES], ['a', 2n], ['a', 3n, PAGE_BYTES]);
    expect(revisions(tail.ofStream('a', 3n, 3n))).toEqual([3n]);
    expect(tail.ofStream('a', 2n, 3n)).toBeUndefined();
  });
});

test('the events after a place come in pages that are limited in events and bytes and never empty', () => {
  const tail = tailOf(
    ['a', 0n, PAGE_BYTES / 2],
    ['a', 1n, PAGE_BYTES / 2],
    ['a', 2n, 3 * PAGE_BYTES],
    ['a', 3n],
    ['a', 4n],
  );
  expect(revisions(tail.after(0n, 500))).toEqual([0n, 1n]);
  expect(revisions(tail.after(2n, 500))).toEqual([2n]);
  expect(revisions(tail.after(3n, 500))).toEqual([3n, 4n]);
  expect(revisions(tail.after(3n, 1))).toEqual([3n]);
  expect(tail.after(5n, 500)).toEqual([]);
});

test('reads and waits fail while another server writes, until memory is reset', async () => {
  const tail = tailOf(['a', 0n]);
  const waiting = tail.beyond(1n, new AbortController().signal);
  tail.lose();
  await expect(waiting).rejects.toBeInstanceOf(LogUnavailable);
  expect(() => tail.head).toThrow(LogUnavailable);
  expect(() => tail.after(0n, 500)).toThrow(LogUnavailable);
  tail.reset(1n, eventsOf(['a', 0n]));
  expect(tail.head).toBe(1n);
  expect(revisions(tail.after(0n, 500))).toEqual([0n]);
});

test('memory holds the bytes of events, not the slabs that they came in', () => {
  const tail = new Tail();
  const slabOf = (bytes: number): Uint8Array => new Uint8Array(8_192).fill(7).subarray(100, 100 + bytes);
  const published = eventsOf(...Array.from({ length: 1_000 }, (_, n): [string, bigint] => ['a', BigInt(n)])).map(
    (event, n) => ({ ...event, data: slabOf(n % 500), metadata: slabOf(200) }),
  );
  tail.publish(published);
  const held = tail.ofStream('a', 600n, 999n) ?? [];
  expect(held).toHaveLength(400);
  expect(held.map(({ data, metadata }) => [data.length, metadata.length, data.at(-1)])).toEqual(
    published.slice(600).map(({ data, metadata }) => [data.length, metadata.length, data.at(-1)]),
  );
  const buffers = new Set(held.flatMap(({ data, metadata }) => [data.buffer, metadata.buffer]));
  const bytes = published.slice(600).reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
  expect([...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(2 * bytes + 200_000);
});
