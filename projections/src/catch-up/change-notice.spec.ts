import { expect, test } from 'vitest';
import type { StoredEvent } from 'service-kit/event-log/port';
import { noticesOf } from './change-notice.ts';
import { clinical } from '../read-models/clinical/project.ts';

const happened = (revision: number, type: string, data: object, actorId = 'u-1', unreadable = false): StoredEvent => ({
  id: `id-${revision}`,
  type,
  data,
  unreadable,
  stream: 'admission-a',
  revision: BigInt(revision),
  position: undefined,
  created: new Date(0),
  metadata: {
    commandId: 'c',
    command: 'Spec',
    actorId,
    occurredAt: '2026-03-01T09:30:00.000Z',
    schemaVersion: 1,
    teamId: 't-1',
  },
});
const rated = (revision: number, entryId: string, actorId?: string): StoredEvent =>
  happened(revision, 'ErrorRated', { reviewId: 'r', entryId, rating: 3 }, actorId);

test("a person's run of events is one notice with every tag once", () => {
  expect(noticesOf(clinical, 'admission-a', [rated(4, 'e1'), rated(5, 'e2')])).toEqual([
    {
      stream: 'admission-a',
      revision: '5',
      from: '4',
      touched: ['entry:e1', 'review:r', 'entry:e2'],
      actorId: 'u-1',
      at: '2026-03-01T09:30:00.000Z',
      teamId: 't-1',
    },
  ]);
});

test('where traces are made, a notice names the newest of its commands, and otherwise none', () => {
  const of = (revision: number, commandId: string): StoredEvent => {
    const event = rated(revision, 'e1');
    return { ...event, metadata: { ...event.metadata, commandId } };
  };
  const events = [of(4, 'c1'), of(5, 'c1'), ...Array.from({ length: 10 }, (_, i) => of(6 + i, `c${i + 2}`))];
  const [notice] = noticesOf(clinical, 'admission-a', events, true);
  expect(notice?.commandIds).toEqual(['c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11']);
  expect(noticesOf(clinical, 'admission-a', events)[0]).not.toHaveProperty('commandIds');
});

test('each person has a notice of their own, in order', () => {
  const notices = noticesOf(clinical, 'admission-a', [
    rated(4, 'e1', 'u-1'),
    rated(5, 'e2', 'u-2'),
    rated(6, 'e3', 'u-1'),
  ]);
  expect(notices.map(({ actorId, revision }) => [actorId, revision])).toEqual([
    ['u-1', '4'],
    ['u-2', '5'],
    ['u-1', '6'],
  ]);
});

test.each([
  ['more than a hundred tags', Array.from({ length: 101 }, (_, i) => rated(i, `e${i}`))],
  ['tags too long for a notification', Array.from({ length: 95 }, (_, i) => rated(i, `e${i}`.padEnd(80, '0')))],
  ['an event that cannot be read any more', [happened(0, 'ReviewAdded', {}, 'u-1', true)]],
])('%s become the tag of the whole admission', (_, events) => {
  const [notice] = noticesOf(clinical, 'admission-a', events);
  expect(notice?.touched).toEqual(['admission:a']);
  expect(Buffer.byteLength(JSON.stringify(notice))).toBeLessThan(8_000);
});

test('a notice that is too large keeps the tags of the teams that must hear of a transfer', () => {
  const events = [
    ...Array.from({ length: 101 }, (_, i) => rated(i, `e${i}`)),
    happened(101, 'TransferAccepted', { fromTeamId: 't-1', toTeamId: 't-2' }),
  ];
  const [notice] = noticesOf(clinical, 'admission-a', events);
  expect(notice?.touched).toEqual(expect.arrayContaining(['admission:a', 'team:t-1', 'team:t-2']));
  expect(notice?.touched.some((tag) => tag.startsWith('entry:'))).toBe(false);
});
