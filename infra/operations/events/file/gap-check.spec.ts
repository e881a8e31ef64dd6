import { expect, test } from 'vitest';
import { Failure } from '../failures.ts';
import { GapCheck } from './gap-check.ts';
import { END_OF_STREAM } from '../log/stored-event.ts';
import { anEvent } from '../testing/example-event.ts';

const check = (...places: [stream: string, revision: bigint][]): void => {
  const noGaps = new GapCheck();
  for (const [stream, revision] of places)
    noGaps.check(anEvent({ stream, revision, ...(revision === END_OF_STREAM ? { type: '$streamDeleted' } : {}) }));
};

test('complete streams pass, in any interleaving', () => {
  check(['a', 0n], ['b', 0n], ['a', 1n], ['b', 1n], ['b', 2n]);
});

test('a tombstone passes at any place, also as the only event of its stream', () => {
  check(['a', 0n], ['a', END_OF_STREAM], ['b', END_OF_STREAM]);
});

test.each([
  [
    'at its beginning',
    [['a', 3n]],
    'The file has a@3 where 0 should come: revisions 0 to 2 are missing. The log was scavenged',
  ],
  [
    'in between',
    [
      ['a', 0n],
      ['b', 0n],
      ['a', 2n],
    ],
    'The file has a@2 where 1 should come: revisions 1 to 1 are missing.',
  ],
] as [string, [string, bigint][], string][])('a stream that lacks events %s is refused', (_, places, sentence) => {
  expect(() => check(...places)).toThrow(Failure);
  expect(() => check(...places)).toThrow(sentence);
});

test('an event that comes twice, or out of order, is refused', () => {
  expect(() => check(['a', 0n], ['a', 0n])).toThrow(
    'The file has a@0 where 1 should come: the order of its lines was changed.',
  );
});

test('streams beyond the limit of memory are not checked', () => {
  const many = Array.from({ length: 100_001 }, (_, index): [string, bigint] => [`s-${index}`, 0n]);
  check(...many, ['s-0', 7n], ['s-100000', 1n]);
  expect(() => check(...many, ['s-100000', 2n])).toThrow(Failure);
});
