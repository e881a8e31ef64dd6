import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findValidMemberships } from '../../live/queries.ts';
import { connectListener, createListeners } from '../../testing/listener.ts';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';
import { createRights } from '../rights.ts';

let environment: TestEnvironment;
const { connect, closeAll } = createListeners(() => environment.url);
const addFactor = (userId: string) =>
  environment.rows.query(
    `insert into accounts.totp (user_id, secret, confirmed_at) values ($1, '', now()) on conflict do nothing`,
    [userId],
  );
const require = (required: boolean) =>
  environment.rows.query(`update team set second_factor_required = $1 where team_id = 'icu'`, [required]);

describe('a team that requires a second factor', () => {
  beforeAll(async () => {
    environment = await startTestEnvironment({ heartbeatMs: 3_600_000, presenceSweepMs: 10 });
    await addFactor('mona');
  });
  beforeEach(async () => {
    await environment.rows.query(`delete from accounts.totp where user_id = 'karim'`);
    await require(true);
  });
  afterAll(async () => {
    closeAll();
    await environment.stop();
  });
  const get = (path: string, token: string) => environment.get(path, { token });

  test('is read by members who have one', async () => {
    const { mona, karim, sami, dina } = environment.tokens;
    for (const path of [
      '/api/teams/icu',
      '/api/patients/pat-1',
      '/api/admissions/adm-1/details',
      '/api/images/img-1',
    ]) {
      expect((await get(path, mona)).status).toBe(200);
      expect(await get(path, karim)).toMatchObject({ status: 403, body: { reason: 'second-factor-required' } });
      for (const other of [sami, dina]) expect((await get(path, other)).status).toBe(404);
    }
    await addFactor('karim');
    expect((await get('/api/patients/pat-1', karim)).status).toBe(200);
    await environment.rows.query(`delete from accounts.totp where user_id = 'karim'`);
    await require(false);
    expect((await get('/api/patients/pat-1', karim)).status).toBe(200);
  });

  test('asks nothing of the members of another team', async () => {
    expect((await get('/api/teams/ccu', environment.tokens.sami)).status).toBe(200);
  });

  test('stays in the list of own teams, without its texts and other members', async () => {
    const { body } = await get('/api/teams', environment.tokens.karim);
    expect(body).toMatchObject([{ _id: 'icu', about: '', secondFactorRequired: true, members: [{ userId: 'karim' }] }]);
    const { body: whole } = await get('/api/teams', environment.tokens.mona);
    expect(whole).toMatchObject([{ _id: 'icu', about: '<p>Ten beds</p>', members: { length: 3 } }]);
  });

  test('lets a session of single sign-on in', async () => {
    const signIn = async (method: string): Promise<string> => {
      const token = await environment.signIn('karim');
      // Before it is used: how a session began never changes, and is kept in memory.
      await environment.rows.query(`update accounts.session set method = $1 where token_hash = sha256($2::bytea)`, [
        method,
        token,
      ]);
      return token;
    };
    expect((await get('/api/patients/pat-1', await signIn('singleSignOn'))).status).toBe(200);
    expect((await get('/api/patients/pat-1', await signIn('password'))).status).toBe(403);
  });

  test('is every team where the installation requires one', async () => {
    await require(false);
    const strict = createRights(environment.rows, true);
    expect(await strict.patient('pat-1', 'karim')).toMatchObject({ lacks_second_factor: true });
    expect(await strict.patient('pat-1', 'mona')).toMatchObject({ lacks_second_factor: false });
    expect(await strict.patient('pat-1', 'sami')).toBeUndefined();
    const asked = [
      { userId: 'karim', teamId: 'icu', isExempt: false },
      { userId: 'karim', teamId: 'icu', isExempt: true },
      { userId: 'sami', teamId: 'icu', isExempt: true },
    ];
    expect([...(await findValidMemberships(environment.rows, asked, true))]).toEqual(['karim icu true']);
    expect((await findValidMemberships(environment.rows, asked, false)).size).toBe(2);
  });

  test('is not watched without one, and sockets leave its rooms at the next check', async () => {
    const karim = await connect(environment.tokens.karim);
    expect(await karim.watch({ team: 'icu' })).toMatchObject({ ok: false, reason: 'second-factor-required' });
    await require(false);
    expect(await karim.watch({ team: 'icu' })).toMatchObject({ ok: true });
    const mona = await connect(environment.tokens.mona);
    await mona.watch({ team: 'icu' });
    await require(true);
    await environment.notice({ stream: 'team-icu', revision: '5', touched: ['team:icu'], teamId: 'icu' });
    await environment.notice({ stream: 'admission-adm-1', revision: '16', teamId: 'icu' });
    await mona.receives('changed', ({ revision }) => revision === 16);
    await karim.unwatch({ admission: 'nothing' });
    expect(karim.received.changed.map(({ revision }) => revision)).not.toContain(16);
  });

  test.each([
    ['the team', true, undefined],
    ['the installation', false, { SECOND_FACTOR: 'required' }],
  ] as const)(
    'where %s requires one, no image and no room opens after the last one was removed',
    async (_, isOfTeam, changed) => {
      await require(isOfTeam);
      await addFactor('karim');
      const server = await environment.another({ heartbeatMs: 50, presenceSweepMs: 10 }, undefined, changed);
      const token = environment.tokens.karim;
      const image = async (path: string, headers = {}) => {
        const answer = await fetch(server.url + path, { headers: { authorization: `bearer ${token}`, ...headers } });
        const text = await answer.text();
        return [answer.status, answer.status === 403 ? (JSON.parse(text) as { reason: string }).reason : text];
      };
      const seen = { 'if-none-match': '"img-1"' };
      const rooms = [{ team: 'icu' }, { admission: 'adm-1' }] as const;
      const before = await connectListener(server.url, { token });
      try {
        for (const room of rooms) expect(await before.watch(room)).toMatchObject({ ok: true });
        expect(await image('/api/images/img-1')).toEqual([200, 'the picture']);
        expect(await image('/api/images/img-1/thumbnail')).toEqual([200, 'the small one']);
        expect(await image('/api/images/img-1', seen)).toEqual([304, '']);

        await environment.rows.query(`delete from accounts.totp where user_id = 'karim'`);
        for (const [path, headers] of [
          ['/api/images/img-1'],
          ['/api/images/img-1/thumbnail'],
          ['/api/images/img-1', seen],
        ] as const)
          expect(await image(path, headers)).toEqual([403, 'second-factor-required']);
        for (const room of rooms)
          expect(await before.watch(room)).toMatchObject({ ok: false, reason: 'second-factor-required' });
        before.received.revisions.length = 0;
        await before.receives('revisions', (current) => Object.keys(current).length === 0);
        const after = await connectListener(server.url, { token });
        for (const room of rooms)
          expect(await after.watch(room)).toMatchObject({ ok: false, reason: 'second-factor-required' });
        after.close();
        await addFactor('karim');
        expect((await image('/api/images/img-1'))[0]).toBe(200);
        for (const room of rooms) expect(await before.watch(room)).toMatchObject({ ok: true });
      } finally {
        before.close();
        await server.stop();
      }
    },
  );
});
