import { connect, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOneTimeLinks } from '../accounts/one-time-links.ts';
import { startCommandApi } from '../command-api.ts';
import type { Problem } from '../contract/entities.ts';
import { settings } from '../settings.ts';
import { openHospital, PASSWORD, type Hospital } from '../testing/hospital.ts';

let hospital: Hospital;
beforeAll(async () => {
  hospital = await openHospital({ RATE_LIMIT: 'on' });
});
afterAll(() => hospital.stop());

interface Tried { status: number; wait: number; message: string }
/** As the gateway passes it on: with the client's address. */
const from = (address: string, base = hospital.url) => async (path: string, body: object): Promise<Tried> => {
  const answer = await fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': address }, body: JSON.stringify(body) });
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
  test('ends after ten tries at one account, wherever they come from, with a sentence and the time to wait', async () => {
    const { me } = await hospital.signUp('Guessed');
    const guess = (n: number) => from(`10.0.0.${n}`)('/api/users/login', { email: n % 2 === 0 ? me.email : me.email.toUpperCase(), password: `guess-${n}` });
    expect(statuses(await many(10, guess))).toEqual(Array.from({ length: 10 }, () => 401));
    const refused = await guess(11);
    expect(refused).toMatchObject({ status: 429, message: 'Too many attempts: please try again in 15 minutes' });
    expect(refused.wait).toBeGreaterThan(840);
    expect(refused.wait).toBeLessThanOrEqual(900);
    // The right one neither: a guess must not show by its answer.
    expect((await from('10.0.0.12')('/api/users/login', { email: me.email, password: PASSWORD })).status).toBe(429);
    const { me: other } = await hospital.signUp('Other');
    expect((await from('10.0.0.1')('/api/users/login', { email: other.email, password: PASSWORD })).status).toBe(200);
  });

  test('at the same moment is counted as well, and by all instances together', async () => {
    const { me } = await hospital.signUp('Rushed');
    const { databaseUrl, eventstoreUrl, masterKey } = hospital.installation;
    const second = await startCommandApi(settings.read({ PORT: '0', DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey, DATA_DIR: hospital.dataDir, CAPTCHA: 'off' }), pino({ level: 'silent' }));
    try {
      const bases = [hospital.url, `http://127.0.0.1:${second.port}`];
      const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => from('10.1.0.1', bases[n % 2])('/api/users/login', { email: me.email, password: `guess-${n}` })));
      expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 14 }, () => 429)]);
    } finally {
      await second.stop();
    }
  });

  test('does not count those who know it: a ward signs in and out all day', async () => {
    const { me } = await hospital.signUp('Ward');
    const answers = await many(15, () => from('10.2.0.1')('/api/users/login', { email: me.email, password: PASSWORD }));
    expect(statuses(answers)).toEqual(Array.from({ length: 15 }, () => 200));
  });

  test('shuts nobody out who follows a mailed link', async () => {
    const { me } = await hospital.signUp('Locked');
    const login = (password: string) => from('10.6.0.1')('/api/users/login', { email: me.email, password });
    await many(10, (n) => login(`guess-${n}`));
    expect((await login(PASSWORD)).status).toBe(429);
    const token = await createOneTimeLinks(hospital.pool).make(me._id);
    expect((await from('10.6.0.2')('/api/users/resetPassword', { token, password: 'a-new-one' })).status).toBe(200);
    expect((await login('a-new-one')).status).toBe(200);
  });

  test('from an open session ends as well', async () => {
    const mona = await hospital.signUp('Session');
    const guess = (n: number) => mona.put<Problem>(`/api/users/${mona.me._id}/edit`, { password: 'new-password', currentPassword: `guess-${n}` });
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(400);
    expect((await guess(11)).status).toBe(429);
  });
});

test('links to a new password are asked for five times an hour by e-mail, whether there is an account or not', async () => {
  const { me } = await hospital.signUp('Forgetful');
  for (const email of [me.email, 'nobody@hospital.test']) {
    const answers = await many(6, (n) => from(`10.3.0.${n}`)('/api/users/login', { email, forgetPW: true }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[5]!.message).toBe('Too many attempts: please try again in 60 minutes');
  }
});

test('links are tried thirty times in a quarter of an hour from one network', async () => {
  const answers = await many(31, (n) => from(`2001:db8:1:2::${n + 1}`)('/api/users/resetPassword', { token: `made-up-${n}`, password: 'abc123' }));
  expect(statuses(answers)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  expect((await from('2001:db8:1:3::1')('/api/users/resetPassword', { token: 'made-up', password: 'abc123' })).status).toBe(400);
});

test('sixty people an hour sign up from one address, and no more', async () => {
  const signUp = (n: number) => from('10.4.0.1')('/api/users', { firstName: 'A', lastName: 'B', email: `many-${n % 7}@hospital.test`, phone: '', password: 'abc123' });
  const answers = await many(61, signUp);
  expect(answers.at(-1)!.status).toBe(429);
  expect(answers.slice(0, 60).every(({ status }) => status === 201 || status === 409)).toBe(true);
});

test('addresses and e-mails are kept as hashes only', async () => {
  const { rows } = await hospital.pool.query('select key from accounts.rate_limit');
  expect(rows.length).toBeGreaterThan(5);
  expect(JSON.stringify(rows)).not.toMatch(/hospital\.test|10\.\d\.0|2001/);
});

describe('a database that does not answer', () => {
  /** Stands before Postgres: passes everything on until it is frozen, as a network that swallows what is sent. */
  let frozen = false;
  let before: Server;
  const sockets = new Set<Socket>();

  test('lets nobody in uncounted and keeps nobody hanging', async () => {
    const real = new URL(hospital.installation.databaseUrl);
    before = createServer((client) => {
      const upstream = connect(Number(real.port), real.hostname);
      sockets.add(client).add(upstream);
      for (const [source, sink] of [[client, upstream], [upstream, client]] as const) {
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
    const { eventstoreUrl, masterKey } = hospital.installation;
    const api = await startCommandApi(settings.read({ PORT: '0', DATABASE_URL: proxied.href, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey, DATA_DIR: hospital.dataDir, CAPTCHA: 'off' }), pino({ level: 'silent' }));
    const { me } = await hospital.signUp('Frozen');
    const login = () => from('10.5.0.1', `http://127.0.0.1:${api.port}`)('/api/users/login', { email: me.email, password: PASSWORD });
    expect((await login()).status).toBe(200);
    frozen = true;
    const answers = await Promise.all([login(), login()]);
    // That they come at all, before this test has had its minute, is the other half of what is promised.
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, message: 'The database is away, please try again', wait: 1 });
    frozen = false;
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await login()).status, { timeout: 20_000, interval: 100 }).toBe(200);
    await api.stop();
    await new Promise((resolve) => before.close(resolve));
  });
});
