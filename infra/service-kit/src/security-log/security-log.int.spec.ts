import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { createSigning } from '../security/signing.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { checkSecurityLog } from './check.ts';
import { anchorSecurityLog, trimSecurityLog } from './keep.ts';
import { keepCommandOrigin, originOfCommand, recordSecurityEvent } from './record.ts';

let installation: Installation;
let pool: Pool;
const signing = createSigning(randomBytes(32));
const check = () => checkSecurityLog(pool, signing.publicKey);
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** As only the owner of the database can. */
async function byForce(...statements: string[]): Promise<void> {
  const client = await pool.connect();
  await client.query('alter table accounts.security_line disable trigger user');
  for (const statement of statements) await client.query(statement);
  await client.query('alter table accounts.security_line enable trigger user');
  client.release();
}
beforeEach(() => byForce('truncate accounts.security_line, accounts.security_anchor'));

const signIn = (actorId: string, more: { at?: Date; sourceId?: string } = {}) =>
  recordSecurityEvent(pool, {
    kind: 'SignedIn',
    by: 'person',
    actorId,
    data: { way: 'password' },
    origin: { address: '10.0.0.7', device: 'Firefox on Windows' },
    ...more,
  });
const lines = async () =>
  (
    await pool.query(
      'select number::int, kind, actor_id, address, device, data from accounts.security_line order by number',
    )
  ).rows;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('lines are numbered without gaps, also when many are written at once', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`u-${n}`)));
  const written = await lines();
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(written[0]).toMatchObject({ kind: 'SignedIn', address: '10.0.0.7', device: 'Firefox on Windows' });
  expect(await check()).toMatchObject({ lines: 40, first: 1, last: 40, broken: undefined });
});

test('a line that is rolled back leaves no gap, and a source is written once', async () => {
  const tx = await pool.connect();
  await tx.query('begin');
  await recordSecurityEvent(tx, { kind: 'SignedOut', by: 'person', actorId: 'mona', data: {} });
  await tx.query('rollback');
  tx.release();
  const sourceId = randomUUID();
  await signIn('omar', { sourceId });
  await signIn('omar', { sourceId });
  await signIn('mona');
  expect((await lines()).map(({ number, actor_id: actor }) => [number, actor])).toEqual([
    [1, 'omar'],
    [2, 'mona'],
  ]);
});

test('data that the kind does not have is refused', async () => {
  const note = { way: 'password', note: 'warfarin' } as { way: 'password' };
  await expect(recordSecurityEvent(pool, { kind: 'SignedIn', by: 'person', data: note })).rejects.toThrow();
  await expect(
    recordSecurityEvent(pool, { kind: 'SettingChanged', by: 'operator', data: { setting: 'A', to: 'مريض' } }),
  ).rejects.toThrow();
  expect(await lines()).toEqual([]);
});

test('the origin of a session, and of a command, is that of the list of sessions', async () => {
  const [sessionId, commandId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into accounts.session (session_id, token_hash, user_id, address, device) values ($1, 'x', 'mona', '10.1.1.1', 'Safari')`,
    [sessionId],
  );
  await recordSecurityEvent(pool, { kind: 'PinSet', by: 'person', actorId: 'mona', data: {}, origin: { sessionId } });
  await keepCommandOrigin(pool, commandId, { sessionId });
  expect(await lines()).toMatchObject([{ address: '10.1.1.1', device: 'Safari' }]);
  expect(await originOfCommand(pool, commandId)).toEqual({ address: '10.1.1.1', device: 'Safari' });
  expect(await originOfCommand(pool, randomUUID())).toBeUndefined();
});

describe('is append-only', () => {
  test.each([
    ['update', `update accounts.security_line set actor_id = 'omar'`],
    ['delete', 'delete from accounts.security_line'],
    ['truncate', 'truncate accounts.security_line'],
  ])('for %s', async (_name, statement) => {
    await signIn('mona');
    await expect(pool.query(statement)).rejects.toThrow('The security log is append-only');
    expect(await lines()).toHaveLength(1);
  });
});

describe('the check', () => {
  const renumber = 'update accounts.security_line set number = number - 1 where number > 3';
  const resealed = `update accounts.security_line l set hash = sha256('x') where number = 3`;
  test.each<[string, string[], number, string]>([
    ['a changed line', [`update accounts.security_line set actor_id = 'x' where number = 3`], 3, 'altered'],
    [
      'a changed instant',
      [`update accounts.security_line set at = at - interval '1 s' where number = 3`],
      3,
      'altered',
    ],
    ['a removed line', ['delete from accounts.security_line where number = 3'], 4, 'missing'],
    ['a removed line with new numbers', ['delete from accounts.security_line where number = 3', renumber], 3, 'moved'],
    ['a removed beginning', ['delete from accounts.security_line where number < 3'], 3, 'missing'],
    ['a removed end', ['delete from accounts.security_line where number > 3'], 5, 'cut'],
    ['a new hash', [resealed], 3, 'altered'],
    [
      'an inserted line',
      [
        'update accounts.security_line set number = 6 where number = 5',
        'update accounts.security_line set number = 5 where number = 4',
        `insert into accounts.security_line (number, kind, actor_kind, previous_hash, hash) values (4, 'SignedOut', 'person',
           (select hash from accounts.security_line where number = 3), sha256('x'))`,
      ],
      4,
      'altered',
    ],
  ])('finds %s', async (_name, statements, number, why) => {
    for (let n = 0; n < 5; n += 1) await signIn(`u-${n}`);
    await anchorSecurityLog(pool, signing);
    expect((await check()).broken).toBeUndefined();
    await byForce(...statements);
    expect((await check()).broken).toEqual({ number, why });
  });

  test('finds lines that were all sealed again, by the signed one', async () => {
    await signIn('mona');
    await signIn('omar');
    await anchorSecurityLog(pool, signing);
    await byForce('truncate accounts.security_line');
    await signIn('mona');
    await signIn('dina');
    expect((await checkSecurityLog(pool)).broken).toBeUndefined();
    expect((await check()).broken).toEqual({ number: 2, why: 'resealed' });
  });

  test('of an empty log finds nothing', async () => {
    await anchorSecurityLog(pool, signing);
    expect(await check()).toEqual({ lines: 0, first: 0, last: 0, anchors: 0, broken: undefined });
  });
});

describe('the retention', () => {
  test('removes the old beginning in steps and says so; what is left can be checked', async () => {
    for (const days of [900, 800, 750]) await signIn('mona', { at: daysAgo(days) });
    await anchorSecurityLog(pool, signing);
    for (const days of [720, 1]) await signIn('omar', { at: daysAgo(days) });
    expect(await trimSecurityLog(pool, 730, 2)).toBe(3);
    expect((await lines()).map(({ number, kind, actor_id: actor }) => [number, kind, actor])).toEqual([
      [4, 'SignedIn', 'omar'],
      [5, 'SignedIn', 'omar'],
      [6, 'LinesRemoved', null],
      [7, 'LinesRemoved', null],
    ]);
    expect(await check()).toMatchObject({ lines: 4, first: 4, broken: undefined });
    expect(await trimSecurityLog(pool, 730)).toBe(0);
    await expect(pool.query('delete from accounts.security_line where number = 4')).rejects.toThrow('append-only');
    await byForce('delete from accounts.security_line where number = 4');
    expect((await check()).broken).toEqual({ number: 5, why: 'missing' });
  });

  test('removes all lines but its own', async () => {
    await signIn('mona', { at: daysAgo(900) });
    expect(await trimSecurityLog(pool, 730)).toBe(1);
    expect(await lines()).toMatchObject([{ number: 2, kind: 'LinesRemoved' }]);
    expect((await check()).broken).toBeUndefined();
  });
});
