import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswords } from '../../accounts/passwords.ts';
import type { Answer, Problem, SignedIn } from 'language/contract/entities';
import {
  ADMIN_EMAIL,
  key,
  startTestEnvironment,
  PASSWORD,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const account = (email: string, fields: object = {}) => ({
  firstName: 'Mona',
  lastName: 'Farouk',
  email,
  phone: '٠١٠٠١٢٣٤٥٠١',
  password: 'abc123',
  ...fields,
});
const register = (body: object, headers = {}) =>
  environment.send<Answer<SignedIn> & Problem>('POST', '/api/users', body, headers);
const login = (body: object) => environment.send<Answer<SignedIn> & Problem>('POST', '/api/users/login', body);

describe('signing up', () => {
  test('makes the account and signs in', async () => {
    const { status, body } = await register(account(' Mona@Example.org '));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      firstName: 'Mona',
      email: 'mona@example.org',
      phone: '٠١٠٠١٢٣٤٥٠١',
      emailVerified: false,
      isAdminAccount: false,
      version: 0,
      stream: `user-${body._id}`,
      revision: 0,
    });
    expect(body.start).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(
      (await environment.send('POST', '/api/users/logout', undefined, { authorization: `bearer ${body.token}` }))
        .status,
    ).toBe(200);
  });

  test('the account of ADMIN_EMAIL exists from the start, with ADMIN_PASSWORD, and is the admin account', async () => {
    expect((await register(account(ADMIN_EMAIL.toUpperCase()))).status).toBe(409);
    expect(await login({ email: ADMIN_EMAIL, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { isAdminAccount: true },
    });
  });

  test('an e-mail is unique, case ignored', async () => {
    await register(account('one@example.org'));
    expect(await register(account('ONE@example.org', { password: 'another1' }))).toMatchObject({
      status: 409,
      body: { message: 'An account with this e-mail already exists' },
    });
    expect((await register(account('one@example.org'))).status).toBe(409);
  });

  test.each([
    [{ password: '' }, 'Password is required'],
    [{ password: 'abc12' }, 'The password needs at least 6 characters'],
    [{ password: 'a'.repeat(129) }, 'At most 128 characters'],
    [{ email: 'unknown' }, 'Enter a valid e-mail address'],
    [{ firstName: ' ' }, 'First name is required'],
  ])('%o is refused: %s', async (fields, message) => {
    expect(await register(account('refused@example.org', fields))).toMatchObject({ status: 400, body: { message } });
  });

  test('exactly one of twenty simultaneous sign-ups with one e-mail gets the account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => register(account('race@example.org', { password: `password-${n}` }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    const { rows } = await environment.pool.query(
      "select count(*)::int as n from accounts.credential where email = 'race@example.org'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('the same key gives the same account, also at the same time', async () => {
    const once = key();
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(account('once@example.org'), once)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await environment.events(answers[0]!.body.stream)).toHaveLength(1);
    expect((await register(account('once@example.org', { password: 'other-password' }), once)).status).toBe(409);
    expect((await register(account('twice@example.org'), once)).status).toBe(409);
  });

  test('an interrupted registration is finished by the next attempt with the same password', async () => {
    const { body: done } = await register(account('donor@example.org', { password: 'half-done' }));
    const { rows } = await environment.pool.query<{ password_hash: string }>(
      'select password_hash from accounts.credential where user_id = $1',
      [done._id],
    );
    await environment.pool.query(
      `insert into accounts.credential (user_id, email, password_hash, command_id)
       values ('half-done', 'half@example.org', $1, gen_random_uuid())`,
      [rows[0]!.password_hash],
    );
    expect((await login({ email: 'half@example.org', password: 'half-done' })).status).toBe(401);
    expect((await register(account('half@example.org', { password: 'guessed' }))).status).toBe(409);
    const finished = await register(account('half@example.org', { password: 'half-done' }));
    expect(finished).toMatchObject({ status: 201, body: { _id: 'half-done' } });
    expect((await login({ email: 'half@example.org', password: 'half-done' })).status).toBe(200);
  });

  test('an unfinished registration releases its e-mail for another password after a while', async () => {
    await register(account('forgetful@example.org', { password: 'forgotten' }));
    await environment.pool.query(
      `insert into accounts.credential (user_id, email, password_hash, command_id)
       select 'abandoned', 'abandoned@example.org', password_hash, gen_random_uuid()
       from accounts.credential where email = 'forgetful@example.org'`,
    );
    expect((await register(account('abandoned@example.org'))).status).toBe(409);
    await environment.pool.query(
      "update accounts.credential set reserved_at = now() - interval '3 minutes' where user_id = 'abandoned'",
    );
    expect(await register(account('abandoned@example.org'))).toMatchObject({ status: 201, body: { _id: 'abandoned' } });
    expect((await login({ email: 'abandoned@example.org', password: 'abc123' })).status).toBe(200);
    expect((await register(account('abandoned@example.org', { password: 'another1' }))).status).toBe(409);
  });
});

describe('signing in', () => {
  test('gives the account and a token that works until logout', async () => {
    await register(account('in@example.org'));
    const { status, body } = await login({ email: 'IN@example.org', password: 'abc123' });
    expect(status).toBe(200);
    const as = { authorization: `bearer ${body.token}` };
    const team = { name: 'A', specialty: 1 };
    expect((await environment.send('POST', '/api/teams', team, as)).status).toBe(201);
    expect((await environment.send('POST', '/api/users/logout', undefined, as)).status).toBe(200);
    expect(await environment.send('POST', '/api/teams', team, as)).toMatchObject({
      status: 401,
      body: { message: 'Not authorized, token failed' },
    });
  });

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    await register(account('known@example.org'));
    const answers = [
      await login({ email: 'known@example.org', password: 'wrong-1' }),
      await login({ email: 'unknown@example.org', password: 'wrong-1' }),
    ];
    for (const answer of answers)
      expect(answer).toEqual({
        status: 401,
        body: { message: 'Invalid email or password', code: 'unauthorized', reason: 'wrong-login' },
      });
  });

  test('a forgotten password gets the same answer for each e-mail', async () => {
    const answers = [
      await login({ email: 'known@example.org', forgetPW: true }),
      await login({ email: 'unknown@example.org', forgetPW: true }),
    ];
    expect(answers[0]!.status).toBe(200);
    expect(answers[0]).toEqual(answers[1]);
  });
});

test('passwords and tokens are in no event and no log line', async () => {
  const { body } = await register(account('secret@example.org', { password: 'canary-password' }));
  await login({ email: 'secret@example.org', password: 'canary-wrong' });
  const events = await environment.events(body.stream);
  const seen = environment.logged() + JSON.stringify(events.map(({ data, metadata }) => ({ data, metadata })));
  expect(seen).not.toMatch(/canary|argon2|\$m=/);
  expect(seen).not.toContain(body.token);
  expect(environment.logged()).not.toContain('secret@example.org');
});

test('a password is kept as the product hashes it', async () => {
  // The other tests hash cheaply: twenty sign-ups at once wait too long for their hash on a busy machine.
  const passwords = await createPasswords();
  const url = await environment.another({}, { passwords });
  const answer = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account('kept@example.org')),
  });
  expect(answer.status).toBe(201);
  const { rows } = await environment.pool.query(
    "select password_hash from accounts.credential where email = 'kept@example.org'",
  );
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await passwords.stop();
});
