import { beforeAll, describe, expect, test } from 'vitest';
import { createOneTimeLinks } from '../../accounts/one-time-links.ts';
import type { Answer, Me, Problem } from 'language/contract/entities';
import type { Recommendation } from 'language/contract/profiles';
import {
  type Answered,
  type Caller,
  key,
  sharedTestEnvironment,
  PASSWORD,
  type SharedTestEnvironment,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let mona: Caller;
let omar: Caller;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  [mona, omar] = await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
});

const stream = () => `user-${mona.me._id}`;
const edit = (body: object, headers?: Record<string, string>, who: Caller = mona) =>
  who.put<Answer<Me> & Problem & { current: Me; changedBy: object }>(`/api/users/${mona.me._id}/edit`, body, headers);
const types = async (): Promise<string[]> => (await environment.events(stream())).map(({ type }) => type);

describe('a profile', () => {
  test('changes in the sent fields, with sanitised rich text, and is answered in its current state', async () => {
    const about = '<p onclick="steal()">ICU<script>steal()</script></p>';
    const { status, body } = await edit({
      firstName: ' منى ',
      title: 'Clinical pharmacist',
      phone: '٠١٠١٢٣٤٥٦٧٨',
      about,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: mona.me._id,
      firstName: 'منى',
      lastName: 'Farouk',
      title: 'Clinical pharmacist',
      about: '<p>ICU</p>',
      phone: '٠١٠١٢٣٤٥٦٧٨',
      email: mona.me.email,
      stream: stream(),
      version: body.revision,
    });
    expect((await environment.events(stream())).at(-1)).toMatchObject({
      type: 'UserProfileChanged',
      data: { phoneNormalised: '01012345678' },
    });
  });

  test('keeps its e-mail, counts and start date, even if others are sent', async () => {
    const before = await types();
    const { status, body } = await edit({
      _id: 'other',
      email: 'other@hospital.test',
      start: '2001-01-01',
      reviews: 99,
      patients: 99,
      recommendations: [],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: mona.me._id, email: mona.me.email, start: mona.me.start });
    expect(await types()).toEqual(before);
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ title: 'x'.repeat(121) }, 'title', 'At most 120 characters'],
    [{ phone: 'call me' }, 'phone', 'Enter a phone number'],
    [{ admin: true }, 'admin', 'Unknown field: admin'],
    [{ about: 'x'.repeat(102_401) }, 'about', 'This text is longer than 100 KB'],
  ])('%o is refused', async (body, field, message) => {
    const answer = await edit(body);
    expect(answer).toMatchObject({ status: 400, body: { message, code: 'invalid' } });
    expect(Object.keys(answer.body.fields!)).toEqual([field]);
  });

  test('of another person cannot be changed, not even of an unknown one', async () => {
    expect(await edit({ title: 'Boss' }, {}, omar)).toMatchObject({
      status: 403,
      body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
    });
    expect((await mona.put('/api/users/unknown/edit', { title: 'Boss' })).status).toBe(403);
    expect(await environment.send('PUT', `/api/users/${mona.me._id}/edit`, { title: 'Boss' })).toMatchObject({
      status: 401,
    });
  });

  test('with a newer change is not overwritten, and neither is the password', async () => {
    const { body: first } = await edit({ title: 'First' });
    await edit({ title: 'Second' });
    const late = await edit(
      { title: 'Third', password: 'other-password', currentPassword: PASSWORD },
      { 'if-match': String(first.version) },
    );
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { title: 'Second' }, changedBy: { userId: mona.me._id } },
    });
    expect(
      (await environment.send('POST', '/api/users/login', { email: mona.me.email, password: PASSWORD })).status,
    ).toBe(200);
  });

  test('is changed once under the same key', async () => {
    const once = key();
    const answers = [
      await edit({ title: 'Once' }, once),
      await edit({ title: 'Again' }),
      await edit({ title: 'Once' }, once),
    ];
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('a password', () => {
  const login = (password: string) =>
    environment.send<{ token: string }>('POST', '/api/users/login', { email: omar.me.email, password });
  const change = (body: object) => omar.put<Problem>(`/api/users/${omar.me._id}/edit`, body);

  test('is changed with the current one; every other session ends, this one stays', async () => {
    const { body: other } = await login(PASSWORD);
    const asOther = { authorization: `bearer ${other.token}` };
    expect((await environment.send('PUT', `/api/users/${omar.me._id}/edit`, {}, asOther)).status).toBe(200);
    expect((await change({ password: 'new-password-1', currentPassword: PASSWORD })).status).toBe(200);
    expect((await environment.send('PUT', `/api/users/${omar.me._id}/edit`, {}, asOther)).status).toBe(401);
    expect((await change({ title: 'Still here' })).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login('new-password-1')).status).toBe(200);
  });

  test('that is set already is accepted: an answer may have been lost', async () =>
    expect((await change({ password: 'new-password-1', currentPassword: PASSWORD })).status).toBe(200));

  test.each([
    [{ password: 'short', currentPassword: 'new-password-1' }, 'password', 'The password needs at least 6 characters'],
    [{ password: 'long-enough' }, 'currentPassword', 'Your current password is needed to change it'],
    [{ password: 'long-enough', currentPassword: 'guessed' }, 'currentPassword', 'This is not your current password'],
  ])('%o is refused and changes nothing', async (body, field, message) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
    expect((await login('new-password-1')).status).toBe(200);
  });

  describe('that is set in two ways at the same moment', () => {
    const patience = { timeout: 20_000, interval: 10 };
    const changing = (who: Caller) =>
      who.put<Problem>(`/api/users/${who.me._id}/edit`, { password: 'by-profile-1', currentPassword: PASSWORD });
    const resetting = async (who: Caller) =>
      environment.send<Problem>('POST', '/api/users/resetPassword', {
        token: await createOneTimeLinks(environment.pool).make(who.me._id),
        password: 'by-link-1',
      });
    const signsIn = async (who: Caller, password: string): Promise<boolean> =>
      (await environment.send('POST', '/api/users/login', { email: who.me.email, password })).status === 200;

    /** Locks the account's row until each of them has passed its checks and waits for the row, in this order. */
    async function inThisOrder(
      who: Caller,
      ...ways: (() => Promise<Answered<Problem>>)[]
    ): Promise<Answered<Problem>[]> {
      const holder = await environment.pool.connect();
      const queue = async (): Promise<number> =>
        (
          await environment.pool.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event in ('transactionid', 'tuple')`,
          )
        ).rows[0]!.n;
      try {
        await holder.query('begin');
        await holder.query('select 1 from accounts.credential where user_id = $1 for update', [who.me._id]);
        const answers: Promise<Answered<Problem>>[] = [];
        for (const way of ways) {
          answers.push(way());
          await expect.poll(queue, patience).toBe(answers.length);
        }
        await holder.query('commit');
        return await Promise.all(answers);
      } finally {
        holder.release(true);
      }
    }

    test('is the one of the mailed link if that came first: the old password no longer changes it', async () => {
      const sara = await environment.signUp('Sara');
      const [reset, change] = await inThisOrder(
        sara,
        () => resetting(sara),
        () => changing(sara),
      );
      expect(reset!.status).toBe(200);
      expect(change).toMatchObject({
        status: 400,
        body: {
          message: 'This is not your current password',
          fields: { currentPassword: expect.any(String) as string },
        },
      });
      expect([await signsIn(sara, 'by-link-1'), await signsIn(sara, 'by-profile-1')]).toEqual([true, false]);
    });

    test('is the one of the profile if that came first: it ends the link', async () => {
      const rami = await environment.signUp('Rami');
      const [change, reset] = await inThisOrder(
        rami,
        () => changing(rami),
        () => resetting(rami),
      );
      expect([change!.status, reset!.status]).toEqual([200, 400]);
      expect([await signsIn(rami, 'by-link-1'), await signsIn(rami, 'by-profile-1')]).toEqual([false, true]);
    });

    test('is set once by the same change twice', async () => {
      const dina = await environment.signUp('Dina');
      const answers = await inThisOrder(
        dina,
        () => changing(dina),
        () => changing(dina),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await signsIn(dina, 'by-profile-1')).toBe(true);
    });
  });

  test('is in no event and no log line', async () => {
    const events = await environment.events(`user-${omar.me._id}`);
    expect(environment.logged() + JSON.stringify(events.map(({ data, metadata }) => ({ data, metadata })))).not.toMatch(
      /new-password|argon2|long-enough/,
    );
  });
});

describe('recommendations', () => {
  const recommend = (who: Caller, userId: string, body: object, headers = {}) =>
    who.post<Answer<Recommendation> & Problem>(`/api/users/addRecomm/${userId}`, body, headers);
  const accept = (who: Caller, id: string, isAccepted: boolean, headers = {}) =>
    who.put<Answer<Recommendation> & Problem & { current: object }>(
      `/api/users/recommendations/${id}`,
      { isAccepted },
      headers,
    );

  test('are written once by each person, hidden at first, and published by the recommended person', async () => {
    const sent = {
      user: 'unknown',
      recommender: 'unknown',
      recommendation: '<p>Careful<img src=x onerror=steal()></p>',
    };
    const { status, body } = await recommend(omar, mona.me._id, sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: mona.me._id,
      recommender: omar.me._id,
      recommenderName: 'Omar Farouk',
      recommendation: '<p>Careful</p>',
      isAccepted: false,
      stream: stream(),
      version: body.revision,
    });
    expect(body._id.startsWith(`${mona.me._id}.`)).toBe(true);
    expect(await recommend(omar, mona.me._id, { recommendation: '<p>Again</p>' })).toMatchObject({
      status: 409,
      body: { message: 'You have already recommended this user', code: 'conflict', reason: 'already-recommended' },
    });

    const published = await accept(mona, body._id, true);
    expect(published).toMatchObject({ status: 200, body: { _id: body._id, isAccepted: true } });
    expect(published.body.version).toBe(published.body.revision);
    expect(await accept(mona, body._id, false, { 'if-match': String(body.version) })).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { isAccepted: true } },
    });
    expect(await accept(mona, body._id, false)).toMatchObject({ status: 200, body: { isAccepted: false } });
    expect(await accept(omar, body._id, true)).toMatchObject({ status: 403, body: { message: 'Not allowed' } });
    expect((await accept(mona, `${mona.me._id}.nothing`, true)).status).toBe(404);
  });

  test('are written once under the same key', async () => {
    const once = key();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => recommend(mona, omar.me._id, { recommendation: '<p>Quick</p>' }, once)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
  });

  test('are refused for oneself, for an unknown person, without text, and without signing in', async () => {
    const recommendation = '<p>Best of all</p>';
    expect(await recommend(mona, mona.me._id, { recommendation })).toMatchObject({
      status: 400,
      body: { message: 'You cannot recommend yourself' },
    });
    expect(await recommend(mona, 'unknown', { recommendation })).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
    expect(await recommend(omar, mona.me._id, { recommendation: '<p><br></p>' })).toMatchObject({
      status: 400,
      body: { message: 'Recommendation is required' },
    });
    expect(await environment.send('POST', `/api/users/addRecomm/${mona.me._id}`, { recommendation })).toMatchObject({
      status: 401,
      body: { message: 'Not authorized, token failed' },
    });
    expect(await accept(mona, 'x', 'yes' as never)).toMatchObject({
      status: 400,
      body: { message: 'isAccepted is true or false' },
    });
  });
});
