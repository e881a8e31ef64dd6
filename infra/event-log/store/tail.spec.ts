import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from './event.ts';
import { Tail } from './tail.ts';

let position = 0n;
const event = (stream: string, revision: bigint): LoggedEvent => {
  position += 1n;
  return { id: `${stream}@${revision}`, stream, revision, position, type: 'Tested', isJson: true, data: new Uint8Array(), metadata: new Uint8Array(), created: new Date(0) };
};
function tailOf(...streams: [string, bigint][]): Tail {
  position = 0n;
  const tail = new Tail();
  tail.publish(streams.map(([stream, revision]) => event(stream, revision)));
  return tail;
}
const revisions = (events: readonly LoggedEvent[] | undefined) => events?.map(({ revision }) => revision);

describe('of a stream memory knows', () => {
  test('what was published, from any revision that it still holds', () => {
    const tail = tailOf(['a', 5n], ['b', 0n], ['a', 6n], ['a', 7n]);
    expect(revisions(tail.ofStream('a', 6n))).toEqual([6n, 7n]);
    expect(revisions(tail.ofStream('a', 8n))).toEqual([]);
  });

  test('nothing of earlier events, nor of streams that it has not seen', () => {
    const tail = tailOf(['a', 5n]);
    expect(tail.ofStream('a', 4n)).toBeUndefined();
    expect(tail.ofStream('c', 0n)).toBeUndefined();
  });

  test('the end that the table told, unless the log has grown since', () => {
    const tail = tailOf(['a', 0n]);
    tail.learnEnd('b', 3n, 1n);
    expect(revisions(tail.ofStream('b', 4n))).toEqual([]);
    expect(tail.ofStream('b', 3n)).toBeUndefined();
    tail.publish([event('a', 1n)]);
    tail.learnEnd('c', 9n, 1n);
    expect(tail.ofStream('c', 10n)).toBeUndefined();
    tail.publish([event('b', 4n)]);
    expect(revisions(tail.ofStream('b', 4n))).toEqual([4n]);
  });

  test('nothing for sure while a transaction is in doubt', () => {
    const tail = tailOf(['a', 0n]);
    tail.doubt();
    expect(tail.ofStream('a', 1n)).toBeUndefined();
    tail.learnEnd('b', 3n, 0n);
    expect(tail.ofStream('b', 4n)).toBeUndefined();
  });
});
