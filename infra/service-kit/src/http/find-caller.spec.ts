import { once } from 'node:events';
import Koa from 'koa';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../security/sessions.ts';
import { type BrowserSessions, findCaller, isOwnPage } from './find-caller.ts';
import { answerProblems } from './http-problem.ts';

const sessions: Readonly<Record<string, Session>> = {
  monas: { sessionId: 's-mona', userId: 'mona', method: 'password', isLocked: false, teamMark: undefined },
  omars: { sessionId: 's-omar', userId: 'omar', method: 'password', isLocked: false, teamMark: undefined },
  locked: { sessionId: 's-locked', userId: 'mona', method: 'password', isLocked: true, teamMark: undefined },
};

/** A service that answers the caller's id. @returns sends a request with headers: the status and who the caller is */
async function service(browser: BrowserSessions) {
  const used: string[] = [];
  const foreign: string[] = [];
  const app = new Koa();
  app.use(answerProblems(pino({ level: 'silent' })));
  const find = async (token: string, isUse?: boolean) => {
    if (isUse) used.push(token);
    return sessions[token];
  };
  const onForeignPage = (_ctx: unknown, reason: string) => void foreign.push(reason);
  app.use(findCaller(find, browser, { whileLocked: new Set(['POST /unlock']), onForeignPage }));
  app.use((ctx) => {
    ctx.body = { user: (ctx.state['session'] as Session | undefined)?.userId ?? null };
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    used,
    foreign,
    async ask(headers: Record<string, string>, method = 'POST', path = '/') {
      const answer = await fetch(url + path, { method, headers });
      const { user, reason } = (await answer.json()) as { user?: string | null; reason?: string };
      return answer.ok ? user : reason;
    },
  };
}
const inCookies: BrowserSessions = { mode: 'cookie', publicOrigin: undefined };
const page = { cookie: 'session=monas', 'x-session': 's-mona' };

test('what a page asks by itself is no use of its session', async () => {
  const { ask, used } = await service(inCookies);
  const bearer = { authorization: 'bearer omars' };
  expect([await ask({ ...page, 'x-unattended': 'true' }), await ask({ ...bearer, 'x-unattended': 'true' })]).toEqual([
    'mona',
    'omar',
  ]);
  expect(used).toEqual([]);
  expect([await ask(page), await ask(bearer)]).toEqual(['mona', 'omar']);
  expect(used).toEqual(['monas', 'omars']);
});

describe('with BROWSER_SESSION=cookie', () => {
  test('a page calls with its cookie and the id of its session', async () => {
    const { ask, url } = await service(inCookies);
    expect(await ask({ ...page, origin: url })).toBe('mona');
    expect(await ask({ ...page, origin: url, 'sec-fetch-site': 'same-origin' })).toBe('mona');
    expect(await ask(page, 'GET')).toBe('mona');
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])('%s with the cookie alone is a call of a visitor', async (method) => {
    const { ask, url } = await service(inCookies);
    const { cookie } = page;
    expect(await ask({ cookie }, method)).toBeNull();
    expect(await ask({ cookie, origin: 'https://evil.example' }, method)).toBeNull();
    expect(await ask({ cookie, origin: url }, method)).toBeNull();
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin, as a sandboxed frame has it', { origin: 'null' }],
    ['what is no origin', { origin: 'evil' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['a same-site sibling', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ])('a request of %s is refused, although it has the header', async (_page, headers) => {
    const { ask, foreign } = await service(inCookies);
    expect(await ask({ ...page, ...headers })).toBe('foreign-page');
    expect(await ask({ ...page, ...headers }, 'GET')).toBe('foreign-page');
    expect(await ask({ 'x-session': 'new', ...headers })).toBe('foreign-page');
    // For the security log.
    expect(foreign).toEqual(['foreign-page', 'foreign-page', 'foreign-page']);
  });

  test.each([
    ['another name', 'http://other.hospital.test', 'other.hospital.test'],
    ['plain http', 'http://pharmacy.hospital.test', 'pharmacy.hospital.test'],
  ])('a page that was opened at %s of this server is told the address of the product', async (_name, origin, host) => {
    const { url } = await service({ mode: 'cookie', publicOrigin: 'https://pharmacy.hospital.test' });
    // Not by `fetch`, which does not let a program choose the host.
    const asked = async (from: string): Promise<{ reason?: string; message?: string }> => {
      const headers = { ...page, origin: from, host, 'sec-fetch-site': 'same-origin' };
      const [answer] = (await once(request(url, { method: 'POST', headers }).end(), 'response')) as [IncomingMessage];
      return (await json(answer)) as object;
    };
    expect(await asked(origin)).toMatchObject({
      reason: 'other-address',
      message: 'Pages work at https://pharmacy.hospital.test only: please open that address',
    });
    expect(await asked('https://evil.example')).toMatchObject({ reason: 'foreign-page' });
    expect(await asked('null')).toMatchObject({ reason: 'foreign-page' });
  });

  test('a page whose cookie was replaced by that of another person is refused', async () => {
    const { ask } = await service(inCookies);
    expect(await ask({ ...page, cookie: 'session=omars' })).toBe('token-failed');
    expect(await ask({ 'x-session': 's-mona' })).toBe('token-failed');
    expect(await ask({ ...page, cookie: 'session=ended' })).toBe('token-failed');
  });

  test('a page that signs in is a visitor, also with a cookie', async () => {
    const { ask } = await service(inCookies);
    expect(await ask({ ...page, 'x-session': 'new' })).toBeNull();
    expect(await ask({ cookie: 'session=ended', 'x-session': 'new' })).toBeNull();
  });

  test('beside a token the cookie does not count', async () => {
    const { ask } = await service(inCookies);
    expect(await ask({ ...page, authorization: 'bearer omars' })).toBe('omar');
    expect(await ask({ ...page, authorization: 'bearer ended' })).toBe('token-failed');
    expect(await ask({ ...page, authorization: 'bearer omars', origin: 'https://evil.example' })).toBe('omar');
  });
});

test('with BROWSER_SESSION=token no cookie counts', async () => {
  const { ask } = await service({ mode: 'token', publicOrigin: undefined });
  expect(await ask(page)).toBeNull();
  expect(await ask({ authorization: 'bearer monas' })).toBe('mona');
});

describe('the origin of a page', () => {
  const host = 'pharmacy.hospital.example';
  test('is that of PUBLIC_URL, where it is set', () => {
    const origin = `https://${host}`;
    expect(isOwnPage({ host: '10.0.0.1:8080', origin }, origin)).toBe(true);
    for (const other of [
      `http://${host}`,
      `https://${host}.evil.example`,
      `https://${host}:8443`,
      'http://10.0.0.1:8080',
    ])
      expect(isOwnPage({ host: '10.0.0.1:8080', origin: other }, origin), other).toBe(false);
  });

  test('is otherwise that of the request; a plain page does not call over TLS', () => {
    expect(isOwnPage({ host, origin: `http://${host}`, 'x-forwarded-proto': 'http' }, undefined)).toBe(true);
    expect(isOwnPage({ host, origin: `https://${host}`, 'x-forwarded-proto': 'https' }, undefined)).toBe(true);
    // A proxy that ends TLS without a word: only the browser tells it from a page of another product on the host.
    const behindProxy = { host, origin: `https://${host}`, 'x-forwarded-proto': 'http' };
    expect(isOwnPage({ ...behindProxy, 'sec-fetch-site': 'same-origin' }, undefined)).toBe(true);
    expect(isOwnPage(behindProxy, undefined)).toBe(false);
    expect(isOwnPage({ host, origin: `http://${host}`, 'x-forwarded-proto': 'https' }, undefined)).toBe(false);
  });
});

test('a locked session is refused, except for the calls that unlock it', async () => {
  const { ask } = await service(inCookies);
  const asPage = { cookie: 'session=locked', 'x-session': 's-locked' };
  for (const headers of [{ authorization: 'bearer locked' }, asPage]) {
    expect(await ask(headers)).toBe('session-locked');
    expect(await ask(headers, 'GET', '/unlock')).toBe('session-locked');
    expect(await ask(headers, 'POST', '/unlock/')).toBe('session-locked');
    expect(await ask(headers, 'POST', '/unlock')).toBe('mona');
  }
});
