import { describe, expect, test } from 'vitest';
import { decideAppend, type Place } from './decide-append.ts';
import type { Expected } from './event.ts';

/** A stream that holds these ids, as a whole and lately. */
function decide(written: readonly string[], expected: Expected, ids: readonly string[]): string {
  const places: Place[] = written.map((id, index) => ({ id, revision: BigInt(index), position: BigInt(index + 1) }));
  const decision = decideAppend(expected, ids, {
    head: BigInt(written.length) - 1n,
    at: (revision) => places[Number(revision)],
    find: (id) => places.findLast((place) => place.id === id),
  });
  return decision.kind === 'repeated' ? `repeated up to ${decision.last.revision}` : decision.kind;
}
const six = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5'];

/** EventStoreDB's own table of cases for implicitly created streams, in our words. */
describe('an append is', () => {
  test.each<[string, readonly string[], Expected, readonly string[], string]>([
    ['written to a new stream', [], 'no_stream', ['e0'], 'write'],
    ['repeated at the beginning of a long stream', six, 'no_stream', ['e0'], 'repeated up to 0'],
    ['repeated in the middle', six, 2n, ['e3'], 'repeated up to 3'],
    ['repeated whatever the revision', six, 'any', ['e0'], 'repeated up to 0'],
    ['repeated where the stream must exist', six, 'stream_exists', ['e5'], 'repeated up to 5'],
    ['written again at the head', six, 5n, ['e0'], 'write'],
    ['too early', six, 6n, ['e0'], 'wrong-version'],
    ['in the wrong place', six, 4n, ['e0'], 'wrong-version'],
    ['written after its own copy', ['e0'], 0n, ['e0'], 'write'],
    ['repeated as a whole', ['e0', 'e1', 'e2'], 'no_stream', ['e0', 'e1', 'e2'], 'repeated up to 2'],
    ['repeated in its first part', ['e0', 'e1', 'e2'], 'no_stream', ['e0', 'e1'], 'repeated up to 1'],
    ['repeated in its last part', ['e0', 'e1', 'e2'], 1n, ['e2'], 'repeated up to 2'],
    ['repeated in part, whatever the revision', ['e0', 'e1', 'e2'], 'any', ['e1', 'e2'], 'repeated up to 2'],
    ['half old and half new', ['e0', 'e1'], 'no_stream', ['e0', 'e1', 'e2'], 'wrong-version'],
    ['half old and half new, whatever the revision', ['e0', 'e1'], 'any', ['e0', 'e1', 'e2'], 'wrong-version'],
    ['for a stream that is not there', [], 'stream_exists', ['e0'], 'wrong-version'],
    ['at a revision of a stream that is not there', [], 0n, ['e0'], 'wrong-version'],
    ['empty and in time', ['e0'], 0n, [], 'write'],
    ['empty and late', ['e0'], 'no_stream', [], 'wrong-version'],
  ])('%s', (_, written, expected, ids, decision) => {
    expect(decide(written, expected, ids)).toBe(decision);
  });
});
