import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const details = '/api/users/mona/userDetails';
const waitingForLocks = async (): Promise<unknown[]> =>
  (
    await environment.rows.query(
      `select application_name as pool, count(*)::int as connections from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' group by application_name`,
    )
  ).rows;
const shown = {
  _id: 'mona',
  firstName: 'Mona',
  lastName: 'Adel',
  title: 'Clinical pharmacist',
  about: '<p>ICU</p>',
  start: '2024-03-31',
  reviews: 3,
  patients: 1,
};
const careful = {
  _id: 'mona.1',
  user: 'mona',
  recommender: 'karim',
  recommenderName: 'Karim Nabil',
  recommendation: '<p>Careful</p>',
  isAccepted: true,
  version: 4,
};
const quick = {
  _id: 'mona.2',
  user: 'mona',
  recommender: 'sami',
  recommenderName: 'Sami Aziz',
  recommendation: '<p>Quick</p>',
  isAccepted: false,
  version: 2,
};

describe('a public profile', () => {
  test('shows a visitor the name, the work and published recommendations, without contact data', async () => {
    const { recommenderName, recommendation } = careful;
    expect(await environment.get(details)).toMatchObject({ status: 200, body: {} });
    expect((await environment.get(details)).body).toEqual({
      ...shown,
      recommendations: [{ _id: 'mona.1', recommenderName, recommendation }],
    });
  });

  test('shows no recommendation of another person', async () =>
    expect(await environment.get('/api/users/karim/userDetails')).toMatchObject({ body: { recommendations: [] } }));

  test('shows a signed-in person the same, with their own recommendations', async () => {
    expect((await environment.get(details, { token: environment.tokens.dina })).body).toEqual({
      ...shown,
      recommendations: [careful],
      hasRecommended: false,
    });
    expect((await environment.get(details, { token: environment.tokens.sami })).body).toEqual({
      ...shown,
      recommendations: [careful, quick],
      hasRecommended: true,
    });
  });

  test('shows its owner everything, to publish or to hide', async () => {
    const { body } = await environment.get(details, { token: environment.tokens.mona });
    expect(body).toEqual({
      ...shown,
      email: 'mona@example.org',
      phone: '٠١٠٠ 000 0001',
      emailVerified: false,
      isAdminAccount: false,
      version: 0,
      recommendations: [careful, quick],
    });
  });

  test.each(['recommendation', 'parked_stream'])(
    'of visitors takes no connection from people at work: %s',
    async (table) => {
      const holder = await environment.rows.connect();
      await holder.query('begin');
      await holder.query(`lock ${table} in access exclusive mode`);
      const visits = Array.from({ length: 30 }, () => environment.get(details));
      try {
        await expect
          .poll(waitingForLocks, { timeout: 4_000 })
          .toEqual([{ pool: 'query-api anonymous', connections: 2 }]);
      } finally {
        await holder.query('commit');
        holder.release();
      }
      expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([200]));
    },
  );

  test('of an unknown person is 404', async () =>
    expect(await environment.get('/api/users/unknown/userDetails')).toMatchObject({
      status: 404,
      body: { message: 'User not found', code: 'notFound', reason: 'user-not-found' },
    }));
});

describe('error templates', () => {
  const mine = (query = '') => environment.get(`/api/userErrTemps${query}`, { token: environment.tokens.mona });
  const halve = {
    _id: 'temp-1',
    userId: 'mona',
    errDrugTradeId: 'drug-a.0',
    errType: 'dose',
    errNote: '<p>halve</p>',
    version: 3,
  };

  test('are the caller’s own, in the order of saving', async () => {
    expect((await mine()).body).toMatchObject([halve, { _id: 'temp-2' }]);
    expect((await mine('?userId=mona')).body).toMatchObject([halve, { _id: 'temp-2' }]);
  });

  test('are found by drug and error type', async () => {
    expect((await mine('?userId=mona&errType=dose&errDrugTradeId=drug-a.0')).body).toEqual([halve]);
    expect((await mine('?errType=other')).body).toEqual([]);
  });

  test('of another person are refused', async () =>
    expect(await mine('?userId=sami')).toMatchObject({
      status: 403,
      body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
    }));
});

test('an account is the admin account once its e-mail is verified, not before', async () => {
  const isAdmin = async (): Promise<unknown> =>
    (await environment.get('/api/users/me', { token: environment.tokens.sami })).body;
  expect(await isAdmin()).toMatchObject({ isAdminAccount: true });
  await environment.rows.query("update app_user set email_verified = false where user_id = 'sami'");
  expect(await isAdmin()).toMatchObject({ isAdminAccount: false });
  await environment.rows.query("update app_user set email_verified = true where user_id = 'sami'");
});

test('the configuration names the captcha provider and the address of its challenge', async () =>
  expect((await environment.get('/api/config/')).body).toMatchObject({
    captcha: { provider: 'altcha', challenge: '/api/config/captcha' },
  }));
