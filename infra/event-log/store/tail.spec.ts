import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from './event.ts';
import { Tail } from './tail.ts';

function tailOf(...streams: [string, bigint][]): Tail {
  const tail = new Tail();
  tail.publish(
    streams.map(([stream, revision], index) => ({
      id: `${stream}@${revision}`,
      stream,
      revision,
      position: BigInt(index + 1),
      type: 'Tested',
      isJson: true,
      data: new Uint8Array(),
      metadata: new Uint8Array(),
      created: 0,
    })),
  );
  return tail;
}
const revisions = (events: readonly LoggedEvent[] | undefined) => events?.map(({ revision }) => revision);

describe('of a stream memory knows', () => {
  test('what was published, from any revision that it still holds', () => {
    const tail = tailOf(['a', 5n], ['b', 0n], ['a', 6n], ['a', 7n]);
    expect(revisions(tail.ofStream('a', 6n, 7n))).toEqual([6n, 7n]);
    expect(revisions(tail.ofStream('a', 8n, 7n))).toEqual([]);
  });

  test('nothing of earlier events, nor of streams that it has not seen', () => {
    const tail = tailOf(['a', 5n]);
    expect(tail.ofStream('a', 4n, 5n)).toBeUndefined();
    expect(tail.ofStream('c', 0n, 3n)).toBeUndefined();
  });
});
