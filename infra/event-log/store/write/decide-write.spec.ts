import { describe, expect, test } from 'vitest';
import {
  decideAppend,
  decideDeletion,
  type Decision,
  type StoredEventPosition,
  type StreamFacts,
} from './decide-write.ts';
import { DELETED, type Expected } from '../event.ts';

/** A stream with these event ids, all of them recent. */
function streamOf(written: readonly string[], facts: Partial<StreamFacts> = {}): StreamFacts {
  const positions: StoredEventPosition[] = written.map((id, index) => ({
    id,
    revision: BigInt(index),
    position: BigInt(index + 1),
  }));
  return {
    head: BigInt(written.length) - 1n,
    isDeleted: false,
    hasMetadata: false,
    at: (revision) => positions[Number(revision)],
    find: (id) => positions.findLast((position) => position.id === id),
    ...facts,
  };
}
const said = (decision: Decision): string =>
  decision.kind === 'repeated' ? `repeated up to ${decision.last.revision}` : decision.kind;
const six = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5'];

/** EventStoreDB's table of cases for implicitly created streams. */
describe('an append is', () => {
  test.each<[string, readonly string[], Expected, readonly string[], string]>([
    ['written to a new stream', [], 'no_stream', ['e0'], 'write'],
    ['repeated at the beginning of a long stream', six, 'no_stream', ['e0'], 'repeated up to 0'],
    ['repeated in the middle', six, 2n, ['e3'], 'repeated up to 3'],
    ['repeated at any revision', six, 'any', ['e0'], 'repeated up to 0'],
    ['repeated where the stream must exist', six, 'stream_exists', ['e5'], 'repeated up to 5'],
    ['written again at the head', six, 5n, ['e0'], 'write'],
    ['too early', six, 6n, ['e0'], 'wrong-version'],
    ['in the wrong place', six, 4n, ['e0'], 'wrong-version'],
    ['written after its own copy', ['e0'], 0n, ['e0'], 'write'],
    ['repeated as a whole', ['e0', 'e1', 'e2'], 'no_stream', ['e0', 'e1', 'e2'], 'repeated up to 2'],
    ['repeated in its first part', ['e0', 'e1', 'e2'], 'no_stream', ['e0', 'e1'], 'repeated up to 1'],
    ['repeated in its last part', ['e0', 'e1', 'e2'], 1n, ['e2'], 'repeated up to 2'],
    ['repeated in part, at any revision', ['e0', 'e1', 'e2'], 'any', ['e1', 'e2'], 'repeated up to 2'],
    ['half old and half new', ['e0', 'e1'], 'no_stream', ['e0', 'e1', 'e2'], 'wrong-version'],
    ['half old and half new, at any revision', ['e0', 'e1'], 'any', ['e0', 'e1', 'e2'], 'wrong-version'],
    ['for a stream that is not there', [], 'stream_exists', ['e0'], 'wrong-version'],
    ['at a revision of a stream that is not there', [], 0n, ['e0'], 'wrong-version'],
    ['empty and in time', ['e0'], 0n, [], 'write'],
    ['empty and late', ['e0'], 'no_stream', [], 'wrong-version'],
  ])('%s', (_, written, expected, ids, decision) => {
    expect(said(decideAppend(expected, ids, streamOf(written)))).toBe(decision);
  });
});

describe('of a deleted stream, an append is', () => {
  test.each<[string, Expected, readonly string[], string]>([
    ['written as if there were no stream', 'no_stream', ['e9'], 'write'],
    ['written at its last revision', 1n, ['e9'], 'write'],
    ['written at any', 'any', ['e9'], 'write'],
    ['refused where it must exist', 'stream_exists', ['e9'], 'deleted'],
    ['in the wrong place', 0n, ['e9'], 'wrong-version'],
    ['repeated, if it was written before', 'no_stream', ['e0', 'e1'], 'repeated up to 1'],
    ['half old and half new', 'no_stream', ['e0', 'e9'], 'wrong-version'],
  ])('%s', (_, expected, ids, decision) => {
    expect(said(decideAppend(expected, ids, streamOf(['e0', 'e1'], { isDeleted: true })))).toBe(decision);
  });
});

test.each<Expected>(['any', 'no_stream', 'stream_exists', 1n, DELETED])(
  'a tombstoned stream refuses an append at %s',
  (expected) => {
    const tombstoned = streamOf(['e0', 'e1'], { head: DELETED });
    expect(decideAppend(expected, ['e9'], tombstoned).kind).toBe('deleted');
    expect(decideDeletion('delete', expected, tombstoned).kind).toBe('deleted');
    expect(decideDeletion('tombstone', expected, tombstoned).kind).toBe('deleted');
  },
);

test('a stream with metadata only exists', () => {
  const onlyMetadata = streamOf([], { hasMetadata: true });
  expect(decideAppend('stream_exists', ['e0'], onlyMetadata).kind).toBe('write');
  expect(decideDeletion('delete', 'no_stream', onlyMetadata).kind).toBe('write');
});

describe('a deletion is', () => {
  test.each<[string, 'delete' | 'tombstone', readonly string[], Expected, string]>([
    ['done at any revision', 'delete', ['e0'], 'any', 'write'],
    ['done at the exact one', 'tombstone', ['e0', 'e1'], 1n, 'write'],
    ['done where the stream exists', 'delete', ['e0'], 'stream_exists', 'write'],
    ['refused at an earlier one', 'delete', ['e0', 'e1'], 0n, 'wrong-version'],
    ['refused at a later one', 'tombstone', ['e0'], 4n, 'wrong-version'],
    ['refused where there must be no stream', 'tombstone', ['e0'], 'no_stream', 'wrong-version'],
    ['refused where there is nothing to delete', 'delete', [], 'any', 'wrong-version'],
    ['refused where there is nothing to delete, as expected', 'delete', [], 'no_stream', 'wrong-version'],
    ['done to a name that must stay unused', 'tombstone', [], 'any', 'write'],
  ])('%s', (_, kind, written, expected, decision) => {
    expect(said(decideDeletion(kind, expected, streamOf(written)))).toBe(decision);
  });
});
