import { jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { RecentEvents } from './recent-events.ts';

const recorded = (streamId: string, revision: number, text = ''): RecordedEvent => ({
  ...jsonEvent({ type: 'TagAdded', data: { text }, metadata: {} }),
  isJson: true,
  streamId,
  revision: BigInt(revision),
  created: new Date(0),
});
const revisions = (events: readonly RecordedEvent[] | undefined) => events?.map(({ revision }) => Number(revision));

test('it has the events of a stream from the first that it was given', () => {
  const recent = new RecentEvents();
  for (const revision of [4, 5, 6]) recent.add(recorded('catalogue', revision));
  recent.add(recorded('drug-1', 0));
  expect(revisions(recent.from('catalogue', 4n, 10))).toEqual([4, 5, 6]);
  expect(revisions(recent.from('catalogue', 5n, 1))).toEqual([5]);
  expect(revisions(recent.from('drug-1', 0n, 10))).toEqual([0]);
  expect(recent.from('catalogue', 3n, 10)).toBeUndefined();
  expect(recent.from('catalogue', 7n, 10)).toBeUndefined();
  expect(recent.from('drug-2', 0n, 10)).toBeUndefined();
});

test('after a gap it has the events behind the gap only', () => {
  const recent = new RecentEvents();
  for (const revision of [0, 1, 3, 4]) recent.add(recorded('catalogue', revision));
  expect(recent.from('catalogue', 1n, 10)).toBeUndefined();
  expect(revisions(recent.from('catalogue', 3n, 10))).toEqual([3, 4]);
});

test('it keeps the newest events of a stream', () => {
  const recent = new RecentEvents();
  for (let revision = 0; revision < 200; revision += 1) recent.add(recorded('catalogue', revision));
  expect(recent.from('catalogue', 100n, 10)).toBeUndefined();
  expect(revisions(recent.from('catalogue', 190n, 100))).toEqual(Array.from({ length: 10 }, (_, n) => 190 + n));
});

test('large payloads of other streams displace the stream that was not used for longest', () => {
  const recent = new RecentEvents();
  recent.add(recorded('drug-old', 0));
  for (let n = 0; n < 10; n += 1) recent.add(recorded(`drug-${n}`, 0, 'x'.repeat(500_000)));
  expect(recent.from('drug-old', 0n, 1)).toBeUndefined();
  expect(revisions(recent.from('drug-9', 0n, 1))).toEqual([0]);
});
