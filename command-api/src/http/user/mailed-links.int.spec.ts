import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startCommandApi } from '../../command-api.ts';
import type { Account, Answer, ErrorType, Problem, SignedIn, Team } from '../../contract/entities.ts';
import { linkHash } from '../../accounts/one-time-links.ts';
import { settings } from '../../settings.ts';
import {
  type Caller,
  key,
  startTestEnvironment,
  PASSWORD,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

const OWNER = 'owner@hospital.test';
const FORGOTTEN = 'If there is an account with this e-mail, a link to set a new password is on its way to it';
const patience = { timeout: 20_000, interval: 20 };
/** The product's address, as its launcher sets it. */
const LOCAL_URL = 'http://localhost:8123';

let environment: TestEnvironment;
beforeAll(async () => {
  // Without ADMIN_PASSWORD only the mailed link can prove the admin account.
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

/** The mails to this address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(environment.dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}`));
}
const mailed = async (email: string, count = 1): Promise<string> => {
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(count), patience);
  return (await mailsTo(email)).at(-1)!;
};
/** Signs a person up and waits for the mail of the sign-up: the next mail is another one. */
const person = async (name: string): Promise<Caller> => {
  const signedUp = await environment.signUp(name);
  await mailed(signedUp.me.email);
  return signedUp;
};
const tokenIn = (mail: string): string =>
  /token=([\w-]+)/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!;
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
    expect(mail).toContain(`${LOCAL_URL}/reset-password?token=`);
    expect(mail).toContain('It works once, within 60 minutes');
    await expect.poll(waiting, patience).toBe(0);
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
    answers.push(await reset(token, 'the-first-one-1', once), await reset(token, 'quite-another-1', once));
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, body: { message: 'The new password is set, please sign in' } });
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
      expect(await mailed(email, 2)).toContain(`\r\n${LOCAL_URL}/reset-password?token=`);
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
    await expect.poll(attempts, patience).toBe(1);
    await expect
      .poll(() => environment.logged(), patience)
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
    expect(await mailed(email, 2)).toContain('/reset-password?token=');
  });

  test('is sent by one process of several', async () => {
    const { email } = (await person('Crowd')).me;
    const { databaseUrl, eventstoreUrl, masterKey } = environment.installation;
    const second = await startCommandApi(
      settings.read({
        PORT: '0',
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: eventstoreUrl,
        MASTER_KEY: masterKey,
        DATA_DIR: environment.dataDir,
        CAPTCHA: 'off',
        RATE_LIMIT: 'off',
      }),
      pino({ level: 'silent' }),
    );
    const asked = Array.from({ length: 30 }, (_, n) =>
      fetch(`${n % 2 === 0 ? environment.url : `http://127.0.0.1:${second.port}`}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, forgetPW: true }),
      }),
    );
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    await expect.poll(waiting, patience).toBe(0);
    expect(await mailsTo(email)).toHaveLength(31);
    await second.stop();
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
    await expect.poll(waiting, patience).toBe(0);
    expect(await mailsTo('cut-off@hospital.test')).toEqual([]);
  });
});

describe('the e-mail of an account', () => {
  const confirm = (who: Caller, token: string, headers = {}) =>
    who.post<Answer<Account> & Problem>('/api/users/confirmEmail', { token }, headers);
  const sendAgain = (who: Caller) => who.post<Problem>('/api/users/confirmationMail', {});
  const add = (admin: Caller, team: Team, email: string) =>
    admin.post<Team & Problem>(`/api/teams/${team._id}/members`, { email });
  const refusal = (email: string) => ({
    status: 409,
    body: {
      code: 'conflict',
      message:
        `The e-mail address ${email} is not confirmed yet: ` +
        'whoever it belongs to does that with the link that was mailed there',
    },
  });
  let nadia: Caller;
  let karim: Caller;
  let team: Team;
  beforeAll(async () => {
    [nadia, karim] = [await person('Nadia'), await person('Karim')];
    team = (await nadia.post<Team>('/api/teams', { name: 'Ward', specialty: 1 })).body;
  });

  test('is confirmed by the link of the sign-up, in a session of that account, once', async () => {
    expect(karim.me.emailVerified).toBe(false);
    const mail = await mailed(karim.me.email);
    expect(mail).toMatch(/^From: [^\r]+\r\nTo: karim@hospital\.test\r\nSubject: Please confirm your e-mail address/);
    expect(mail).toContain(`\r\n${LOCAL_URL}/confirm-email?token=`);
    const token = tokenIn(mail);

    // The mail without the password, the password without the mail, and a guess confirm nothing.
    expect((await environment.send('POST', '/api/users/confirmEmail', { token })).status).toBe(401);
    for (const [who, link] of [
      [nadia, token],
      [karim, tokenIn(await mailed(nadia.me.email))],
      [karim, 'made-up'],
    ] as const) {
      expect(await confirm(who, link)).toMatchObject({
        status: 400,
        body: {
          message: 'This link belongs to another account, has been used already or is too old',
          fields: { token: expect.any(String) as string },
        },
      });
    }
    const answers = [await confirm(karim, token), await confirm(karim, token), await confirm(karim, 'any other')];
    for (const { status, body } of answers)
      expect([status, body._id, body.emailVerified]).toEqual([200, karim.me._id, true]);
    expect((await environment.events(`user-${karim.me._id}`)).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserEmailVerified',
    ]);
    expect((await reset(token)).status).toBe(400);
  });

  test('must be confirmed before its owner becomes a member, singly or in a list', async () => {
    const { email } = (await person('Stranger')).me;
    expect(await add(nadia, team, email)).toMatchObject(refusal(email));
    expect(
      await nadia.put(`/api/teams/${team._id}/edit`, {
        name: 'Ward 2',
        members: [{ user: karim.me.email }, { user: email }],
      }),
    ).toMatchObject(refusal(email));
    expect((await environment.events(`team-${team._id}`)).map(({ type }) => type)).toEqual([
      'TeamCreated',
      'TeamMemberAdded',
    ]);
    const { status, body } = await add(nadia, team, karim.me.email);
    expect([status, body.members.map(({ user }) => user)]).toEqual([201, [nadia.me.email, karim.me.email]]);
  });

  test('need not be confirmed by existing members', async () => {
    await environment.pool.query('update accounts.credential set email_proven_at = null where user_id = $1', [
      karim.me._id,
    ]);
    const members = [{ user: nadia.me.email }, { user: karim.me.email, isPhysic: true }];
    const { status, body } = await nadia.put<Team>(
      `/api/teams/${team._id}/edit`,
      { members },
      { 'if-match': String(team.version + 1) },
    );
    expect([status, body.members.map(({ isPhysic }) => isPhysic)]).toEqual([200, [false, true]]);
  });

  test('gets another link on request, until it is confirmed', async () => {
    const late = await person('Late');
    const first = tokenIn(await mailed(late.me.email));
    await environment.pool.query(
      "update accounts.one_time_link set expires_at = now() - interval '1 second' where token_hash = $1",
      [linkHash(first)],
    );
    expect((await confirm(late, first)).status).toBe(400);
    expect(await sendAgain(late)).toEqual({
      status: 200,
      body: { message: 'A link to confirm your e-mail address is on its way' },
    });
    expect((await confirm(late, tokenIn(await mailed(late.me.email, 2)))).status).toBe(200);
    expect(await sendAgain(late)).toEqual({
      status: 200,
      body: { message: 'Your e-mail address is confirmed already' },
    });
    await expect.poll(waiting, patience).toBe(0);
    expect(await mailsTo(late.me.email)).toHaveLength(2);
  });

  test('is confirmed by a password set through a mailed link as well', async () => {
    const { me } = await person('Forgot');
    expect((await reset(tokenIn(await mailed(me.email)))).status).toBe(200);
    expect((await login(me.email, 'brand-new-1')).body.emailVerified).toBe(true);
    expect((await add(nadia, team, me.email)).status).toBe(201);
  });
});

describe('the admin account, where ADMIN_PASSWORD is not set', () => {
  const addType = (token: string, label: string) =>
    environment.send<ErrorType>('POST', '/api/errtypes', { label }, { authorization: `bearer ${token}` });

  test('belongs to the person who follows the mailed link, not to the first who signs up with its e-mail', async () => {
    const { status, body: stranger } = await environment.send<SignedIn>('POST', '/api/users', {
      firstName: 'A',
      lastName: 'Stranger',
      email: OWNER,
      phone: '',
      password: 'i-was-first',
    });
    expect(status).toBe(201);
    expect(stranger.isAdminAccount).toBe(false);
    expect((await addType(stranger.token, 'Theirs')).status).toBe(403);

    // The stranger's sign-up has mailed a link to the owner of the address: it confirms nothing for the stranger, and
    // sets the owner's password.
    expect((await reset(tokenIn(await mailed(OWNER)), 'owners-password')).status).toBe(200);
    expect((await addType(stranger.token, 'Theirs')).status).toBe(401);
    expect((await login(OWNER, 'i-was-first')).status).toBe(401);
    const { body: owner } = await login(OWNER, 'owners-password');
    expect(owner.isAdminAccount).toBe(true);
    expect((await addType(owner.token, 'Dose too high')).status).toBe(201);
  });

  test('gets its right at the next sign-in if a crash came between the link and the event', async () => {
    const { me } = await person('Cut');
    await environment.pool.query('update accounts.credential set email_proven_at = now() where user_id = $1', [me._id]);
    expect((await login(me.email, PASSWORD)).status).toBe(200);
    expect((await environment.events(`user-${me._id}`)).map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserEmailVerified',
    ]);
    expect((await login(me.email, PASSWORD)).status).toBe(200);
    expect(await environment.events(`user-${me._id}`)).toHaveLength(2);
  });
});
