import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session, Sessions } from 'service-kit/security/sessions';
import { pino } from 'pino';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticateSockets } from './handshake.ts';
import { createLiveServer, type LiveServer } from './live-server.ts';

/** With cookies, and with tokens only. */
let http: Server;
let live: LiveServer;
let tokensOnly: Server;
let liveOfTokens: LiveServer;
let answers: (() => Promise<Session | undefined>)[];
/** True for each look-up that counted as a use of the session. */
const uses: (boolean | undefined)[] = [];
const noted: string[] = [];
beforeAll(async () => {
  const sessions: Pick<Sessions, 'find'> = {
    find: (_token, isUse) => {
      uses.push(isUse);
      return (answers.shift() ?? (() => Promise.resolve(undefined)))();
    },
  };
  const open = async (mode: 'token' | 'cookie') => {
    const server = createServer();
    const io = createLiveServer(server, undefined);
    authenticateSockets(io, {
      sessions,
      browser: { mode, publicOrigin: undefined },
      onForeignPage: (_headers, reason) => void noted.push(reason),
      logger: pino({ level: 'silent' }),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return [server, io] as const;
  };
  [http, live] = await open('cookie');
  [tokensOnly, liveOfTokens] = await open('token');
});
afterAll(() => Promise.all([live.close(), liveOfTokens.close()]));

const away = (): Promise<never> => Promise.reject(new Error('Connection terminated unexpectedly'));
const found = (): Promise<Session> => Promise.resolve({ userId: 'mona', sessionId: 'one' } as Session);
const address = (server = http): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const connect = (options: Partial<ManagerOptions & SocketOptions> = {}, server = http) =>
  io(address(server), {
    auth: { token: 'token' },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 10,
    reconnectionDelayMax: 20,
    ...options,
  });
/** @returns the reason of the refusal; undefined when the socket is accepted */
async function outcomeOf(options: Partial<ManagerOptions & SocketOptions>, server = http): Promise<unknown> {
  const socket = connect(options, server);
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data ?? error.message));
    });
  } finally {
    socket.disconnect();
  }
}

test('a socket that connects while sessions cannot be looked up reconnects by itself', async () => {
  answers = [away, away, found];
  const socket = connect();
  await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true);
  expect(answers).toEqual([]);
  socket.disconnect();
});

test('a connection is no use of the session, by token and by cookie', async () => {
  answers = [found, found];
  uses.length = 0;
  expect(await outcomeOf({})).toBeUndefined();
  expect(await outcomeOf({ auth, extraHeaders: { cookie, origin: address() } })).toBeUndefined();
  expect(uses).toEqual([false, false]);
});

test('a socket without a session is refused and does not reconnect', async () => {
  answers = [];
  const socket = connect();
  const error = await new Promise((resolve) => socket.once('connect_error', resolve));
  expect(error).toMatchObject({ message: 'Not authorized, token failed', data: { reason: 'token-failed' } });
  expect(socket.active).toBe(false);
  socket.disconnect();
});

const failed = { reason: 'token-failed' };
const foreign = { reason: 'foreign-page' };
const cookie = 'session=of-mona';
const auth = { session: 'one' };

test('a cookie counts in a handshake from a page of this origin, by WebSocket and by polling', async () => {
  answers = [found, found];
  expect(await outcomeOf({ auth, extraHeaders: { cookie, origin: address() } })).toBeUndefined();
  expect(
    await outcomeOf({ auth, transports: ['polling'], extraHeaders: { cookie, 'x-session': 'one' } }),
  ).toBeUndefined();
});

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['without an origin, such as of a sandboxed frame', { origin: 'null' }],
  ['of a sibling, as the browser says', { 'x-session': 'one', 'sec-fetch-site': 'same-site' }],
  ['that names neither origin nor session', {}],
])('a page %s gets no socket by the cookie', async (_page, headers) => {
  answers = [found];
  noted.length = 0;
  expect(await outcomeOf({ auth, extraHeaders: { cookie, ...headers } })).toEqual(foreign);
  expect(answers).toHaveLength(1);
  // For the security log.
  expect(noted).toEqual(['foreign-page']);
});

test('the cookie of another session, no cookie, and a cookie alone are refused', async () => {
  answers = [found];
  const origin = address();
  expect(await outcomeOf({ auth: { session: 'two' }, extraHeaders: { cookie, origin } })).toEqual(failed);
  expect(await outcomeOf({ auth, extraHeaders: { origin } })).toEqual(failed);
  expect(await outcomeOf({ auth: {}, extraHeaders: { cookie, origin } })).toEqual(failed);
});

test('beside a token the cookie does not count', async () => {
  answers = [() => Promise.resolve(undefined), found];
  const extraHeaders = { cookie, origin: address() };
  expect(await outcomeOf({ auth: { token: 'ended', session: 'one' }, extraHeaders })).toEqual(failed);
  expect(answers).toHaveLength(1);
});

test('with BROWSER_SESSION=token no cookie counts', async () => {
  answers = [found];
  const extraHeaders = { cookie, origin: address(tokensOnly) };
  expect(await outcomeOf({ auth, extraHeaders }, tokensOnly)).toEqual(failed);
  expect(await outcomeOf({ auth: { token: 'token' } }, tokensOnly)).toBeUndefined();
});
