import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPatientKeys } from 'command-api/accounts/patient-keys';
import { catchUp } from './catch-up.ts';
import { PoisonEvent } from './failure.ts';
import { admitted, entry, type Hospital, onPatient, openHospital, projectionFor, reviewAdded } from './testing.ts';

let hospital: Hospital;
beforeAll(async () => { hospital = await openHospital(); });
afterAll(() => hospital.stop());

const checkpointOf = async (stream: string): Promise<string | undefined> =>
  (await hospital.rows<{ revision: string }>('select revision from projection_checkpoint where stream = $1', [stream]))[0]?.revision;
const changesOf = (stream: string) => hospital.rows<{ revision: string; touched: string[]; actor_id: string; team_id: string }>('select revision, touched, actor_id, team_id from change where stream = $1 order by id', [stream]);
/** Makes statements on a table fail, as a fault of the database or of our SQL would, until `mendTable`. */
const breakTable = (table: string, how: { code: string; when?: string; deferred?: boolean }) =>
  hospital.pool.query(`
    create function break_${table}() returns trigger language plpgsql as $$ begin raise exception 'broken for Ahmed Ali' using errcode = '${how.code}'; end $$;
    create constraint trigger break_${table} after insert or update on ${table} ${how.deferred ? 'initially deferred' : ''}
      for each row ${how.when ? `when (${how.when})` : ''} execute function break_${table}()`);
const mendTable = (table: string) => hospital.pool.query(`drop trigger break_${table} on ${table}; drop function break_${table}()`);

test('a long stream comes in batches, in order, and ends at its last event', async () => {
  const ratings = Array.from({ length: 450 }, (_, i) => ({ type: 'ErrorRated', data: { reviewId: 'r-long', entryId: 'e-long', rating: (i % 11) / 2 } }));
  const last = await hospital.happened('admission-long', [admitted(), reviewAdded('r-long', [entry('e-long')]), ...ratings], onPatient());
  expect(await hospital.project('admission-long')).toBe(last);
  expect(await hospital.rows('select rating, version from review_entry where entry_id = $1', ['e-long'])).toEqual([{ rating: ((449 % 11) / 2).toFixed(1), version: String(last) }]);
  expect(await changesOf('admission-long')).toHaveLength(3);
});

test('many workers on one stream project each event once', async () => {
  await hospital.happened('admission-raced', [admitted()], onPatient());
  const appending = (async () => {
    for (let i = 0; i < 30; i += 1) await hospital.happened('admission-raced', [reviewAdded(`r-raced-${i}`, [entry(`e-raced-${i}`)])], onPatient());
  })();
  const workers = Array.from({ length: 6 }, async () => {
    while ((await hospital.project('admission-raced')) < 30n);
  });
  await Promise.all([appending, ...workers]);
  expect(await hospital.rows('select count(*)::int as reviews from review where admission_id = $1', ['raced'])).toEqual([{ reviews: 30 }]);
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
  await hospital.happened(stream, [admitted()], onPatient());
  await hospital.project(stream);
  await hospital.happened(stream, [reviewAdded(`r-half-${table}`, [entry(`e-half-${table}`)])], onPatient());
  await breakTable(table, { code: '40001', deferred });
  await expect(hospital.project(stream)).rejects.toMatchObject({ code: '40001' });
  expect(await checkpointOf(stream)).toBe('0');
  expect(await hospital.rows('select from review where review_id = $1', [`r-half-${table}`])).toEqual([]);
  expect(await changesOf(stream)).toHaveLength(1);
  await mendTable(table);
  expect(await hospital.project(stream)).toBe(1n);
  expect(await hospital.rows('select entry_id from review_entry where review_id = $1', [`r-half-${table}`])).toEqual([{ entry_id: `e-half-${table}` }]);
});

test('an event that cannot be projected is found, with everything before it committed and nobody named', async () => {
  await hospital.happened('admission-poison', [admitted(), reviewAdded('r-good'), reviewAdded('r-bad'), reviewAdded('r-after')], onPatient());
  await breakTable('review', { code: 'P0001', when: `new.review_id = 'r-bad'` });
  const failure: unknown = await hospital.project('admission-poison').catch((error: unknown) => error);
  await mendTable('review');
  expect(failure).toBeInstanceOf(PoisonEvent);
  expect(failure).toMatchObject({ revision: 2n, eventType: 'ReviewAdded', message: expect.stringContaining('P0001') });
  expect(String(failure)).not.toContain('Ahmed');
  expect(await checkpointOf('admission-poison')).toBe('1');
  expect(await hospital.rows('select review_id from review where admission_id = $1', ['poison'])).toEqual([{ review_id: 'r-good' }]);
});

test('an event that cannot be decrypted is poison, with everything before it committed', async () => {
  await hospital.happened('admission-sealed', [admitted('p-before')], onPatient('p-before'));
  await hospital.happened('admission-sealed', [reviewAdded('r-sealed')], onPatient('p-sealed'));
  const log = await hospital.logAfterErasing('p-sealed');
  await createPatientKeys(hospital.pool, Buffer.from(hospital.installation.masterKey, 'base64')).keyFor('p-sealed');
  await expect(catchUp({ pool: hospital.pool, log }, projectionFor('admission-sealed'), 'admission-sealed')).rejects.toMatchObject({ name: 'PoisonEvent', revision: 1n });
  expect(await checkpointOf('admission-sealed')).toBe('0');
});

test('an event of a type that this code does not know changes no row', async () => {
  await hospital.happened('admission-odd', [admitted(), { type: 'SomethingOfNextYear', data: { what: 'ever' } }], onPatient());
  expect(await hospital.project('admission-odd')).toBe(1n);
  expect(await changesOf('admission-odd')).toMatchObject([{ revision: '1', touched: ['admission:odd', 'patient:p-1'] }]);
});

test("what can't be read any more is passed over, the checkpoint moves, and the note speaks of the whole", async () => {
  await hospital.happened('admission-shredded', [admitted('p-shredded'), reviewAdded('r-shredded', [entry('e-shredded')])], onPatient('p-shredded'));
  const log = await hospital.logAfterErasing('p-shredded');
  expect(await catchUp({ pool: hospital.pool, log }, projectionFor('admission-shredded'), 'admission-shredded')).toBe(1n);
  expect(await hospital.rows('select from admission where admission_id = $1', ['shredded'])).toEqual([]);
  expect(await changesOf('admission-shredded')).toEqual([{ revision: '1', touched: ['admission:shredded'], actor_id: 'u-1', team_id: 't-1' }]);
});

test('two people in one batch are announced apart', async () => {
  await hospital.happened('admission-two', [admitted(), reviewAdded('r-a')], onPatient('p-1', 'u-1'));
  await hospital.happened('admission-two', [reviewAdded('r-b')], onPatient('p-1', 'u-2'));
  await hospital.project('admission-two');
  expect(await changesOf('admission-two')).toEqual([
    { revision: '1', touched: ['admission:two', 'patient:p-1', 'review:r-a'], actor_id: 'u-1', team_id: 't-1' },
    { revision: '2', touched: ['review:r-b', 'admission:two'], actor_id: 'u-2', team_id: 't-1' },
  ]);
});
