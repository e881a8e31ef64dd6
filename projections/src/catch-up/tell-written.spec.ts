import type { StoredEvent } from 'service-kit/event-log/port';
import {
  type CommandsProjected,
  commandsProjected,
  type RowsWritten,
  rowsWritten,
} from 'service-kit/telemetry/signals';
import { expect, test } from 'vitest';
import { tellWritten, writtenBy } from './tell-written.ts';

const now = Date.parse('2026-03-01T09:30:00.000Z');
const event = (commandId: string, stream: string, occurredAt = new Date(now).toISOString()): StoredEvent => ({
  id: 'e',
  type: 'ErrorRated',
  data: {},
  unreadable: false,
  stream,
  revision: 1n,
  position: undefined,
  created: new Date(0),
  metadata: { commandId, command: 'RateError', actorId: 'u', occurredAt, schemaVersion: 1 },
});

test('each command counts once for each stream', () => {
  const events = [
    event('c1', 'admission-a'),
    event('c1', 'admission-a'),
    event('c1', 'patient-p'),
    event('c2', 'admission-a'),
  ];
  expect(writtenBy(events, now)).toEqual([
    { commandId: 'c1', stream: 'admission-a' },
    { commandId: 'c1', stream: 'patient-p' },
    { commandId: 'c2', stream: 'admission-a' },
  ]);
});

test('what was written long ago is no news, so that a process that catches up makes no traces of the past', () => {
  expect(writtenBy([event('c1', 'admission-a', '2026-03-01T09:28:00.000Z')], now)).toEqual([]);
});

test('metrics hear of all events, and of nothing where nothing was written', () => {
  const rows: RowsWritten[] = [];
  const commands: CommandsProjected[] = [];
  const endings = [rowsWritten.hear((told) => rows.push(told)), commandsProjected.hear((told) => commands.push(told))];
  const took = { startedAt: now, ms: 3 };
  tellWritten({ name: 'clinical' }, [], took);
  tellWritten(
    { name: 'clinical' },
    [{ events: [event('c1', 'admission-a')] }, { events: [event('c2', 'admission-b')] }],
    took,
  );
  for (const end of endings) end();
  expect(rows).toEqual([{ ...took, projection: 'clinical', events: 2 }]);
  expect(commands).toEqual([{ ...took, projection: 'clinical', written: [] }]);
});
