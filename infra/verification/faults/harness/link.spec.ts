import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Condition, Link } from './link.ts';

/** Answers in capitals, and ends when the client ends. */
let server: Server;
let link: Link;
let client: Socket;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => socket.write(bytes.toString().toUpperCase()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  link = await Link.open({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  client = await connected();
});
afterEach(async () => {
  client.destroy();
  await link.close();
  server.close();
});

async function connected(): Promise<Socket> {
  const socket = connect(link.port, '127.0.0.1');
  await once(socket, 'connect');
  // The end of a test resets what is still open.
  socket.on('error', () => undefined);
  return socket;
}
const answered = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
const ask = (socket: Socket, question: string): Promise<string> => {
  const answer = answered(socket);
  socket.write(question);
  return answer;
};

test('without a condition, bytes and ends pass in both directions', async () => {
  expect(await ask(client, 'one')).toBe('ONE');
  const rest = text(client);
  client.end('two');
  expect(await rest).toBe('TWO');
});

test('a cut resets open connections and further ones until it ends', async () => {
  const broken = once(client, 'error');
  const heal = link.impose({ kind: 'cut' });
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
  const refused = connect(link.port, '127.0.0.1');
  expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
  heal();
  expect(await ask(await connected(), 'again')).toBe('AGAIN');
});

test('what is sent while the link is frozen arrives when it ends', async () => {
  const heal = link.impose({ kind: 'frozen' });
  let hasArrived = false;
  const answer = ask(client, 'late').then((said) => {
    hasArrived = true;
    return said;
  });
  // A connection without a condition answers meanwhile: this much time has passed.
  const other = await Link.open({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const beside = connect(other.port, '127.0.0.1');
  expect(await ask(beside, 'beside')).toBe('BESIDE');
  expect(hasArrived).toBe(false);
  heal();
  expect(await answer).toBe('LATE');
  beside.destroy();
  await other.close();
});

test('a half-open connection stays open for the client, loses what is sent, and is reset at the end', async () => {
  const heal = link.impose({ kind: 'half-open' });
  const broken = once(client, 'error');
  client.write('lost');
  const opened = await connected();
  expect(client.destroyed || opened.destroyed).toBe(false);
  const alsoBroken = once(opened, 'error');
  heal();
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
  await alsoBroken;
  expect(await ask(await connected(), 'again')).toBe('AGAIN');
});

test('a slow link delays each direction, and keeps the order when it becomes fast', async () => {
  const delayMs = 60;
  const heal = link.impose({ kind: 'slow', delayMs });
  const began = performance.now();
  expect(await ask(client, 'a')).toBe('A');
  // Timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(2 * delayMs - 2);
  const heard: string[] = [];
  client.on('data', (bytes) => heard.push(String(bytes)));
  client.write('b');
  client.write('c');
  // The link reads in turn with this: another connection through it has been made since.
  await connected();
  heal();
  client.write('d');
  await expect.poll(() => heard.join('')).toBe('BCD');
});

test('the connection of a server that ends breaks, and one that cannot be reached is reset', async () => {
  await ask(client, 'one');
  const broken = once(client, 'close');
  const ended = once(server, 'close');
  server.close();
  client.end();
  await Promise.all([broken, ended]);
  const refused = connect(link.port, '127.0.0.1');
  expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
});

test('two conditions hold at a time, and each ends for itself', async () => {
  const conditions: readonly Condition[] = [
    { kind: 'slow', delayMs: 5 },
    { kind: 'slow', delayMs: 50 },
  ];
  const [heal5, heal50] = conditions.map((condition) => link.impose(condition));
  expect(link.delayMs).toBe(50);
  heal50?.();
  expect(link.delayMs).toBe(5);
  heal5?.();
  expect(link.delayMs).toBe(0);
});
