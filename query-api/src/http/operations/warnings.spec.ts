import { readFileSync } from 'node:fs';
import type { Operations } from 'language/contract/operations';
import { expect, test } from 'vitest';
import { warningsOf } from './warnings.ts';

type Read = Parameters<typeof warningsOf>[0];

const at = '2026-03-02T12:00:00.000Z';
const rowsOf = (over: Partial<NonNullable<Operations['rows']>['projections'][number]> = {}): Operations['rows'] => ({
  isFollowed: true,
  projections: [{ projection: 'clinical', behind: 0, oldestSeconds: 0, parked: 0, rebuild: null, ...over }],
});
const process = (service: string) => ({ service, process: 'process 1 on host', seenAt: at });
const madeAt = (instant: string): Operations['backup'] => ({
  last: { madeAt: instant, number: 1, position: '9', events: 9, bytes: 9, place: 'host:/backup' },
});
const healthy: Read = {
  at,
  version: { product: '1.0.0', node: '24.0.0', privateTables: null, readModels: null },
  services: [process('command-api'), process('projections'), process('query-api')],
  rows: rowsOf({ behind: 3, oldestSeconds: 10 }),
  parked: { total: 0, newest: [] },
  queue: { engine: 'postgres', waiting: 100, delayed: 500, active: 2 },
  eventLog: { position: '9', followedTo: '9' },
  database: { bytes: 9 },
  disk: { isHere: true, space: { bytes: 100, freeBytes: 15 } },
  sessions: { people: 1, sessions: 1, begun: { withinHour: 1, withinFourHours: 0, earlier: 0 } },
  backup: madeAt('2026-03-01T12:00:01.000Z'),
};

test('a healthy installation, up to each bound, has no warning', () => expect(warningsOf(healthy)).toEqual([]));

test.each<[string, Partial<Read>, object]>([
  ['the event log is away', { eventLog: null }, { kind: 'eventLogAway', isUrgent: true }],
  [
    'a service does not run',
    { services: [process('command-api'), process('query-api')] },
    { kind: 'serviceAway', isUrgent: true, values: { service: 'projections' } },
  ],
  [
    'no process follows the log',
    { rows: { isFollowed: false, projections: [] } },
    { kind: 'nothingFollowed', isUrgent: true },
  ],
  [
    'streams are parked',
    { parked: { total: 2, newest: [] } },
    { kind: 'streamsParked', isUrgent: true, values: { streams: 2 } },
  ],
  ['rows are behind', { rows: rowsOf({ oldestSeconds: 10.1 }) }, { kind: 'rowsBehind', isUrgent: false }],
  [
    'a rebuild has failed',
    { rows: rowsOf({ rebuild: { state: 'failed', said: 'x' } }) },
    { kind: 'rebuildFailed', values: { projection: 'clinical' } },
  ],
  [
    'rows are of a newer version',
    { rows: rowsOf({ rebuild: { state: 'newerVersion', said: '' } }) },
    { kind: 'rowsOfNewerVersion' },
  ],
  [
    'the disk is nearly full',
    { disk: { isHere: true, space: { bytes: 1_000, freeBytes: 149 } } },
    { kind: 'diskNearlyFull', isUrgent: false, values: { percent: 14 } },
  ],
  [
    'the disk is full in a moment',
    { disk: { isHere: true, space: { bytes: 1_000, freeBytes: 49 } } },
    { kind: 'diskNearlyFull', isUrgent: true, values: { percent: 4 } },
  ],
  ['the queue is away', { queue: null }, { kind: 'queueAway', isUrgent: false }],
  ['the queue grows', { queue: { engine: 'redis', waiting: 101, delayed: 0, active: 0 } }, { kind: 'queueGrows' }],
  ['no backup was made', { backup: { last: null } }, { kind: 'backupMissing' }],
  [
    'the last backup is a day old',
    { backup: madeAt('2026-03-01T12:00:00.000Z') },
    { kind: 'backupOld', values: { hours: 24 } },
  ],
  ['a part cannot be read', { sessions: null }, { kind: 'partUnknown', values: { part: 'sessions' } }],
  [
    'the disk cannot be read',
    { disk: { isHere: true, space: null } },
    { kind: 'partUnknown', values: { part: 'disk' } },
  ],
])('%s: one warning', (_what, over, expected) => {
  const warnings = warningsOf({ ...healthy, ...over });
  expect(warnings).toEqual([expect.objectContaining(expected)]);
  const headings = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8').matchAll(
    /^#+ (.*)$/gm,
  );
  expect([...headings].map(([, heading]) => heading)).toContain(warnings[0]?.section);
});

test('a rebuild that runs, and a disk of another machine, are no warnings', () => {
  const rows = rowsOf({ rebuild: { state: 'runs', said: '43 %' } });
  expect(warningsOf({ ...healthy, rows, disk: { isHere: false, space: null } })).toEqual([]);
});

test('urgent warnings come first', () => {
  const kinds = warningsOf({ ...healthy, queue: null, backup: { last: null }, parked: { total: 1, newest: [] } });
  expect(kinds.map(({ kind }) => kind)).toEqual(['streamsParked', 'queueAway', 'backupMissing']);
});
