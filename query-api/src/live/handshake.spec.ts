import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session, Sessions } from 'service-kit/security/sessions';
import { pino } from 'pino';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticateSockets } from './handshake.ts';
import { createLiveServer, type LiveServer } from './live-server.ts';

let http: Server;
let live: LiveServer;
let answers: (() => Promise<Session | undefined>)[];
beforeAll(async () => {
  http = createServer();
  live = createLiveServer(http, undefined);
  const sessions: Pick<Sessions, 'find'> = { find: () => (answers.shift() ?? (() => Promise.resolve(undefined)))() };
  authenticateSockets(live, {
    sessions,
    browser: { mode: 'cookie', publicOrigin: undefined },
    logger: pino({ level: 'silent' }),
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterAll(() => live.close());

const away = (): Promise<never> => Promise.reject(new Error('Connection terminated unexpectedly'));
const found = (): Promise<Session> => Promise.resolve({ userId: 'mona', sessionId: 'one' } as Session);
const address = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const connect = (options: Partial<ManagerOptions & SocketOptions> = {}) =>
  io(address(), {
    auth: { token: 'token' },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 10,
    reconnectionDelayMax: 20,
    ...options,
  });
/** @returns the reason of the refusal; undefined when the socket is accepted */
async function outcomeOf(options: Partial<ManagerOptions & SocketOptions>): Promise<unknown> {
  const socket = connect(options);
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
  expect(await outcomeOf({ auth, extraHeaders: { cookie, ...headers } })).toEqual(foreign);
  expect(answers).toHaveLength(1);
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
