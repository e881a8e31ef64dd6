import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, SignedInByCookie } from 'language/contract/entities';
import { ADMIN_EMAIL, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

const SESSION_MAX_HOURS = 7;
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment({ BROWSER_SESSION: 'cookie', SESSION_MAX_HOURS: String(SESSION_MAX_HOURS) });
});
afterAll(() => environment.stop());

interface Answer {
  readonly status: number;
  readonly body: Partial<SignedIn & SignedInByCookie> & { reason?: string };
  readonly text: string;
  readonly cookies: string[];
  readonly date: string | null;
}
/** The session's cookies, without the cookie of the device, which each sign-in gives. */
const sessionCookiesOf = (answer: Response): string[] =>
  answer.headers.getSetCookie().filter((cookie) => !/^(__Host-)?device=/.test(cookie));

async function call(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const answer = await fetch(environment.url + path, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: JSON.parse(text) as Answer['body'],
    text,
    cookies: sessionCookiesOf(answer),
    date: answer.headers.get('date'),
  };
}
const login = (headers: Record<string, string> = {}, email = ADMIN_EMAIL) =>
  call('POST', '/api/users/login', headers, { email, password: PASSWORD });

/** A page that has signed in. */
async function page(more: Record<string, string> = {}) {
  const { body, cookies } = await login({ 'x-session': 'new', ...more });
  const cookie = cookies[0]?.split(';')[0] ?? '';
  return { cookie, id: body.sessionId ?? '', headers: { cookie, 'x-session': body.sessionId ?? '' } };
}
/** 400: the session counts, and the body is refused. */
const statusOf = async (headers: Record<string, string>) => (await call('POST', '/api/teams', headers, {})).status;

describe('a page that asks for a cookie', () => {
  test('is given one that is closed to scripts, and no token', async () => {
    const { status, body, text, cookies } = await login({ 'x-session': 'new' });
    expect(status).toBe(200);
    expect(cookies).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; path=\/; expires=.+; samesite=lax; httponly$/),
    ]);
    expect(Object.keys(body)).not.toContain('token');
    const token = /^session=([\w-]+)/.exec(cookies[0]!)![1]!;
    expect(text).not.toContain(token);
    const { rows } = await environment.pool.query(
      'select session_id, kind from accounts.session where token_hash = $1',
      [createHash('sha256').update(token).digest()],
    );
    expect(rows).toEqual([{ session_id: body.sessionId, kind: 'cookie' }]);
    expect(environment.logged()).not.toContain(token);
  });

  test('keeps it for as long as the session can last, in use or not', async () => {
    const { cookies, date } = await login({ 'x-session': 'new' });
    const expires = /; expires=([^;]+)/.exec(cookies[0] ?? '')?.[1];
    const hours = (Date.parse(expires ?? '') - Date.parse(date ?? '')) / 3_600_000;
    expect(Math.round(hours)).toBe(SESSION_MAX_HOURS);
  });

  test('gets it at sign-up too, over TLS for this host only', async () => {
    const account = { firstName: 'A', lastName: 'B', email: 'tls@hospital.test', phone: '', password: PASSWORD };
    const { status, cookies } = await call(
      'POST',
      '/api/users',
      { 'x-session': 'new', 'x-forwarded-proto': 'https' },
      account,
    );
    expect(status).toBe(201);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; path=\/; expires=.+; samesite=lax; secure; httponly$/),
    ]);
  });

  test('calls with the cookie and the id of its session until it signs out', async () => {
    const { headers } = await page();
    expect(await statusOf(headers)).toBe(400);
    expect((await call('POST', '/api/users/logout', headers)).status).toBe(200);
    expect(await statusOf(headers)).toBe(401);
  });

  test('ends the session whose cookie the new one replaces', async () => {
    const before = await page();
    const after = await page({ cookie: before.cookie });
    expect([await statusOf(before.headers), await statusOf(after.headers)]).toEqual([401, 400]);
  });
});

test('a program signs in as before: it gets its token, and no cookie of a session', async () => {
  const { body, cookies } = await login();
  expect(cookies).toEqual([]);
  expect(Object.keys(body)).not.toContain('sessionId');
  expect(await statusOf({ authorization: `bearer ${body.token}` })).toBe(400);
});

describe('a forged request changes nothing', () => {
  const evil = { origin: 'https://evil.example' };
  test('a form that another origin posts is a visitor', async () => {
    const { cookie } = await page();
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('POST', '/api/users/logout', { ...form, ...evil })).status).toBe(401);
    expect((await call('POST', '/api/users/logout', { ...form, 'content-type': 'text/plain', ...evil })).status).toBe(
      401,
    );
  });

  test('the header is missing', async () => {
    const { cookie, headers } = await page();
    expect(await statusOf({ cookie })).toBe(401);
    expect((await call('DELETE', '/api/users/me/sessions', { cookie })).status).toBe(401);
    expect(await statusOf(headers)).toBe(400);
  });

  test.each([
    ['another origin', evil],
    ['a same-site sibling', { origin: 'http://intranet.localhost', 'sec-fetch-site': 'same-site' }],
    ['no origin', { origin: 'null' }],
  ])('%s sends the header', async (_page, origin) => {
    const { headers } = await page();
    const refused = await call('POST', '/api/users/logout', { ...headers, ...origin });
    expect(refused).toMatchObject({ status: 403, body: { reason: 'foreign-page' } });
    expect(await statusOf(headers)).toBe(400);
  });

  test('another origin cannot sign a browser in', async () => {
    const refused = await login({ 'x-session': 'new', ...evil });
    expect(refused).toMatchObject({ status: 403, body: { reason: 'foreign-page' }, cookies: [] });
    expect((await login(evil)).cookies).toEqual([]);
  });

  test('a GET that changes something does not see the cookie of a link or an image', async () => {
    const { cookie, headers } = await page();
    const stop = (sent: Record<string, string>) => call('GET', '/api/admissions/stopMedication', sent);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await stop({ cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).status).toBe(401);
    expect((await stop({ cookie })).status).toBe(401);
    expect((await stop(headers)).status).toBe(200);
  });
});

test('beside a token the cookie does not count', async () => {
  const { headers } = await page();
  const { body } = await login();
  const both = { ...headers, authorization: `bearer ${body.token}` };
  expect((await call('POST', '/api/users/logout', both)).status).toBe(200);
  expect([await statusOf(both), await statusOf(headers)]).toEqual([401, 400]);
});

test('without the setting a page gets a token, as specified, and a cookie does not count', async () => {
  const { cookie, headers } = await page();
  const plain = await startTestEnvironment();
  try {
    const answer = await fetch(`${plain.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session': 'new', cookie },
      body: JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }),
    });
    const { token } = (await answer.json()) as SignedIn;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(sessionCookiesOf(answer)).toEqual([]);
    const { status } = await plain.send('POST', '/api/teams', {}, { ...headers, cookie: `session=${token}` });
    expect(status).toBe(401);
  } finally {
    await plain.stop();
  }
});
