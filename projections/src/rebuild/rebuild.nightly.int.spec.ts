/** The rows are made again beside the screens' rows, are the same, and take their place at one instant. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Pool } from 'pg';
import type { EventLog } from 'service-kit/event-log/port';
import { randomOf } from 'language/domain/testing/random';
import { randomHistory } from 'language/domain/testing/random-history';
import { CannotRebuild } from './errors.ts';
import { dropKept } from './kept.ts';
import { rebuild, type RebuildOptions, rollBack } from './rebuild.ts';
import { scopeOf } from './scope.ts';
import { beginVersions } from './versions.ts';
import { catchUpAll } from '../catch-up/catch-up.ts';
import { catchUpOrPark } from '../catch-up/worker.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { projectionsOf } from '../schema/projections.ts';
import { CHANGE_CHANNEL } from '../schema/version.ts';
import { day, entry, onPatient, reviewAdded, startTestEnvironment, type TestEnvironment } from '../testing.ts';

const ADMISSIONS = 12;
let environment: TestEnvironment;
let streams: Set<string>;

beforeEach(async () => {
  environment = await startTestEnvironment();
  await beginVersions(environment.pool);
  streams = new Set();
  const random = randomOf(Math.floor(Math.random() * 2 ** 32));
  for (let n = 0; n < ADMISSIONS; n += 1) {
    const events = randomHistory(`any${n}`, random);
    await append(`admission-any${n}`, events, `p-any${n}`);
    const facts = {
      firstName: 'Ali\t\\N',
      middleName: '',
      lastName: 'a\nb',
      fourthName: '',
      birthdate: day('1950-02-28'),
    };
    const isDeleted = events.at(-1)?.type === 'AdmissionDeleted' && n % 2 === 0;
    await append(
      `patient-p-any${n}`,
      [
        { type: 'PatientRegistered', data: { teamId: 't-1', ...facts, medicalRecordNumber: '' } },
        { type: 'PatientCorrected', data: { ...facts, medicalRecordNumber: '7' } },
        ...(isDeleted ? [{ type: 'PatientDeleted', data: {} }] : []),
      ],
      `p-any${n}`,
    );
  }
  for (const [stream, events] of Object.entries(others)) {
    streams.add(stream);
    await environment.append(stream, events, { teamId: 't-1' });
  }
  await environment.append('catalogue', [{ type: 'ErrorTypeAdded', data: { errTypeId: 'et-1', label: 'Wrong dose' } }]);
  streams.add('catalogue');
  await work();
});
afterEach(() => environment.stop());

const drug = {
  label: 'Paracetamol',
  tradeLabels: [
    { _id: 'd-1.2', label: 'Panadol' },
    { _id: 'd-1.1', label: 'Abimol' },
  ],
  errTemps: [],
  tags: ['tag-1', 'tag-2'],
  tips: 'With\r\nwater',
};
const refusedReview = { reviewId: 'refused-r', reviewDate: day('2026-03-02'), clinicalNote: '\u0000', entries: [] };
/** Streams of the other projections. */
const others: Readonly<Record<string, Parameters<TestEnvironment['append']>[1]>> = {
  'drug-d-1': [
    { type: 'DrugAdded', data: drug },
    { type: 'DrugChanged', data: { ...drug, tradeLabels: drug.tradeLabels.slice(0, 1), compatibility: [] } },
  ],
  'team-t-1': [
    {
      type: 'TeamCreated',
      data: { name: 'ICU', specialty: 1, about: '<p>Day</p>', adminId: 'u-9', adminEmail: 'admin@example.org' },
    },
    { type: 'TeamMemberAdded', data: { userId: 'u-9', email: 'admin@example.org', role: 'pharmacist' } },
    { type: 'TeamMemberAdded', data: { userId: 'u-1', email: 'first@example.org', role: 'pharmacist' } },
    { type: 'TeamMemberRemoved', data: { userId: 'u-1' } },
    { type: 'TeamMemberAdded', data: { userId: 'u-1', email: 'first@example.org', role: 'pharmacist' } },
  ],
  'access-t-1-2026-03': [
    { type: 'ChartOpened', data: { admissionId: 'a-1', patientId: 'p-1' } },
    { type: 'PatientsSearched', data: { searches: 3, found: 12 } },
  ],
};

async function append(stream: string, events: Parameters<TestEnvironment['append']>[1], patientId: string) {
  streams.add(stream);
  await environment.append(stream, events, onPatient(patientId));
}

const wakeUps = (): WakeUp[] =>
  [...streams].flatMap((stream) => projectionsOf(stream).map((projection) => ({ projection, stream })));

/** The work of dispatcher and workers: all rows at the end of the log, and the position stored. */
async function work(): Promise<void> {
  await catchUpOrPark(environment, environment.logger, wakeUps(), 3);
  const { last } = await environment.log.readAll({ prefixes: [], after: undefined, maxCount: 1_000_000 });
  if (!last) throw new Error('The log has events');
  await environment.pool.query(
    `insert into dispatcher_position (commit, prepare) values ($1, $2)
     on conflict (id) do update set commit = excluded.commit, prepare = excluded.prepare`,
    [String(last.commit), String(last.prepare)],
  );
}

const options = (more: Partial<RebuildOptions> = {}): RebuildOptions => ({
  databaseUrl: environment.installation.databaseUrl,
  log: environment.log,
  logger: environment.logger,
  signal: new AbortController().signal,
  keepHours: 1,
  report: () => {},
  say: () => {},
  ...more,
});

async function dump(tables: readonly string[] = [...scopeOf().tables, 'projection_checkpoint', 'change']) {
  const dumped: Record<string, object[]> = {};
  for (const table of tables)
    dumped[table] = await environment.rows(
      `select to_jsonb(t) - 'updated_at' as row from ${table} t order by (to_jsonb(t) - 'updated_at')::text`,
    );
  return dumped;
}

/** Names the files of the table: another one after a switch. */
const placeOf = async (table: string) =>
  (await environment.rows<{ oid: string }>(`select $1::regclass::oid::text as oid`, [`read_v1.${table}`]))[0]?.oid;
const schemas = async () =>
  (
    await environment.rows<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like 'read\\_%' order by nspname`,
    )
  ).map(({ name }) => name);

test('rebuilt rows are the same, byte for byte, and have every index, and workers go on with them', async () => {
  const [before, place] = [await dump(), await placeOf('review_entry')];
  const indexes = () =>
    environment.rows(
      `select tablename, indexname, replace(indexdef, 'read_next', 'read_v1') as made
       from pg_indexes where schemaname = 'read_v1' order by indexname`,
    );
  const indexesBefore = await indexes();
  expect(before['review_entry']).not.toEqual([]);
  expect(before['past_review_entry']).not.toEqual([]);
  await rebuild(options());
  expect(await dump()).toEqual(before);
  expect(await indexes()).toEqual(indexesBefore);
  expect(await placeOf('review_entry')).not.toBe(place);
  expect(await schemas()).toEqual(['read_old', 'read_v1']);

  await append('admission-new', randomHistory('new', randomOf(1)).slice(0, 2), 'p-new');
  await work();
  expect(await environment.rows(`select from review where admission_id = 'new'`)).not.toEqual([]);
}, 60_000);

test('what people have seen of charts stays, also when they left the team and came back', async () => {
  const seen = () => environment.rows('select * from reading.chart_seen');
  await environment.pool.query(
    `insert into reading.chart_seen (user_id, admission_id, team_id, revision, at) values ('u-1', 'any0', 't-1', 1, now())`,
  );
  const before = await seen();
  await rebuild(options());
  expect(await seen()).toEqual(before);
}, 60_000);

test('nothing is announced', async () => {
  const heard: string[] = [];
  const listener = await environment.pool.connect();
  try {
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query(`listen ${CHANGE_CHANNEL}`);
    await append('admission-late', randomHistory('late', randomOf(3)).slice(0, 4), 'p-late');
    await catchUpOrPark(environment, environment.logger, wakeUps(), 3);
    await listener.query('select');
    const before = heard.length;
    expect(before).toBeGreaterThan(0);
    // The position is older than the last stream: the load leaves it to the next.
    await rebuild(options());
    await rollBack(options());
    await listener.query('select');
    expect(heard).toHaveLength(before);
  } finally {
    listener.release(true);
  }
}, 60_000);

test('one projection is rebuilt, and the tables of the others stay', async () => {
  const before = await dump();
  const places = await Promise.all(['review', 'patient'].map(placeOf));
  await rebuild(options({ projections: ['clinical'] }));
  expect(await dump()).toEqual(before);
  const [review, patient] = await Promise.all(['review', 'patient'].map(placeOf));
  expect(review).not.toBe(places[0]);
  expect(patient).toBe(places[1]);
}, 60_000);

test('a rebuild that was stopped goes on where it was', async () => {
  const before = await dump();
  const stopping = new AbortController();
  /** Pages of twenty events. */
  const small: EventLog = {
    ...environment.log,
    readAll: (asked) => environment.log.readAll({ ...asked, maxCount: 20 }),
  };
  const counted: number[] = [];
  const report = ({ events }: { events: number }): void => {
    counted.push(events);
    if (counted.length === 4) stopping.abort(new CannotRebuild('Stopped'));
  };
  await expect(rebuild(options({ log: small, signal: stopping.signal, report, eventsTogether: 40 }))).rejects.toThrow(
    'Stopped',
  );
  const stoppedAt = counted.at(-1) ?? 0;
  expect(await schemas()).toEqual(['read_next', 'read_v1']);
  counted.length = 0;
  await rebuild(options({ log: small, report: ({ events }) => void counted.push(events), eventsTogether: 40 }));
  expect(counted[0]).toBeGreaterThan(stoppedAt - 60);
  expect(await dump()).toEqual(before);
}, 60_000);

test('a row that was changed by hand is found, its table is named, and nothing is switched', async () => {
  const place = await placeOf('review');
  await environment.pool.query(
    `update review set clinical_note = 'by hand' where review_id in (select min(review_id) from review)`,
  );
  await expect(rebuild(options())).rejects.toThrow(/The table review differs: of \d+ rows .* 1 are not among/);
  expect(await placeOf('review')).toBe(place);
  await rebuild(options({ acceptsDifferences: true }));
  expect(await environment.rows(`select from review where clinical_note = 'by hand'`)).toEqual([]);
}, 60_000);

test('a stream that is parked is parked in the rebuilt rows, at the same event', async () => {
  await append('admission-poison', randomHistory('poison', randomOf(2)).slice(0, 3), 'p-poison');
  await append('admission-poison', [{ type: 'FromTheFuture', data: {} }], 'p-poison');
  await append('admission-poison', [reviewAdded('after-poison', [entry('after-poison-1')])], 'p-poison');
  await work();
  const parked = () => environment.rows('select * from read_v1.parked_stream order by projection');
  const [before, parkedBefore] = [await dump(), await parked()];
  expect(parkedBefore).toHaveLength(2);
  await rebuild(options());
  expect(await dump()).toEqual(before);
  expect(await parked()).toEqual(parkedBefore);
  expect(await environment.rows('select * from read_old.parked_stream order by projection')).toEqual(parkedBefore);
}, 60_000);

test('a value that Postgres refuses leaves the other streams of its transaction complete', async () => {
  await append('admission-refused', randomHistory('refused', randomOf(2)).slice(0, 3), 'p-refused');
  await append('admission-refused', [{ ...reviewAdded('refused-r'), data: refusedReview }], 'p-refused');
  await work();
  expect(await environment.rows('select projection from parked_stream')).toEqual([{ projection: 'clinical' }]);
  // As if the workers had not come to the event yet: the load meets it first.
  await environment.pool.query('delete from parked_stream');
  const before = await dump();
  await rebuild(options());
  expect(await dump()).toEqual(before);
}, 60_000);

test('a rollback brings back the rows of before with what has come since, and a second one the rebuilt rows', async () => {
  const place = await placeOf('review');
  await rebuild(options());
  const rebuilt = await placeOf('review');
  await append('admission-new', randomHistory('new', randomOf(1)).slice(0, 9), 'p-new');
  await work();
  const before = await dump();
  await rollBack(options());
  expect(await placeOf('review')).toBe(place);
  expect(await dump()).toEqual(before);
  await rollBack(options());
  expect(await placeOf('review')).toBe(rebuilt);
  expect(await dump()).toEqual(before);
}, 60_000);

test('rows of before are removed when their time is over, and then there is no way back', async () => {
  await rebuild(options());
  expect(await dropKept(environment.pool)).toBe(false);
  await environment.pool.query(`update read_old.rebuild_progress set kept_until = now() - interval '1 minute'`);
  expect(await dropKept(environment.pool)).toBe(true);
  expect(await schemas()).toEqual(['read_v1']);
  await expect(rollBack(options())).rejects.toThrow('No rows of an earlier rebuild are kept');
}, 60_000);

test('readers see complete rows all the while, also with new events, prepared statements and snapshots', async () => {
  const reading = new Pool({
    connectionString: environment.installation.databaseUrl,
    options: '-c search_path=read_v1 -c default_transaction_read_only=on',
    max: 6,
  });
  const text = /* sql */ `
    select (select count(*) from admission a join review r using (admission_id))::int as reviews,
           (select count(*) from review_entry)::int as entries, (select count(*) from patient)::int as patients,
           (select coalesce(sum(revision), 0) from projection_checkpoint where projection = 'clinical')::int as events`;
  const seen: { reviews: number; entries: number; patients: number; events: number }[] = [];
  let isOver = false;
  const read = async (name: string | undefined, isSnapshot: boolean): Promise<void> => {
    while (!isOver) {
      const client = await reading.connect();
      try {
        await client.query(isSnapshot ? 'begin isolation level repeatable read' : 'begin');
        for (let n = 0; n < 3; n += 1) seen.push((await client.query({ ...(name && { name }), text })).rows[0]);
        await client.query('commit');
      } finally {
        client.release();
      }
    }
  };
  const readers = [read('counts', false), read(undefined, false), read(undefined, true), read('counts', true)];
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const id = `live${n}`;
      await append(`admission-${id}`, randomHistory(id, randomOf(n)).slice(0, 3), `p-${id}`);
      await catchUpAll(environment, [
        { projection: 'clinical', stream: `admission-${id}` },
        { projection: 'audit', stream: `admission-${id}` },
      ]);
    }
  })();
  try {
    const first = await environment.rows<(typeof seen)[number]>(text);
    await rebuild(options());
    await rollBack(options());
    await rebuild(options());
    isOver = true;
    await Promise.all([...readers, writing]);
    // New admissions only add rows.
    expect(seen.length).toBeGreaterThan(10);
    for (const now of seen) {
      expect(now.reviews).toBeGreaterThanOrEqual(first[0]?.reviews ?? Infinity);
      expect(now.entries).toBeGreaterThanOrEqual(first[0]?.entries ?? Infinity);
      expect(now.events).toBeGreaterThanOrEqual(first[0]?.events ?? Infinity);
      expect(now.patients).toBe(first[0]?.patients);
    }
  } finally {
    isOver = true;
    await Promise.allSettled([...readers, writing]);
    await reading.end();
  }
}, 120_000);
