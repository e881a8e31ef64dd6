import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from 'service-kit/process/free-port';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { listenOnPort, type PortListener } from './port-listener.ts';

const logger = pino({ level: 'silent' });
const host = '127.0.0.1';
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Takes each connection and answers with its own process id; `mute` takes none. */
const answering = (mute = false): string => `
  const server = require('node:http').createServer((request, response) => response.end(String(process.pid)));
  process.on('message', ({ connection, retire }, socket) => {
    if (retire) process.exit(0);
    if (${mute} || !socket) return;
    process.send({ taken: connection }, () => server.emit('connection', socket));
  });`;

async function receiver(mute = false): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', answering(mute)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'spawn');
  opened.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}
async function listening(limits: { holdMs?: number; waitingMost?: number } = {}): Promise<[PortListener, number]> {
  const port = await freePort();
  const listener = await listenOnPort({ host, port, logger, ...limits });
  opened.push(() => listener.close());
  return [listener, port];
}
const asked = async (port: number): Promise<string> => (await fetch(`http://${host}:${port}/`)).text();

test('connections are given to the process that answers', async () => {
  const [listener, port] = await listening();
  const child = await receiver();
  listener.giveTo(child);
  expect(await asked(port)).toBe(String(child.pid));
});

test('a connection waits for a process and is then given to it', async () => {
  const [listener, port] = await listening();
  const waiting = asked(port);
  const child = await receiver();
  listener.giveTo(child);
  expect(await waiting).toBe(String(child.pid));
});

test('a connection that a process was killed with goes to the next process', async () => {
  const [listener, port] = await listening();
  const [mute, next] = [await receiver(true), await receiver()];
  listener.giveTo(mute);
  const waiting = asked(port);
  mute.kill('SIGSTOP');
  mute.kill('SIGKILL');
  await once(mute, 'exit');
  listener.giveTo(next);
  expect(await waiting).toBe(String(next.pid));
});

test('the process before retires when another one has taken its place', async () => {
  const [listener, port] = await listening();
  const [before, next] = [await receiver(), await receiver()];
  listener.giveTo(before);
  const retired = once(before, 'exit');
  listener.giveTo(next);
  expect(await retired).toEqual([0, null]);
  expect(await asked(port)).toBe(String(next.pid));
});

test('a connection that waits for too long is answered 503 with the sentence of the gateway', async () => {
  const [, port] = await listening({ holdMs: 50 });
  const answer = await fetch(`http://${host}:${port}/api/reviews`, { method: 'POST', body: 'x'.repeat(100_000) });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ code: 'unavailable', reason: 'service-away' });
});

test('more connections than may wait are refused at once', async () => {
  const [, port] = await listening({ waitingMost: 1 });
  const first = connect(port, host);
  await once(first, 'connect');
  expect((await fetch(`http://${host}:${port}/`)).status).toBe(503);
  first.destroy();
});

test('a refused connection is closed, also where its client sends nothing', async () => {
  const [, port] = await listening({ holdMs: 50 });
  expect(await text(connect({ port, host, allowHalfOpen: false }))).toMatch(/^HTTP\/1.1 503 .*\r\n/);
});

test('a port in use is refused with a sentence', async () => {
  const [, port] = await listening();
  await expect(listenOnPort({ host, port, logger })).rejects.toThrow(
    `Port ${port} is in use: choose another with PORT.`,
  );
});
