import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { NO_ERROR } from 'language/domain/values/codes';
import type { DomainEvent } from 'language/domain/command';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { catchUp } from './catch-up.ts';
import { PoisonEvent, UnknownType } from './failure.ts';
import { unparkKnown, park } from './parked.ts';
import {
  admitted,
  type AnotherLog,
  day,
  entry,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  projectionFor,
  reviewAdded,
} from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const checkpointOf = async (stream: string): Promise<string | undefined> =>
  (
    await environment.rows<{ revision: string }>('select revision from projection_checkpoint where stream = $1', [
      stream,
    ])
  )[0]?.revision;
const changesOf = (stream: string) =>
  environment.rows<{ revision: string; touched: string[]; actor_id: string; team_id: string }>(
    'select revision, touched, actor_id, team_id from change where stream = $1 order by id',
    [stream],
  );
/** Makes statements on a table fail until `mendTable`, like an error of the database or of our SQL. */
const breakTable = (table: string, how: { code: string; when?: string; deferred?: boolean }) =>
  environment.pool.query(`
    create function break_${table}() returns trigger language plpgsql as $$ begin
      raise exception 'broken for Ahmed Ali' using errcode = '${how.code}';
    end $$;
    create constraint trigger break_${table} after insert or update on ${table}
      ${how.deferred ? 'initially deferred' : ''}
      for each row ${how.when ? `when (${how.when})` : ''} execute function break_${table}()`);
const mendTable = (table: string) =>
  environment.pool.query(`drop trigger break_${table} on ${table}; drop function break_${table}()`);

test('a long stream comes in batches, in order, and ends at its last event', async () => {
  const ratings = Array.from({ length: 450 }, (_, i) => ({
    type: 'ErrorRated',
    data: { reviewId: 'r-long', entryId: 'e-long', rating: (i % 11) / 2 },
  }));
  const last = await environment.append(
    'admission-long',
    [admitted(), reviewAdded('r-long', [entry('e-long')]), ...ratings],
    onPatient(),
  );
  expect(await environment.project('admission-long')).toBe(last);
  expect(await environment.rows('select rating, version from review_entry where entry_id = $1', ['e-long'])).toEqual([
    { rating: ((449 % 11) / 2).toFixed(1), version: String(last) },
  ]);
  expect(await changesOf('admission-long')).toHaveLength(3);
});

test('many workers on one stream project each event once', async () => {
  await environment.append('admission-raced', [admitted()], onPatient());
  const appending = (async () => {
    for (let i = 0; i < 30; i += 1)
      await environment.append('admission-raced', [reviewAdded(`r-raced-${i}`, [entry(`e-raced-${i}`)])], onPatient());
  })();
  const workers = Array.from({ length: 6 }, async () => {
    while ((await environment.project('admission-raced')) < 30n);
  });
  await Promise.all([appending, ...workers]);
  expect(
    await environment.rows('select count(*)::int as reviews from review where admission_id = $1', ['raced']),
  ).toEqual([{ reviews: 30 }]);
  const revisions = (await changesOf('admission-raced')).map((change) => Number(change.revision));
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
  expect(revisions.at(-1)).toBe(30);
});

test.each([
  { where: 'half way through the rows', table: 'review_entry', deferred: false },
  { where: 'when the change is written', table: 'change', deferred: false },
  { where: 'at the commit', table: 'review', deferred: true },
])('a transaction that fails $where leaves neither rows nor a moved checkpoint', async ({ table, deferred }) => {
  const stream = `admission-half-${table}`;
  await environment.append(stream, [admitted()], onPatient());
  await environment.project(stream);
  await environment.append(stream, [reviewAdded(`r-half-${table}`, [entry(`e-half-${table}`)])], onPatient());
  await breakTable(table, { code: '40001', deferred });
  await expect(environment.project(stream)).rejects.toMatchObject({ code: '40001' });
  expect(await checkpointOf(stream)).toBe('0');
  expect(await environment.rows('select from review where review_id = $1', [`r-half-${table}`])).toEqual([]);
  expect(await changesOf(stream)).toHaveLength(1);
  await mendTable(table);
  expect(await environment.project(stream)).toBe(1n);
  expect(await environment.rows('select entry_id from review_entry where review_id = $1', [`r-half-${table}`])).toEqual(
    [{ entry_id: `e-half-${table}` }],
  );
});

test('a poison event is found and described without patient data; the events before it are committed', async () => {
  await environment.append(
    'admission-poison',
    [admitted(), reviewAdded('r-good'), reviewAdded('r-bad'), reviewAdded('r-after')],
    onPatient(),
  );
  await breakTable('review', { code: 'P0001', when: `new.review_id = 'r-bad'` });
  const failure: unknown = await environment.project('admission-poison').catch((error: unknown) => error);
  await mendTable('review');
  expect(failure).toBeInstanceOf(PoisonEvent);
  expect(failure).toMatchObject({ revision: 2n, eventType: 'ReviewAdded', message: expect.stringContaining('P0001') });
  expect(String(failure)).not.toContain('Ahmed');
  expect(await checkpointOf('admission-poison')).toBe('1');
  expect(await environment.rows('select review_id from review where admission_id = $1', ['poison'])).toEqual([
    { review_id: 'r-good' },
  ]);
});

test('an event that cannot be decrypted is a poison event; the events before it are committed', async () => {
  await environment.append('admission-sealed', [admitted('p-before')], onPatient('p-before'));
  await environment.append('admission-sealed', [reviewAdded('r-sealed')], onPatient('p-sealed'));
  const log = await environment.logAfterErasing('p-sealed');
  await createPatientKeys(environment.pool, [Buffer.from(environment.installation.masterKey, 'base64')]).withKey(
    'p-sealed',
    async () => undefined,
  );
  await expect(
    catchUp({ pool: environment.pool, log }, projectionFor('admission-sealed'), 'admission-sealed'),
  ).rejects.toMatchObject({ name: 'PoisonEvent', revision: 1n });
  expect(await checkpointOf('admission-sealed')).toBe('0');
});

test('an event of an unknown type stops the stream, and nothing is projected past it', async () => {
  await environment.append(
    'admission-odd',
    [admitted(), { type: 'SomethingOfNextYear', data: { what: 'ever' } }, reviewAdded('r-odd')],
    onPatient(),
  );
  await expect(environment.project('admission-odd')).rejects.toMatchObject({
    name: 'PoisonEvent',
    revision: 1n,
    eventType: 'SomethingOfNextYear',
    unknownVersion: 1,
  });
  expect(await checkpointOf('admission-odd')).toBe('0');
  expect(await environment.rows('select from review where review_id = $1', ['r-odd'])).toEqual([]);
});

test('a stream that an older program parked goes on only if this program knows its event', async () => {
  const newest = schemaVersionOf('ReviewAdded');
  const parked = {
    'admission-known': ['ReviewAdded', newest],
    'admission-newer': ['ReviewAdded', newest + 1],
    'admission-next-year': ['SomethingOfNextYear', 1],
    'team-known': ['TeamDescribed', 1],
  } as const;
  for (const [stream, [type, version]] of Object.entries(parked))
    await park(
      environment.pool,
      projectionFor(stream).name,
      stream,
      new PoisonEvent(3n, type, new UnknownType(type, version)),
    );
  await park(environment.pool, 'clinical', 'admission-broken', new PoisonEvent(3n, 'ReviewAdded', new Error('x')));
  const byStream = (rows: readonly { stream: string }[]) => rows.map(({ stream }) => stream).toSorted();
  expect(byStream(await unparkKnown(environment.pool))).toEqual(['admission-known', 'team-known']);
  expect(byStream(await environment.rows('select stream from parked_stream'))).toEqual([
    'admission-broken',
    'admission-newer',
    'admission-next-year',
  ]);
  await environment.pool.query('delete from parked_stream');
});

test("an event that can't be read any more is passed over, and the notice names the whole admission", async () => {
  await environment.append(
    'admission-shredded',
    [admitted('p-shredded'), reviewAdded('r-shredded', [entry('e-shredded')])],
    onPatient('p-shredded'),
  );
  const log = await environment.logAfterErasing('p-shredded');
  expect(
    await catchUp({ pool: environment.pool, log }, projectionFor('admission-shredded'), 'admission-shredded'),
  ).toBe(1n);
  expect(await environment.rows('select from admission where admission_id = $1', ['shredded'])).toEqual([]);
  expect(await changesOf('admission-shredded')).toEqual([
    { revision: '1', touched: ['admission:shredded'], actor_id: 'u-1', team_id: 't-1' },
  ]);
});

test('two people in one batch are announced separately', async () => {
  await environment.append('admission-two', [admitted(), reviewAdded('r-a')], onPatient('p-1', 'u-1'));
  await environment.append('admission-two', [reviewAdded('r-b')], onPatient('p-1', 'u-2'));
  await environment.project('admission-two');
  expect(await changesOf('admission-two')).toEqual([
    { revision: '1', touched: ['admission:two', 'patient:p-1', 'review:r-a'], actor_id: 'u-1', team_id: 't-1' },
    { revision: '2', touched: ['review:r-b', 'admission:two'], actor_id: 'u-2', team_id: 't-1' },
  ]);
});

describe('a log that has replaced the one of these rows', () => {
  const histories = [
    { where: 'ends before the checkpoint', id: 'shorter', since: [] },
    { where: 'has another event at the checkpoint', id: 'other', since: ['r-other-new'] },
    { where: 'has gone on in another way', id: 'longer', since: ['r-longer-new', 'r-longer-newer'] },
  ] as const;
  const gone: Readonly<Record<string, { events: DomainEvent[]; left: string }>> = {
    'user-gone': {
      events: [
        {
          type: 'UserRegistered',
          data: {
            firstName: 'Mona',
            lastName: 'Adel',
            email: 'mona@example.org',
            phone: '',
            phoneNormalised: '',
            start: day('2026-03-01'),
          },
        },
        {
          type: 'RecommendationWritten',
          data: { recommendationId: 'gone.1', recommenderId: 'u-2', recommendation: '<p>Careful</p>' },
        },
        {
          type: 'UserErrorTemplateSaved',
          data: { templateId: 'temp-gone', errDrugTradeId: 'd-1.1', errType: 'et-1', errNote: '<p>Halve it</p>' },
        },
      ],
      left: /* sql */ `
        select user_id
        from app_user
        where user_id = 'gone'
        union select user_id
        from recommendation
        where user_id = 'gone'
        union select user_id
        from user_error_template
        where user_id = 'gone'`,
    },
    'team-gone': {
      events: [
        {
          type: 'TeamCreated',
          data: { name: 'ICU', specialty: 1, about: '', adminId: 'u-9', adminEmail: 'admin@example.org' },
        },
        { type: 'TeamMemberAdded', data: { userId: 'u-9', email: 'admin@example.org', role: 'pharmacist' } },
      ],
      left: /* sql */ `
        select team_id
        from team
        where team_id = 'gone'
        union select team_id
        from team_member
        where team_id = 'gone'`,
    },
    'drug-gone': {
      events: [
        {
          type: 'DrugAdded',
          data: {
            label: 'Paracetamol',
            tradeLabels: [{ _id: 'gone.1', label: 'Panadol' }],
            errTemps: [],
            tags: [],
            tips: '',
          },
        },
      ],
      left: /* sql */ `
        select drug_id
        from drug
        where drug_id = 'gone'
        union select drug_id
        from trade_label
        where drug_id = 'gone'`,
    },
    catalogue: {
      events: [
        { type: 'ErrorTypeAdded', data: { errTypeId: 'et-gone', label: 'Wrong dose' } },
        { type: 'TagAdded', data: { tagId: 'tag-gone', label: 'Renal' } },
      ],
      left: `select err_type_id from error_type where err_type_id <> '${NO_ERROR._id}' union select tag_id from tag`,
    },
    'access-gone-2026-03': {
      events: [{ type: 'ChartOpened', data: { admissionId: 'gone', patientId: 'gone' } }],
      left: `select admission_id from access where stream = 'access-gone-2026-03'`,
    },
    'patient-gone': {
      events: [
        {
          type: 'PatientRegistered',
          data: {
            teamId: 't-1',
            firstName: 'Ali',
            middleName: '',
            lastName: '',
            fourthName: '',
            birthdate: day('1950-02-28'),
            medicalRecordNumber: '',
          },
        },
      ],
      left: `select patient_id from patient where patient_id = 'gone'`,
    },
    'admission-gone': {
      events: [
        admitted('gone'),
        reviewAdded('r-gone', [entry('e-gone')]),
        { type: 'PhysicianNoteAdded', data: { noteId: 'n-gone', noteDate: day('2026-03-03'), note: '<p>Seen</p>' } },
        { type: 'GalleryGroupAdded', data: { groupId: 'g-gone', title: 'Rash', images: ['/api/images/gone'] } },
      ],
      left: ['admission', 'review', 'review_entry', 'physician_note', 'gallery_group', 'admission_medication']
        .map((table) => `select admission_id from ${table} where admission_id = 'gone'`)
        .join(' union '),
    },
  };
  let other: AnotherLog;
  beforeAll(async () => {
    for (const { id } of histories) {
      await environment.append(
        `admission-${id}`,
        [admitted(), reviewAdded(`r-${id}`), reviewAdded(`r-${id}-old`)],
        onPatient(),
      );
      await environment.project(`admission-${id}`);
    }
    for (const [stream, { events }] of Object.entries(gone)) {
      await environment.append(stream, events, onPatient('gone'));
      await environment.project(stream);
    }
    other = await environment.restoreBackup(Object.fromEntries(histories.map(({ id }) => [`admission-${id}`, 2])));
    for (const { id, since } of histories)
      if (since.length > 0)
        await other.append(
          `admission-${id}`,
          since.map((review) => reviewAdded(review)),
          onPatient(),
        );
  });

  test.each(histories)('that $where has the rows of its own events', async ({ id, since }) => {
    const stream = `admission-${id}`;
    expect(await catchUp({ ...environment, log: other.log }, projectionFor(stream), stream)).toBe(
      BigInt(1 + since.length),
    );
    expect(
      await environment.rows('select review_id from review where admission_id = $1 order by version', [id]),
    ).toEqual([`r-${id}`, ...since].map((review_id) => ({ review_id })));
    expect(await checkpointOf(stream)).toBe(String(1 + since.length));
    expect((await changesOf(stream)).map(({ revision }) => revision)).toEqual([String(1 + since.length)]);
  });

  test.each(Object.keys(gone))('that has no %s leaves no row of it', async (stream) => {
    const { left } = gone[stream]!;
    expect(await environment.rows(left)).not.toEqual([]);
    expect(await catchUp({ ...environment, log: other.log }, projectionFor(stream), stream)).toBe(-1n);
    expect(await environment.rows(left)).toEqual([]);
    expect(await checkpointOf(stream)).toBeUndefined();
  });

  test('that has an event which cannot be projected leaves the old rows and parks the stream', async () => {
    await environment.append('admission-stuck', [admitted(), reviewAdded('r-stuck')], onPatient());
    await environment.project('admission-stuck');
    await other.append('admission-stuck', [{ type: 'SomethingOfNextYear', data: {} }], onPatient());
    await expect(
      catchUp({ ...environment, log: other.log }, projectionFor('admission-stuck'), 'admission-stuck'),
    ).rejects.toMatchObject({ name: 'PoisonEvent', revision: 0n });
    expect(await environment.rows('select review_id from review where admission_id = $1', ['stuck'])).toEqual([
      { review_id: 'r-stuck' },
    ]);
  });

  test('rows in doubt whose event is still in the log are trusted again, and nothing is written', async () => {
    await environment.append('admission-doubt', [admitted(), reviewAdded('r-doubt')], onPatient());
    await environment.project('admission-doubt');
    await environment.pool.query(`update projection_checkpoint set in_doubt = true where stream = 'admission-doubt'`);
    expect(await environment.project('admission-doubt')).toBe(1n);
    expect(
      await environment.rows(`select in_doubt from projection_checkpoint where stream = 'admission-doubt'`),
    ).toEqual([{ in_doubt: false }]);
    expect(await changesOf('admission-doubt')).toHaveLength(1);
  });
});
