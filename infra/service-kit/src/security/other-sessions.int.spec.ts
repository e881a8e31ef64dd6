/** An action on one session leaves the others as they were. */
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { createSessionProofs, type SessionProofs } from './session-proofs.ts';
import { createSessions, endSessionsOf, type Sessions } from './sessions.ts';

let installation: Installation;
let pool: Pool;
let sessions: Sessions;
let proofs: SessionProofs;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  sessions = createSessions(pool, { idleMinutes: 60, absoluteHours: 12 });
  proofs = createSessionProofs(pool);
  await pool.query(
    `insert into accounts.credential (user_id, email, password_hash, command_id)
     select id, id || '@hospital.test', id || '''s password', gen_random_uuid() from unnest(array['omar', 'mona']) as id`,
  );
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const tokens = { his: '', hers: '', herOther: '' };
const ids = { his: '', hers: '', herOther: '' };
type Name = keyof typeof ids;
beforeEach(async () => {
  await pool.query('truncate accounts.session cascade');
  for (const [name, userId] of [
    ['his', 'omar'],
    ['hers', 'mona'],
    ['herOther', 'mona'],
  ] as const) {
    tokens[name] = await sessions.open(userId);
    ids[name] = (await sessions.find(tokens[name]))?.sessionId ?? '';
    await proofs.begin(ids[name], 'now');
  }
  await pool.query(`update accounts.session set used_at = now() - interval '10 minutes'`);
  await pool.query(`update accounts.session_proof set proven_at = now() - interval '1 hour'`);
});

const rowOf = async (name: Name): Promise<unknown> =>
  (
    await pool.query('select * from accounts.session natural left join accounts.session_proof where session_id = $1', [
      ids[name],
    ])
  ).rows[0];

const changes: [what: string, change: () => Promise<unknown>, answer?: boolean | string][] = [
  ['its use', () => sessions.find(tokens.hers)],
  ['its lock', () => sessions.lock(ids.hers)],
  ['its end', () => sessions.close(ids.hers)],
  ['its end by its person', () => sessions.closeOwn('mona', ids.hers, ids.herOther), true],
  ['its proof', () => proofs.renew(ids.hers)],
];
test.each(changes)('%s is of one session', async (_what, change, answer) => {
  const before = { hers: await rowOf('hers'), his: await rowOf('his'), herOther: await rowOf('herOther') };
  const answered = await change();
  if (answer !== undefined) expect(answered).toBe(answer);
  expect(await rowOf('hers')).not.toEqual(before.hers);
  expect([await rowOf('his'), await rowOf('herOther')]).toEqual([before.his, before.herOther]);
});

test.each([
  ['all sessions of a person end', undefined, ['his']],
  ['all but the one that stays', 'herOther', ['herOther', 'his']],
] as const)('with a change of the account %s, and those of no other person', async (_what, kept, left) => {
  const client = await pool.connect();
  await endSessionsOf(client, 'mona', kept && ids[kept]).finally(() => client.release());
  const { rows } = await pool.query<{ session_id: string }>('select session_id from accounts.session');
  expect(rows.map((row) => row.session_id).toSorted()).toEqual(left.map((name) => ids[name]).toSorted());
});

test('it is unlocked alone', async () => {
  for (const name of ['his', 'hers'] as const) await sessions.lock(ids[name]);
  await sessions.unlock(ids.hers, 'pin');
  expect(await sessions.find(tokens.hers)).toMatchObject({ isLocked: false });
  expect(await sessions.find(tokens.his)).toMatchObject({ isLocked: true });
  expect([...(await sessions.findLive([ids.hers, ids.his])).entries()].toSorted()).toEqual(
    [
      [ids.hers, { isLocked: false }],
      [ids.his, { isLocked: true }],
    ].toSorted(),
  );
});

test('a token finds its own session', async () => {
  for (const name of ['his', 'hers', 'herOther'] as const)
    expect((await sessions.find(tokens[name]))?.sessionId).toBe(ids[name]);
  expect(await sessions.find('made-up')).toBeUndefined();
});

test('a page that asks by itself does not prolong its session', async () => {
  const before = await rowOf('hers');
  expect(await sessions.find(tokens.hers, false)).toMatchObject({ userId: 'mona' });
  expect(await rowOf('hers')).toEqual(before);
  await sessions.find(tokens.hers);
  expect(await rowOf('hers')).not.toEqual(before);
});

test('a fresh proof is asked of the session itself', async () => {
  await proofs.renew(ids.hers);
  await expect(proofs.requireFresh(ids.hers)).resolves.toBeUndefined();
  await expect(proofs.requireFresh(ids.herOther)).rejects.toMatchObject({ problem: { reason: 'proof-needed' } });
});

describe('a person', () => {
  test('sees their own sessions', async () => {
    expect((await sessions.listOf('mona')).map(({ sessionId }) => sessionId).toSorted()).toEqual(
      [ids.hers, ids.herOther].toSorted(),
    );
    expect([...(await sessions.findLive([ids.hers])).keys()]).toEqual([ids.hers]);
  });

  test('ends their own sessions only', async () => {
    expect(await sessions.closeOwn('mona', ids.his, ids.hers)).toBe(false);
    expect(await sessions.closeOthers('mona', ids.hers)).toBe(1);
    expect([await rowOf('his'), await rowOf('hers')]).not.toContain(undefined);
    expect(await sessions.closeOthers('mona', ids.hers)).toBe(0);
  });

  test('loses all sessions by the admin account, and no other person does', async () => {
    expect(await sessions.closeAll('mona', { userId: 'omar', sessionId: ids.his })).toBe(2);
    expect([await rowOf('hers'), await rowOf('herOther'), await rowOf('his')]).toEqual([
      undefined,
      undefined,
      expect.anything(),
    ]);
  });

  test('signs in with the password that was checked, not with one of another person', async () => {
    const origin = { method: 'password', kind: 'token', device: undefined, address: undefined } as const;
    const signIn = (userId: string, passwordHash: string) => sessions.openWith({ userId, passwordHash }, origin);
    for (const hash of ["omar's password", 'an old one']) expect(await signIn('mona', hash)).toBeUndefined();
    const opened = await signIn('mona', "mona's password");
    expect(await sessions.find(opened?.token ?? '')).toMatchObject({ userId: 'mona' });
  });
});

test('a session that has ended by its limits is found, listed and ended no more', async () => {
  await pool.query(`update accounts.session set used_at = now() - interval '61 minutes' where session_id = $1`, [
    ids.hers,
  ]);
  expect(await sessions.find(tokens.hers)).toBeUndefined();
  expect((await sessions.findLive([ids.hers])).size).toBe(0);
  expect((await sessions.listOf('mona')).map(({ sessionId }) => sessionId)).toEqual([ids.herOther]);
  expect(await sessions.closeOwn('mona', ids.hers, ids.herOther)).toBe(false);
  await sessions.removeExpired();
  expect([await rowOf('hers'), await rowOf('herOther')]).toEqual([undefined, expect.anything()]);
});
