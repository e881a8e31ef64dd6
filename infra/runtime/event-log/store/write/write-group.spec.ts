import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StoredEventPosition } from './decide-write.ts';
import { NO_EVENTS, type Append } from '../event.ts';
import { NO_METADATA } from '../stream-metadata.ts';
import { WriteGroup, type LogBefore } from './write-group.ts';

const appendOf = (ids: readonly string[], expected: Append['expected'] = 'no_stream'): Append => ({
  kind: 'append',
  stream: 'a',
  expected,
  deadline: Infinity,
  events: ids.map((id) => ({ id, type: 'Tested', isJson: true, data: new Uint8Array(), metadata: new Uint8Array() })),
});
const idsOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const logBefore = (positions: readonly StoredEventPosition[]): LogBefore => ({
  head: BigInt(positions.length),
  stateOf: (stream) => ({ head: stream === 'a' ? BigInt(positions.length) - 1n : NO_EVENTS, metadata: NO_METADATA }),
  find: () => undefined,
  places: async () => positions,
  newestData: async () => undefined,
});

test('the cost of recognising a long repeated append is linear', async () => {
  const ids = idsOf(2_000);
  let looks = 0;
  const places = ids.map((id, index) => ({
    id,
    position: BigInt(index + 1),
    get revision() {
      looks += 1;
      return BigInt(index);
    },
  }));
  expect(await new WriteGroup(logBefore(places), 0).decide(appendOf(ids))).toEqual({
    kind: 'written',
    revision: 1_999n,
    position: 2_000n,
  });
  expect(looks).toBeLessThan(4 * ids.length);
});

test('a repeated append within a group is recognised, at its own revision only', async () => {
  const group = new WriteGroup(logBefore([]), 0);
  const ids = idsOf(3);
  const first = await group.decide(appendOf(ids));
  expect(await group.decide(appendOf(ids))).toEqual(first);
  expect(await group.decide(appendOf(ids.slice(1), 0n))).toEqual(first);
  expect(await group.decide(appendOf(ids.slice(1)))).toEqual({ kind: 'wrong-version', current: 2n });
  expect(await group.decide(appendOf([...ids, randomUUID()]))).toEqual({ kind: 'wrong-version', current: 2n });
  expect(group.events).toHaveLength(3);
});
