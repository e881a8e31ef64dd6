import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import { linkHash } from '../../accounts/one-time-links.ts';
import {
  type Caller,
  key,
  startTestEnvironment,
  PASSWORD,
  type TestEnvironment,
} from '../../testing/test-environment.ts';
import { mailTimeout, mailsTo as allMailsTo, newestMail, tokenIn } from '../../testing/mail-inbox.ts';

const OWNER = 'owner@hospital.test';
const FORGOTTEN = 'If there is an account with this e-mail, a link to set a new password is on its way to it';
/** The product's address, as its launcher sets it. */
const LOCAL_URL = 'http://localhost:8123';

let environment: TestEnvironment;
beforeAll(async () => {
  // Only the mailed link can prove the admin account if ADMIN_PASSWORD is not set.
  environment = await startTestEnvironment({
    ADMIN_EMAIL: OWNER,
    ADMIN_PASSWORD: '',
    LOCAL_URL,
    REQUIRE_VERIFIED_EMAIL: 'true',
  });
});
afterAll(() => environment.stop());

const forget = (email: string, headers = {}) =>
  environment.send<Problem>('POST', '/api/users/login', { email, forgetPW: true }, headers);
const reset = (token: string, password = 'brand-new-1', headers = {}) =>
  environment.send<Problem>('POST', '/api/users/resetPassword', { token, password }, headers);
const login = (email: string, password: string) =>
  environment.send<SignedIn>('POST', '/api/users/login', { email, password });
const mailsTo = (email: string): Promise<string[]> => allMailsTo(environment, email);
const mailed = (email: string, count?: number): Promise<string> => newestMail(environment, email, count);
/** Signs a person up and waits for the mail of the sign-up: the next mail is another one. */
const person = async (name: string): Promise<Caller> => {
  const signedUp = await environment.signUp(name);
  await mailed(signedUp.me.email);
  return signedUp;
};
const waiting = async (): Promise<number> =>
  (await environment.pool.query<{ n: number }>('select count(*)::int as n from accounts.mail_outbox')).rows[0]!.n;

describe('a forgotten password', () => {
  let mona: Caller;
  let token: string;
  beforeAll(async () => {
    mona = await person('Mona');
  });

  test('gets the same answer for each e-mail, and a mail only for an account', async () => {
    const answers = [await forget(mona.me.email), await forget('unknown@hospital.test')];
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { message: FORGOTTEN } });
    const mail = await mailed(mona.me.email, 2);
    expect(mail).toMatch(
      new RegExp(
        '^From: Clinical Pharmacy <no-reply@localhost>\r\n' +
          'To: mona@hospital\\.test\r\n' +
          'Subject: Your link to set a new password',
      ),
    );
    expect(mail).toContain(`${LOCAL_URL}/reset-password#token=`);
    expect(mail).toContain('It works once, within 60 minutes');
    await expect.poll(waiting, mailTimeout).toBe(0);
    expect(await mailsTo('unknown@hospital.test')).toEqual([]);
    token = tokenIn(mail);
  });

  test('leaves the old one valid until the link is used; a short new one does not use the link', async () => {
    expect((await login(mona.me.email, PASSWORD)).status).toBe(200);
    expect(await reset(token, 'short')).toMatchObject({
      status: 400,
      body: { message: 'The password needs at least 6 characters' },
    });
  });

  test('is set by the link once, also by two requests at the same moment, and ends every session', async () => {
    const answers = await Promise.all([reset(token), reset(token, 'another-one-1')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const [chosen, other] =
      answers[0]?.status === 200
        ? (['brand-new-1', 'another-one-1'] as const)
        : (['another-one-1', 'brand-new-1'] as const);
    expect((await mona.put(`/api/users/${mona.me._id}/edit`, {})).status).toBe(401);
    expect((await login(mona.me.email, PASSWORD)).status).toBe(401);
    expect((await login(mona.me.email, other)).status).toBe(401);
    expect((await login(mona.me.email, chosen)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { message: 'This link has been used already or is too old: please ask for a new one' },
    });
  });

  test('cannot be set with an expired or invented link', async () => {
    await forget(mona.me.email);
    const old = tokenIn(await mailed(mona.me.email, 3));
    await environment.pool.query(
      "update accounts.one_time_link set expires_at = now() - interval '1 second' where token_hash = $1",
      [linkHash(old)],
    );
    for (const link of [old, 'made-up', 'x'.repeat(200)]) expect((await reset(link)).status).toBe(400);
  });

  test('ends every open link when it is set', async () => {
    await forget(mona.me.email);
    const first = tokenIn(await mailed(mona.me.email, 4));
    await forget(mona.me.email);
    const second = tokenIn(await mailed(mona.me.email, 5));
    expect((await reset(second, 'the-last-one-1')).status).toBe(200);
    expect((await reset(first)).status).toBe(400);
  });

  test('is set once under one key, and a repeat gets the first answer', async () => {
    const { me } = await person('Lost');
    await forget(me.email);
    const token = tokenIn(await mailed(me.email, 2));
    const once = key();
    const answers = [await reset(token, 'the-first-one-1', once)];
    const { body: session } = await login(me.email, 'the-first-one-1');
    answers.push(await reset(token, 'the-first-one-1', once));
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, body: { message: 'The new password is set, please sign in' } });
    expect(await reset(token, 'quite-another-1', once)).toMatchObject({ status: 409 });
    // The password was not set again, and no session has ended.
    expect(
      (await environment.send('PUT', `/api/users/${me._id}/edit`, {}, { authorization: `bearer ${session.token}` }))
        .status,
    ).toBe(200);
    expect((await login(me.email, 'quite-another-1')).status).toBe(401);
    expect((await reset(token, 'the-first-one-1', key())).status).toBe(400);
  });

  test('leaves no token and no e-mail in the log, the events or the tables', async () => {
    const { rows } = await environment.pool.query('select * from accounts.one_time_link');
    const events = await environment.events(`user-${mona.me._id}`);
    const seen = environment.logged() + JSON.stringify([rows, events.map(({ metadata }) => metadata)]);
    expect(seen).not.toContain(token);
    expect(environment.logged()).not.toContain(mona.me.email);
  });
});

describe('where the link leads', () => {
  test.each(['evil.example', 'evil.example:80', 'localhost@evil.example', 'localhost:9999', '127.0.0.1'])(
    'is a setting, and not for the asking person to say: %s',
    async (host) => {
      const { email } = (await person(`Victim${host.length}`)).me;
      await withHost(host, email);
      expect(await mailed(email, 2)).toContain(`\r\n${LOCAL_URL}/reset-password#token=`);
    },
  );

  /** `fetch` sets the host itself. */
  const withHost = async (host: string, email: string): Promise<void> => {
    const { request } = await import('node:http');
    const body = JSON.stringify({ email, forgetPW: true });
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        `${environment.url}/api/users/login`,
        {
          method: 'POST',
          headers: {
            host,
            'x-forwarded-host': 'evil.example',
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.once('error', reject);
      asked.end(body);
    });
    expect(status).toBe(200);
  };
});

describe('a mail that was promised', () => {
  test('waits while it cannot be sent, delays no request, and is sent later', async () => {
    const { email } = (await person('Patient')).me;
    const folder = join(environment.dataDir, 'mail');
    const kept = `${folder}-kept`;
    await mkdir(kept, { recursive: true });
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder can be made here');
    expect((await forget(email)).status).toBe(200);
    const attempts = async (): Promise<number> =>
      (
        await environment.pool.query<{ attempts: number }>(
          'select attempts from accounts.mail_outbox where email = $1',
          [email],
        )
      ).rows[0]?.attempts ?? -1;
    await expect.poll(attempts, mailTimeout).toBe(1);
    await expect
      .poll(() => environment.logged(), mailTimeout)
      .toContain('a mail could not be sent and will be tried again');
    await rm(folder);
    await environment.pool.query('update accounts.mail_outbox set next_at = now()');
    const token = tokenIn(await mailed(email));
    expect((await reset(token)).status).toBe(200);
  });

  test('by a process that died before sending is sent by another', async () => {
    const { email } = (await person('Left')).me;
    await environment.pool.query('insert into accounts.mail_outbox (mail_id, email) values (gen_random_uuid(), $1)', [
      email,
    ]);
    expect(await mailed(email, 2)).toContain('/reset-password#token=');
  });

  test('is sent by one process of several', async () => {
    const { email } = (await person('Crowd')).me;
    const second = await environment.another();
    const asked = Array.from({ length: 30 }, (_, n) =>
      fetch(`${n % 2 === 0 ? environment.url : second}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, forgetPW: true }),
      }),
    );
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    await expect.poll(waiting, mailTimeout).toBe(0);
    expect(await mailsTo(email)).toHaveLength(31);
  });

  test('is not sent to an interrupted registration, but to an unconfirmed account', async () => {
    const { me } = await person('Unconfirmed');
    await environment.pool.query('update accounts.credential set confirmed_at = null where user_id = $1', [me._id]);
    await environment.pool.query(
      `insert into accounts.credential (user_id, email, password_hash, command_id)
       values ('cut-off', 'cut-off@hospital.test', 'x', gen_random_uuid())`,
    );
    await forget('cut-off@hospital.test');
    await forget(me.email);
    expect((await reset(tokenIn(await mailed(me.email, 2)), 'confirmed-now')).status).toBe(200);
    expect((await login(me.email, 'confirmed-now')).status).toBe(200);
    await expect.poll(waiting, mailTimeout).toBe(0);
    expect(await mailsTo('cut-off@hospital.test')).toEqual([]);
  });
});
