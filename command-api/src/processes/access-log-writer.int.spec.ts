import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccessOutbox, createAccessOutbox, type NewAccess } from 'service-kit/accesses/access-outbox';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { noKeys } from 'service-kit/event-log/testing';
import { type EventLog, LogUnavailable, type StoredEvent, UnknownOutcome } from 'service-kit/event-log/port';
import { writeNextBatch } from './access-log-writer.ts';
import { createLogger } from 'service-kit/process/logger';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';

let installation: Installation;
let pool: Pool;
let log: EventLog;
let notes: AccessOutbox;
let team: string;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  log = connectEventLog({ url: installation.eventstoreUrl, keys: noKeys, logger: createLogger('spec', 'silent') });
  notes = createAccessOutbox(pool, 'Africa/Cairo');
});
afterAll(async () => {
  await log.close();
  await pool.end();
  await installation.stop();
});
beforeEach(() => {
  team = randomUUID();
});

const opened = (admissionId: string, at = '2026-03-01T09:00:00.000Z', more: Partial<NewAccess> = {}): NewAccess =>
  ({
    type: 'ChartOpened',
    data: { admissionId, patientId: 'p-1' },
    noteId: randomUUID(),
    teamId: team,
    actorId: 'mona',
    at: new Date(at),
    ...more,
  }) as NewAccess;
const searched = (found: number, noteId = randomUUID()): NewAccess => ({
  type: 'PatientsSearched',
  data: { searches: 1, found },
  noteId,
  teamId: team,
  actorId: 'mona',
  at: new Date(),
});
const carryAll = async (from: Partial<AccessOutbox> = {}, to: Partial<EventLog> = {}): Promise<void> => {
  while (
    await writeNextBatch({
      notes: { ...notes, ...from },
      log: { append: log.append, readLast: log.readLast, headAt: log.headAt, ...to },
    })
  );
};
async function eventsOf(month = '2026-03', of = team): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.readStream(`access-${of}-${month}`)) events.push(event);
  return events;
}
const charts = (events: readonly StoredEvent[]) =>
  events.map(({ data }) => ('admissionId' in data ? data.admissionId : ''));

test("accesses reach the stream of their team and of the month in the hospital's time zone, oldest first", async () => {
  const other = randomUUID();
  await notes.write(opened('b', '2026-03-01T10:00:00.000Z'));
  await notes.write(opened('a', '2026-02-28T22:30:00.000Z'));
  await notes.write(opened('before', '2026-02-28T21:30:00.000Z'));
  await notes.write(opened('theirs', '2026-03-01T10:00:00.000Z', { teamId: other, actorId: 'sami' }));
  await carryAll();
  const events = await eventsOf();
  expect(charts(events)).toEqual(['a', 'b']);
  expect(events[0]).toMatchObject({
    type: 'ChartOpened',
    data: { admissionId: 'a', patientId: 'p-1' },
    metadata: {
      command: 'RecordAccess',
      actorId: 'mona',
      teamId: team,
      occurredAt: '2026-02-28T22:30:00.000Z',
      schemaVersion: 1,
    },
  });
  // They happened long before the writer moved them.
  expect(
    events.every(
      ({ metadata }) => metadata.recordedAt !== undefined && metadata.recordedAt > '2026-03-01T10:00:00.000Z',
    ),
  ).toBe(true);
  expect(charts(await eventsOf('2026-02'))).toEqual(['before']);
  expect(charts(await eventsOf('2026-03', other))).toEqual(['theirs']);
});

test('the same note again is the same access, also after it was written to the log', async () => {
  const note = opened('a');
  for (const _time of [1, 2]) {
    await Promise.all([notes.write(note), notes.write(note)]);
    await carryAll();
  }
  expect(charts(await eventsOf())).toEqual(['a']);
});

test('searches of one minute are one access; a later search is another', async () => {
  const month = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Africa/Cairo',
    year: 'numeric',
    month: '2-digit',
  }).format(new Date());
  const minuteIsOver = () => pool.query('update accounts.access_note set due_at = now() where team_id = $1', [team]);
  for (const found of [40, 12, 3]) await notes.write(searched(found));
  await carryAll();
  expect(await eventsOf(month)).toEqual([]);
  await minuteIsOver();
  await notes.write(searched(7));
  await carryAll();
  await minuteIsOver();
  await carryAll();
  expect((await eventsOf(month)).map(({ data }) => data)).toEqual([
    { searches: 3, found: 3 },
    { searches: 1, found: 7 },
  ]);
});

const crash = (): never => {
  throw new Error('crashed');
};
test.each<[string, Partial<AccessOutbox>, () => Partial<EventLog>]>([
  ['before the append', {}, () => ({ append: () => Promise.reject(new LogUnavailable('away')) })],
  ['after the append, before that was written down', { appended: async () => crash() }, () => ({})],
  [
    'after an append with an unknown outcome',
    {},
    () => ({
      append: async (...what) => {
        await log.append(...what);
        throw new UnknownOutcome('too late');
      },
    }),
  ],
  [
    'before it was read what goes',
    {
      pendingBatch: async () => undefined,
      assign: async (...what) => {
        await notes.assign(...what);
        crash();
      },
    },
    () => ({}),
  ],
])('a crash %s loses nothing and doubles nothing', async (_when, from, to) => {
  await notes.write(opened('first'));
  await carryAll();
  for (const chart of ['a', 'b', 'c']) await notes.write(opened(chart));
  await expect(carryAll(from, to())).rejects.toThrow();
  await notes.write(opened('later', '2026-03-01T08:00:00.000Z'));
  await carryAll();
  expect(charts(await eventsOf()).toSorted()).toEqual(['a', 'b', 'c', 'first', 'later']);
  expect(await notes.pendingBatch()).toBeUndefined();
});

test('after an event of another writer the accesses are appended behind it', async () => {
  await notes.write(opened('a'));
  await carryAll();
  await notes.write(opened('b'));
  let behind = true;
  await carryAll(
    {},
    {
      readLast: async (stream) => {
        const last = await log.readLast(stream);
        const seen = behind ? undefined : last;
        behind = false;
        return seen;
      },
    },
  );
  expect(charts(await eventsOf())).toEqual(['a', 'b']);
});

test('two writers at once write each access once', async () => {
  const many = Array.from({ length: 600 }, (_, n) => `chart-${String(n).padStart(3, '0')}`);
  await Promise.all(many.map((chart) => notes.write(opened(chart))));
  await Promise.all([carryAll(), carryAll()]);
  await carryAll();
  expect(charts(await eventsOf()).toSorted()).toEqual(many);
});

test('an access of a newer version waits for it, and does not block others', async () => {
  await pool.query(
    `insert into accounts.access_note (note_id, team_id, actor_id, kind, data, at, due_at)
     values ($1, $2, 'mona', 'ChartWhispered', '{}', '2020-01-01', now())`,
    [randomUUID(), team],
  );
  await notes.write(opened('a'));
  await carryAll();
  expect(charts(await eventsOf())).toEqual(['a']);
  expect(
    (await pool.query(`select from accounts.access_note where team_id = $1 and appended_at is null`, [team])).rowCount,
  ).toBe(1);
});

test('an access that is not a valid event is refused at once', async () => {
  await expect(notes.write(opened('not an id'))).rejects.toThrow();
});
