import { expect, test } from 'vitest';
import { appendGroups } from './append-groups.ts';
import { END_OF_STREAM, nameOf, type StoredEvent } from '../log/stored-event.ts';
import { anEvent, collect, listed } from '../testing/example-event.ts';

const grouped = async (...events: StoredEvent[]) =>
  (await collect(appendGroups(listed(events)))).map((group) => group.events.map(nameOf).join(' '));
const at = (stream: string, revision: bigint, bytes = 10): StoredEvent =>
  anEvent({ stream, revision, type: 'T', data: Buffer.alloc(bytes, ' ') });
const metadata = (stream: string, revision: bigint): StoredEvent =>
  anEvent({ stream: `$$${stream}`, revision, type: '$metadata', data: '{}' });
const tombstone = (stream: string): StoredEvent =>
  anEvent({ stream, revision: END_OF_STREAM, type: '$streamDeleted', data: '' });

test('no events make no group', async () => {
  expect(await grouped()).toEqual([]);
});

test('neighbours of one stream form a group, and the order of the whole log stays', async () => {
  expect(await grouped(at('a', 0n), at('a', 1n), at('b', 0n), at('a', 2n), at('a', 3n))).toEqual([
    'a@0 a@1',
    'b@0',
    'a@2 a@3',
  ]);
});

test('a group is at most as large as an append', async () => {
  const limit = 1024 * 1024;
  expect(await grouped(at('a', 0n, limit - 14), at('a', 1n, 10), at('a', 2n, 1))).toEqual(['a@0 a@1', 'a@2']);
  expect(await grouped(at('a', 0n, limit - 13), at('a', 1n, 10))).toEqual(['a@0', 'a@1']);
  expect(await grouped(at('a', 0n, limit + 1), at('a', 1n), at('a', 2n))).toEqual(['a@0', 'a@1 a@2']);
});

test('metadata and tombstones are groups of one', async () => {
  expect(await grouped(metadata('a', 0n), metadata('a', 1n), at('a', 0n), tombstone('a'), at('b', 0n))).toEqual([
    '$$a@0',
    '$$a@1',
    'a@0',
    'the tombstone of a',
    'b@0',
  ]);
});

test('a group names the next event', async () => {
  const groups = await collect(appendGroups(listed([at('a', 0n), at('a', 1n), at('b', 0n)])));
  expect(groups.map(({ next }) => next && nameOf(next))).toEqual(['b@0', undefined]);
});
