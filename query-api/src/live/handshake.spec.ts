import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session, Sessions } from 'service-kit/security/sessions';
import { pino } from 'pino';
import { io } from 'socket.io-client';
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
  authenticateSockets(live, sessions, pino({ level: 'silent' }));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterAll(() => live.close());

const away = (): Promise<never> => Promise.reject(new Error('Connection terminated unexpectedly'));
const found = (): Promise<Session> => Promise.resolve({ userId: 'mona', sessionId: 'one' } as Session);
const connect = () =>
  io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    auth: { token: 'token' },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 10,
    reconnectionDelayMax: 20,
  });

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
