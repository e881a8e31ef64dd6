import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { endOf, linksIn } from './merging.ts';

const events = (...of: [type: string, data?: object][]): StoredEvent[] =>
  of.map(([type, data = {}]) => ({ type, data })) as unknown as StoredEvent[];
const merged = (into: string): [string, object] => ['PatientMerged', { into, reason: '' }];
const absorbed = (patientId: string): [string, object] => ['PatientAbsorbed', { patientId }];

test('a merge is on the streams of both, and gone from both after its undoing', () => {
  const links = linksIn(
    new Map([
      ['patient-a', events(merged('b'))],
      ['patient-b', events(absorbed('a'), absorbed('c'), ['PatientSeparated', { patientId: 'c' }])],
      ['patient-c', events(merged('b'), ['PatientMergeUndone'])],
    ]),
  );
  expect([...links.merged]).toEqual(['a b']);
  expect([...links.absorbed]).toEqual(['a b']);
  expect([...links.ever]).toEqual(['a b', 'c b']);
});

test('a merge by half and a circle are found', () => {
  const half = linksIn(new Map([['patient-a', events(merged('b'))]]));
  expect([half.merged.has('a b'), half.absorbed.has('a b')]).toEqual([true, false]);
  const circle = linksIn(
    new Map([
      ['patient-a', events(absorbed('b'))],
      ['patient-b', events(absorbed('a'))],
    ]),
  );
  expect(endOf(circle, 'a')).toBeUndefined();
});

test('merges are followed to their end', () => {
  const links = linksIn(
    new Map([
      ['patient-b', events(absorbed('a'))],
      ['patient-c', events(absorbed('b'))],
    ]),
  );
  expect(['a', 'b', 'c'].map((id) => endOf(links, id))).toEqual(['c', 'c', 'c']);
});
