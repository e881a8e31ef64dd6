import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { differenceOf, Digest, identityOf, isSame } from './event-identity.ts';
import { END_OF_STREAM, type StoredEvent } from '../log/stored-event.ts';
import { anEvent, textOf } from '../testing/example-event.ts';

const id = '0a72bebe-a02d-4ee5-b53a-fab441cbe1a0';
const other = 'ffffffff-a02d-4ee5-b53a-fab441cbe1a0';
const tombstone = anEvent({ type: '$streamDeleted', revision: END_OF_STREAM, data: '' });
const metadata = anEvent({
  stream: '$$admission-1',
  type: '$metadata',
  id,
  data: '{"$maxCount":3,"owner":{"b":1,"a":2}}',
});

test('the identity is seven fields, each after its length', () => {
  const event = anEvent({
    stream: 'ä-1',
    revision: 12n,
    id,
    type: 'T',
    data: '{"a":1.0}',
    metadata: Uint8Array.from([0x41]),
  });
  expect(textOf(identityOf(event))).toBe(`4:ä-1,2:12,36:${id},1:T,16:application/json,9:{"a":1.0},1:A,`);
});

test.each<[string, Partial<StoredEvent>]>([
  ['stream', { stream: 'admission-2' }],
  ['revision', { revision: 1n }],
  ['id', { id: other }],
  ['type', { type: 'Other' }],
  ['content type', { contentType: 'application/octet-stream' }],
  ['data', { data: Buffer.from('{"note": "given at noon"}') }],
  ['metadata', { metadata: Buffer.from('{}') }],
])('another %s is another event', (field, changed) => {
  const event = anEvent({ id });
  expect(isSame(event, { ...event, ...changed })).toBe(false);
  if (field !== 'stream' && field !== 'revision') expect(differenceOf(event, { ...event, ...changed })).toBe(field);
});

test('position and time are not part of the identity', () => {
  const event = anEvent({ id });
  expect(isSame(event, { ...event, position: { commit: 1n, prepare: 1n }, created: '1999-01-01T00:00:00.000Z' })).toBe(
    true,
  );
});

test('a byte that moves from one field to the next changes the identity', () => {
  expect(isSame(anEvent({ id, type: 'AB', stream: 'C' }), anEvent({ id, type: 'B', stream: 'CA' }))).toBe(false);
});

describe('events that the log creates itself', () => {
  test('a tombstone is its stream and revision, with any id and content', () => {
    expect(textOf(identityOf(tombstone))).toBe('11:admission-1,19:9223372036854775807,0:,14:$streamDeleted,0:,0:,0:,');
    expect(isSame(tombstone, { ...tombstone, id: other, contentType: 'x', data: Buffer.from('{}') })).toBe(true);
    expect(isSame(tombstone, { ...tombstone, stream: 'admission-2' })).toBe(false);
  });

  test('metadata is its meaning, with any id and any order of members', () => {
    expect(textOf(identityOf(metadata))).toContain(
      '0:,9:$metadata,16:application/json,37:{"$maxCount":3,"owner":{"a":2,"b":1}},',
    );
    expect(
      isSame(metadata, { ...metadata, id: other, data: Buffer.from('{ "owner": {"a":2, "b":1.0}, "$maxCount": 3 }') }),
    ).toBe(true);
    expect(isSame(metadata, { ...metadata, data: Buffer.from('{"$maxCount":4,"owner":{"b":1,"a":2}}') })).toBe(false);
    expect(isSame(metadata, { ...metadata, data: Buffer.from('{"$maxCount":3,"owner":[{"b":1,"a":2}]}') })).toBe(false);
  });

  test('members are sorted by name as text, also names that look like numbers', () => {
    expect(textOf(identityOf({ ...metadata, data: Buffer.from('{"10":1,"9":2,"__proto__":3}') }))).toContain(
      '{"10":1,"9":2,"__proto__":3}',
    );
  });

  test('metadata that is not JSON is its bytes', () => {
    expect(isSame({ ...metadata, data: Buffer.from('{') }, { ...metadata, data: Buffer.from('[') })).toBe(false);
  });

  test('an event of the same type in a user stream keeps its id and its bytes', () => {
    const event = anEvent({ type: '$metadata', id });
    expect(isSame(event, { ...event, id: other })).toBe(false);
    const named = anEvent({ type: '$streamDeleted', id });
    expect(isSame(named, { ...named, id: other })).toBe(false);
  });
});

test('a digest counts, and hashes the events in their order', () => {
  const [one, two] = [anEvent({ id }), anEvent({ id: other, revision: 1n })];
  const digest = new Digest();
  expect(digest.summary()).toEqual({ count: 0, sha256: createHash('sha256').digest('hex') });
  for (const event of [one, two]) digest.add(event);
  expect(digest.summary()).toEqual({
    count: 2,
    sha256: createHash('sha256').update(identityOf(one)).update(identityOf(two)).digest('hex'),
  });
  const turned = new Digest();
  for (const event of [two, one]) turned.add(event);
  expect(turned.summary().sha256).not.toBe(digest.summary().sha256);
});
