import type { AccountPage } from 'language/contract/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(/* sql */ `
    insert into accounts.credential (user_id, email, password_hash, command_id, confirmed_at, email_proven_at)
    select user_id, email, '', gen_random_uuid(), now(), case when user_id <> 'karim' then now() end from app_user;
    update accounts.credential set disabled_at = '2026-05-02T10:00:00Z', disabled_by = 'sami', disabled_reason = 'Left'
    where user_id = 'dina';
    delete from accounts.session where user_id = 'karim';
    update accounts.last_use set used_at = '2026-04-30T21:30:00Z' where user_id = 'karim';
    delete from accounts.session where user_id = 'dina';
    delete from accounts.last_use where user_id = 'dina';
    insert into accounts.totp (user_id, secret, confirmed_at) values ('mona', '\\x00', now());
    insert into accounts.oidc_identity (issuer, subject, user_id, email_verified) values ('i', 's', 'karim', true);
    insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position)
    values ('ccu', 'mona', 'mona@example.org', true, false, false, 2);`);
});
afterAll(() => environment.stop());

const list = async (query = ''): Promise<AccountPage> => {
  const { status, body } = await environment.get(`/api/accounts${query}`, { token: environment.tokens.sami });
  expect(status).toBe(200);
  return body as AccountPage;
};
const names = ({ accounts }: AccountPage): string[] => accounts.map(({ firstName }) => firstName);

test('the admin account sees all accounts by name, with teams, last use and state', async () => {
  const page = await list();
  expect(page).toMatchObject({ page: 1, pages: 1, total: 4 });
  expect(names(page)).toEqual(['Dina', 'Karim', 'Mona', 'Sami']);
  const [dina, karim, mona, sami] = page.accounts;
  expect(dina).toEqual({
    _id: 'dina',
    firstName: 'Dina',
    lastName: 'Fathy',
    email: 'dina@example.org',
    teams: [{ _id: 'icu', name: 'Adult ICU', role: 'pharmacist', isAdmin: false, disabled: true }],
    createdOn: '2024-04-01',
    lastUsedOn: null,
    sessions: 0,
    condition: 'disabled',
    disabled: { at: '2026-05-02T10:00:00.000Z', by: 'sami', byName: 'Sami Aziz', reason: 'Left' },
    hasSecondFactor: false,
    isOfProvider: false,
    isAdminAccount: false,
  });
  // The day is the hospital's: 21:30 UTC is the next day in Cairo.
  expect(karim).toMatchObject({ condition: 'unconfirmed', lastUsedOn: '2026-05-01', sessions: 0, isOfProvider: true });
  expect(mona).toMatchObject({ condition: 'active', disabled: null, hasSecondFactor: true, sessions: 1 });
  expect(mona?.teams).toEqual([
    { _id: 'icu', name: 'Adult ICU', role: 'pharmacist', isAdmin: true, disabled: false },
    { _id: 'ccu', name: 'Heart unit', role: 'physician', isAdmin: false, disabled: false },
  ]);
  expect(sami).toMatchObject({ isAdminAccount: true, lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
});

test.each(['احمد', 'أحمد', 'على', 'عبدالله على', '\u200fاحمد عبدالله'])(
  '%s finds a person by any spelling',
  async (search) => {
    await environment.rows.query(
      `update app_user set first_name = 'أحمد', last_name = 'عبد الله علي' where user_id = 'karim'`,
    );
    try {
      expect(names(await list(`?search=${encodeURIComponent(search)}`))).toEqual(['أحمد']);
    } finally {
      await environment.rows.query(
        `update app_user set first_name = 'Karim', last_name = 'Nabil' where user_id = 'karim'`,
      );
    }
  },
);

test('found by a part of the name or e-mail, by state and by team', async () => {
  expect(names(await list('?search=nAbIl'))).toEqual(['Karim']);
  expect(names(await list('?search=mona%40ex'))).toEqual(['Mona']);
  expect(names(await list('?search=Mouna'))).toEqual(['Mona']);
  expect(names(await list(`?search=${encodeURIComponent('%')}`))).toEqual([]);
  expect(names(await list('?condition=disabled'))).toEqual(['Dina']);
  expect(names(await list('?condition=unconfirmed'))).toEqual(['Karim']);
  expect(names(await list('?condition=active&team=ccu'))).toEqual(['Mona', 'Sami']);
  expect(names(await list('?team=icu'))).toEqual(['Dina', 'Karim', 'Mona']);
  expect(await list('?pageNumber=2')).toMatchObject({ accounts: [], page: 2 });
});

test('a disabled account is marked in the list of its team', async () => {
  const { body } = await environment.get('/api/teams/icu', { token: environment.tokens.mona });
  const { members } = body as { members: { userId: string; accountDisabled?: boolean }[] };
  expect(members.map(({ userId, accountDisabled }) => [userId, accountDisabled])).toEqual([
    ['mona', undefined],
    ['karim', undefined],
    ['dina', true],
  ]);
});

test('no other person sees the list', async () => {
  expect((await environment.get('/api/accounts', { token: environment.tokens.mona })).status).toBe(403);
  expect((await environment.get('/api/accounts')).status).toBe(401);
  const { status } = await environment.get('/api/accounts?condition=any', { token: environment.tokens.sami });
  expect(status).toBe(400);
});

describe('where every team requires a second factor, the admin account needs one too', () => {
  let strict: Awaited<ReturnType<TestEnvironment['another']>>;
  beforeAll(async () => {
    strict = await environment.another(undefined, undefined, { SECOND_FACTOR: 'required' });
  });
  afterAll(() => strict.stop());

  test.each([
    '/api/accounts',
    '/api/installation/teams',
    '/api/security-log',
    '/api/security-log/export.csv',
    '/api/operations',
    '/api/erasures',
    '/api/drug-use?tag=tag-renal',
    '/api/teams/icu/invitations',
  ])('for %s', async (path) => {
    const ask = () =>
      fetch(`${strict.url}${path}`, { headers: { authorization: `bearer ${environment.tokens.sami}` } });
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ reason: 'second-factor-required' }),
    ]);
    onTestFinished(async () => void (await environment.rows.query(`delete from accounts.totp where user_id = 'sami'`)));
    await environment.rows.query(
      `insert into accounts.totp (user_id, secret, confirmed_at) values ('sami', '\\x00', now())`,
    );
    const allowed = await ask();
    await allowed.text();
    expect(allowed.status).toBe(200);
  });
});
