/** The rest of the cases are those of `conformance/idempotence` and `conformance/wrong-expected-version`. */
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
