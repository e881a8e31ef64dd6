import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { mergeFaults } from './merging.ts';

const patient = (...of: [type: string, data: object][]): StoredEvent[] =>
  [['PatientRegistered', {}] as const, ...of].map(([type, data], index) => ({
    type,
    data,
    revision: BigInt(index),
    metadata: { commandId: 'c', occurredAt: '2026-01-01T00:00:00.000Z' },
  })) as unknown as StoredEvent[];
const merged = (into: string): [string, object] => ['PatientMerged', { into, reason: '' }];
const absorbed = (patientId: string): [string, object] => ['PatientAbsorbed', { patientId }];

test('a merge is on the streams of both, and merges are followed to their end', async () => {
  const { found, staysFor } = await mergeFaults(
    new Map([
      ['patient-a', patient(merged('b'))],
      ['patient-b', patient(absorbed('a'), merged('c'))],
      ['patient-c', patient(absorbed('b'))],
    ]),
    ['a b'],
  );
  expect(found).toEqual([]);
  expect(await Promise.all(['a', 'b', 'c'].map(staysFor))).toEqual(['c', 'c', 'c']);
});

test('a merge by half, a lost one and a circle are found', async () => {
  const half = await mergeFaults(new Map([['patient-a', patient(merged('b'))]]), ['a b', 'a c']);
  expect(half.found).toEqual(['Merged only by half: a b', 'Acknowledged, and never merged: a c']);
  const circle = await mergeFaults(
    new Map([
      ['patient-a', patient(absorbed('b'), merged('b'))],
      ['patient-b', patient(absorbed('a'), merged('a'))],
    ]),
  );
  expect(circle.found).toEqual(['Merged in a circle: a', 'Merged in a circle: b']);
});
