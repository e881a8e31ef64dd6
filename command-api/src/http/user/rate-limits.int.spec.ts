import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitations } from '../../accounts/invitations.ts';
import { createOneTimeLinks } from '../../accounts/one-time-links.ts';
import { startCommandApi } from '../../command-api.ts';
import type { Problem, Team } from 'language/contract/entities';
import { GATEWAY_HEADER } from 'language/contract/gateway';
import { settings } from '../../settings.ts';
import { startTestEnvironment, PASSWORD, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment({ RATE_LIMIT: 'on' });
});
afterAll(() => environment.stop());

interface Tried {
  status: number;
  wait: number;
  message: string;
}
/** The header in which the gateway passes on the client's address. */
const from =
  (address: string, base = environment.url, more: Record<string, string> = {}) =>
  async (path: string, body: object): Promise<Tried> => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...more },
      body: JSON.stringify(body),
    });
    const { message } = (await answer.json()) as Problem;
    return { status: answer.status, wait: Number(answer.headers.get('retry-after') ?? Number.NaN), message };
  };
const statuses = (answers: readonly Tried[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const many = async (count: number, attempt: (n: number) => Promise<Tried>): Promise<Tried[]> => {
  const answers: Tried[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await attempt(n));
  return answers;
};

describe('guessing a password', () => {
  const login = (address: string, email: string, password: string) =>
    from(address)('/api/users/login', { email, password });

  test('is refused after ten attempts at one account from one address, with the time to wait', async () => {
    const { me } = await environment.signUp('Guessed');
    const guess = (n: number) => login('10.0.0.1', n % 2 === 0 ? me.email : me.email.toUpperCase(), `guess-${n}`);
    expect(statuses(await many(10, guess))).toEqual(Array.from({ length: 10 }, () => 401));
    const refused = await guess(11);
    expect(refused).toMatchObject({ status: 429, message: 'Too many attempts: please try again in 15 minutes' });
    expect(refused.wait).toBeGreaterThan(840);
    expect(refused.wait).toBeLessThanOrEqual(900);
    // The right password is refused as well: the answer must not confirm a guess.
    expect((await login('10.0.0.1', me.email, PASSWORD)).status).toBe(429);
    const { me: other } = await environment.signUp('Other');
    expect((await login('10.0.0.1', other.email, PASSWORD)).status).toBe(200);
    // Other addresses and accounts are not affected.
    expect((await login('10.0.0.2', me.email, PASSWORD)).status).toBe(200);
  });

  test('is refused after thirty attempts from everywhere, except where the owner has signed in', async () => {
    const mona = await environment.signUp('Wanted');
    const { email } = mona.me;
    expect((await login('10.7.0.1', email, PASSWORD)).status).toBe(200);
    const guess = (n: number) => login(`10.8.0.${n}`, email, `guess-${n}`);
    expect(statuses(await many(20, guess))).toEqual(Array.from({ length: 20 }, () => 401));
    // The owner's sign-in does not reset the attempts of others.
    expect((await login('10.7.0.1', email, PASSWORD)).status).toBe(200);
    expect(statuses(await many(10, (n) => guess(n + 20)))).toEqual(Array.from({ length: 10 }, () => 401));
    expect(await login('10.8.1.1', email, PASSWORD)).toMatchObject({
      status: 429,
      message: 'Too many attempts: please try again in 60 minutes',
    });
    expect((await login('10.7.0.1', email, PASSWORD)).status).toBe(200);
    expect(
      (await mona.put(`/api/users/${mona.me._id}/edit`, { password: 'changed-now', currentPassword: PASSWORD })).status,
    ).toBe(200);
    expect((await login('10.8.1.1', email, 'changed-now')).status).toBe(200);
  });

  test("is counted on at the owner's address: signing in takes back that one attempt only", async () => {
    const { me } = await environment.signUp('Shared');
    const answers = [
      ...(await many(9, (n) => login('10.9.0.1', me.email, `guess-${n}`))),
      await login('10.9.0.1', me.email, PASSWORD),
    ];
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 401), 200]);
    expect((await login('10.9.0.1', me.email, 'guess-10')).status).toBe(401);
    expect((await login('10.9.0.1', me.email, 'guess-11')).status).toBe(429);
  });

  test('is counted for simultaneous attempts as well, over all instances', async () => {
    const { me } = await environment.signUp('Rushed');
    const bases = [environment.url, await environment.another()];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        from('10.1.0.1', bases[n % 2])('/api/users/login', { email: me.email, password: `guess-${n}` }),
      ),
    );
    expect(statuses(answers)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 14 }, () => 429),
    ]);
  });

  test('past the gateway is counted by the own address, also where it invents those of clients', async () => {
    const secret = 's'.repeat(32);
    const base = await environment.another({ GATEWAY_SECRET: secret });
    const guess = (n: number, more = {}) =>
      from(`10.13.0.${n}`, base, more)('/api/users/login', { email: 'unknown@hospital.test', password: 'guess' });
    const wrong = { [GATEWAY_HEADER]: 'x'.repeat(32) };
    expect(statuses(await many(11, (n) => guess(n, n % 2 === 0 ? {} : wrong)))).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
    ]);
    expect((await guess(0, { [GATEWAY_HEADER]: secret })).status).toBe(401);
  });

  test('does not count successful sign-ins: a ward signs in and out all day', async () => {
    const { me } = await environment.signUp('Ward');
    const answers = await many(15, () => from('10.2.0.1')('/api/users/login', { email: me.email, password: PASSWORD }));
    expect(statuses(answers)).toEqual(Array.from({ length: 15 }, () => 200));
  });

  test('does not limit a person who follows a mailed link', async () => {
    const { me } = await environment.signUp('Locked');
    const tryHere = (password: string) => login('10.6.0.1', me.email, password);
    await many(10, (n) => tryHere(`guess-${n}`));
    expect((await tryHere(PASSWORD)).status).toBe(429);
    const token = await createOneTimeLinks(environment.pool).make(me._id);
    expect((await from('10.6.0.2')('/api/users/resetPassword', { token, password: 'a-new-one' })).status).toBe(200);
    expect((await tryHere('a-new-one')).status).toBe(200);
  });

  test('from an open session is limited as well, for that session only', async () => {
    const mona = await environment.signUp('Session');
    const guess = (n: number) =>
      mona.put<Problem>(`/api/users/${mona.me._id}/edit`, { password: 'new-password', currentPassword: `guess-${n}` });
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(400);
    expect((await guess(11)).status).toBe(429);
    expect((await login('10.10.0.1', mona.me.email, PASSWORD)).status).toBe(200);
  });
});

test('adding members reveals twenty unknown e-mails an hour at most', async () => {
  const [admin, other, hany] = [
    await environment.signUp('Founder'),
    await environment.signUp('Colleague'),
    await environment.signUp('Hany'),
  ];
  const [team, theirs] = await Promise.all(
    [admin, other].map(async (who) => (await who.post<Team>('/api/teams', { name: 'Ward', specialty: 1 })).body._id),
  );
  const add = async (email: string): Promise<number> =>
    (await admin.post(`/api/teams/${team}/members`, { email })).status;
  const list = async (...emails: string[]): Promise<number> =>
    (await admin.put(`/api/teams/${team}/edit`, { members: emails.map((user) => ({ user })) })).status;
  expect(await add(hany.me.email)).toBe(201);
  // People with an account are not counted.
  for (let n = 0; n < 21; n += 1) expect(await add(hany.me.email)).toBe(409);
  for (let n = 0; n < 19; n += 1) expect(await add(`unknown-${n}@hospital.test`)).toBe(404);
  expect(await list(hany.me.email, 'unknown-19@hospital.test', 'unknown-20@hospital.test')).toBe(404);
  for (const email of ['unknown-21@hospital.test', hany.me.email]) expect(await add(email)).toBe(429);
  expect(await list(hany.me.email, other.me.email)).toBe(429);
  // Members are known without a lookup.
  expect(await list(hany.me.email)).toBe(200);
  expect((await other.post(`/api/teams/${theirs}/members`, { email: hany.me.email })).status).toBe(201);
});

test('the link that confirms an e-mail is sent again five times an hour', async () => {
  const slow = await environment.signUp('Slow');
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await slow.post('/api/users/confirmationMail', {})).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test('links to a new password are sent five times an hour to an e-mail, with or without an account', async () => {
  const { me } = await environment.signUp('Forgetful');
  for (const email of [me.email, 'unknown@hospital.test']) {
    const answers = await many(6, (n) => from(`10.3.0.${n}`)('/api/users/login', { email, forgetPW: true }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[5]!.message).toBe('Too many attempts: please try again in 60 minutes');
  }
});

test('links can be tried thirty times in a quarter of an hour from one network; those that count always', async () => {
  const { me } = await environment.signUp('Linked');
  const token = await createOneTimeLinks(environment.pool).make(me._id);
  const answers = await many(31, (n) =>
    from(`2001:db8:1:2::${n + 1}`)('/api/users/resetPassword', { token: `made-up-${n}`, password: 'abc123' }),
  );
  expect(statuses(answers)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  expect(await from('2001:db8:1:2::1')('/api/users/resetPassword', { token, password: 'abc1234' })).toMatchObject({
    status: 200,
  });
  expect(
    (await from('2001:db8:1:3::1')('/api/users/resetPassword', { token: 'made-up', password: 'abc123' })).status,
  ).toBe(400);
});

test('an invitation is read, and signs up, where others have tried links that do not count', async () => {
  const invitations = createInvitations(environment.pool, () => '');
  const founder = await environment.signUp('Inviting');
  const { body: team } = await founder.post<Team>('/api/teams', { name: 'Ward', specialty: 1 });
  const email = 'invited@hospital.test';
  const [invitationId, commandId] = [randomUUID(), randomUUID()];
  await invitations.invite(
    { invitationId, teamId: team._id, email, role: 'reader' },
    { userId: founder.me._id, sessionId: randomUUID(), commandId },
  );
  const invitation = await invitations.makeLink(invitationId);
  const here = from('10.12.0.1');
  const answers = await many(31, (n) => here('/api/invitations/read', { token: `made-up-${n}` }));
  expect(statuses(answers)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  expect((await here('/api/invitations/read', { token: invitation })).status).toBe(200);
  const person = { firstName: 'A', lastName: 'B', email, phone: '', password: 'abc123' };
  expect((await here('/api/users', { ...person, invitation: 'made-up' })).status).toBe(429);
  expect((await here('/api/users', { ...person, invitation })).status).toBe(201);
});

test('passkeys can be tried a hundred times in a quarter of an hour from one network', async () => {
  const stranger = from('198.51.100.90');
  const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response };
  const guess = () => stranger('/api/users/login/passkey', { ticket: 'x', answer });
  const answers = await many(101, guess);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
  expect(answers.at(-1)?.status).toBe(429);
});

test('sixty people an hour can sign up from one address', async () => {
  const signUp = (n: number) =>
    from('10.4.0.1')('/api/users', {
      firstName: 'A',
      lastName: 'B',
      email: `many-${n % 7}@hospital.test`,
      phone: '',
      password: 'abc123',
    });
  const answers = await many(61, signUp);
  expect(answers.at(-1)!.status).toBe(429);
  expect(answers.slice(0, 60).every(({ status }) => status === 201 || status === 409)).toBe(true);
});

test("attempts with another person's e-mail do not block that person's sign-up", async () => {
  const { me } = await environment.signUp('Donor');
  // An interrupted registration: a person with its password resumes it.
  await environment.pool.query(
    `insert into accounts.credential (user_id, email, password_hash, command_id)
     select 'cut-off', 'cut-off@hospital.test', password_hash, gen_random_uuid()
     from accounts.credential where user_id = $1`,
    [me._id],
  );
  const signUp = (address: string, password: string) =>
    from(address)('/api/users', { firstName: 'A', lastName: 'B', email: 'cut-off@hospital.test', phone: '', password });
  const answers = await many(11, (n) => signUp('10.11.0.1', `guess-${n}`));
  expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
  expect((await signUp('10.11.0.2', PASSWORD)).status).toBe(201);
});

test('addresses and e-mails are stored as hashes only', async () => {
  const { rows } = await environment.pool.query('select key from accounts.rate_limit');
  expect(rows.length).toBeGreaterThan(5);
  expect(JSON.stringify(rows)).not.toMatch(/hospital\.test|10\.\d+\.0|2001/);
});

describe('a database that does not answer', () => {
  /** A proxy before Postgres: it forwards everything until it is frozen, like a network that drops packets. */
  let frozen = false;
  let before: Server;
  const sockets = new Set<Socket>();

  test('refuses every sign-in, and answers in time', async () => {
    const real = new URL(environment.installation.databaseUrl);
    before = createServer((client) => {
      const upstream = connect(Number(real.port), real.hostname);
      sockets.add(client).add(upstream);
      for (const [source, sink] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        source.on('data', (chunk: Buffer) => void (frozen || sink.write(chunk)));
        source.on('error', () => sink.destroy());
        source.on('close', () => sink.destroy());
      }
    });
    await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve));
    const address = before.address();
    const proxied = new URL(real);
    proxied.port = String(typeof address === 'object' && address ? address.port : 0);
    proxied.hostname = '127.0.0.1';
    const { eventstoreUrl, masterKey } = environment.installation;
    const api = await startCommandApi(
      settings.read({
        PORT: '0',
        DATABASE_URL: proxied.href,
        EVENTSTORE_URL: eventstoreUrl,
        MASTER_KEY: masterKey,
        DATA_DIR: environment.dataDir,
        CAPTCHA: 'off',
      }),
      pino({ level: 'silent' }),
    );
    const { me } = await environment.signUp('Frozen');
    const login = () =>
      from('10.5.0.1', `http://127.0.0.1:${api.port}`)('/api/users/login', { email: me.email, password: PASSWORD });
    expect(await login()).toMatchObject({ status: 200 });
    const guess = () =>
      from('10.5.0.2', `http://127.0.0.1:${api.port}`)('/api/users/login', { email: me.email, password: 'guess' });
    expect(statuses(await many(11, guess))).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    frozen = true;
    // A refusal needs no database.
    expect((await guess()).status).toBe(429);
    const answers = await Promise.all([login(), login()]);
    // That the answers come before the timeout of this test is the other half of the promise.
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, message: 'The database does not answer, please try again', wait: 1 });
    frozen = false;
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await login()).status, { timeout: 20_000, interval: 100 }).toBe(200);
    await api.stop();
    await new Promise((resolve) => before.close(resolve));
  });
});
