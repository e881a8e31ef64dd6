import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Answer, ErrorType, Problem, SignedIn, Team } from 'language/contract/entities';
import { linkHash } from '../../accounts/one-time-links.ts';
import { type Caller, startTestEnvironment, PASSWORD, type TestEnvironment } from '../../testing/test-environment.ts';
import { mailTimeout, mailsTo as allMailsTo, newestMail, tokenIn } from '../../testing/mail-inbox.ts';

const OWNER = 'owner@hospital.test';
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
    expect(mail).toContain(`\r\n${LOCAL_URL}/confirm-email#token=`);
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
      body: { emailVerified: false, message: 'A link to confirm your e-mail address is on its way' },
    });
    expect((await confirm(late, tokenIn(await mailed(late.me.email, 2)))).status).toBe(200);
    expect(await sendAgain(late)).toEqual({
      status: 200,
      body: { emailVerified: true, message: 'Your e-mail address is confirmed already' },
    });
    await expect.poll(waiting, mailTimeout).toBe(0);
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
