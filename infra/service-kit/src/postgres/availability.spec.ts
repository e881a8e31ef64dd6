import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import Koa from 'koa';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { isDatabaseAway, POSTGRES_TIMEOUTS } from './availability.ts';
import { answerProblems } from '../http/http-problem.ts';
import { listen } from '../http/listen.ts';

const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/**
 * A server on a port for Postgres. `hear` gets what a client sends, first its startup message.
 * @returns a pool for it with short timeouts
 */
async function poolOn(hear: (socket: Socket, message: number) => void): Promise<Pool> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let message = 0;
    sockets.add(socket);
    socket.on('error', () => {}).on('data', () => hear(socket, (message += 1)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const pool = new Pool({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    user: 'any',
    ...POSTGRES_TIMEOUTS,
    connectionTimeoutMillis: 50,
    query_timeout: 50,
  });
  pool.on('error', () => {});
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await pool.end();
    server.close();
  });
  return pool;
}
const failureOf = (pool: Pool): Promise<unknown> =>
  pool.query('select 1').then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

describe('a Postgres is away', () => {
  test('when it takes the connection and says nothing', async () => {
    expect(isDatabaseAway(await failureOf(await poolOn(() => {})))).toBe(true);
  });
  test('when it falls silent during a statement', async () => {
    expect(
      isDatabaseAway(await failureOf(await poolOn((socket, message) => message === 1 && socket.write(ready)))),
    ).toBe(true);
  });
  test('when it ends during a statement', async () => {
    expect(
      isDatabaseAway(
        await failureOf(await poolOn((socket, message) => (message === 1 ? socket.write(ready) : socket.destroy()))),
      ),
    ).toBe(true);
  });
  test('when its port is closed', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1, user: 'any' });
    opened.push(() => pool.end());
    expect(isDatabaseAway(await failureOf(pool))).toBe(true);
  });
  test.each(['40001', '40P01', '55P03', '57014', '57P01', '57P03', '08006', '53300', '58030'])(
    'or passes by, when it says %s',
    (code) => {
      expect(isDatabaseAway(Object.assign(new Error('said so'), { code }))).toBe(true);
    },
  );
  test('at every address of its host', () => {
    expect(isDatabaseAway(new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]))).toBe(
      true,
    );
  });
});

test.each(['23505', '22007', '42703', 'P0001'])('a statement that Postgres refuses with %s is no absence', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('said so'), { code }))).toBe(false);
});
test('an error of the program is no absence', () =>
  expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false));

test('the absence is answered with 503 and a sentence', async () => {
  const pool = await poolOn((socket, message) => (message === 1 ? socket.write(ready) : socket.destroy()));
  const app = new Koa()
    .use(answerProblems(pino({ level: 'silent' })))
    .use(async () => void (await pool.query('select 1')));
  const http = await listen(app.callback(), '127.0.0.1', 0);
  opened.push(() => http.close());
  const answer = await fetch(`http://127.0.0.1:${http.port}`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toEqual({
    code: 'unavailable',
    message: 'The database does not answer, please try again',
    reason: 'database-away',
  });
});
