import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startMetricsServer } from './metrics-server.ts';

const logger = pino({ level: 'silent' });
const metrics = { contentType: 'text/plain; version=0.0.4', text: async () => 'up 1\n' };
const host = '127.0.0.1';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('GET /metrics is the text, and there is nothing else', async () => {
  const server = startMetricsServer(metrics, { host, port: 0 }, logger);
  closing.push(() => server.stop());
  const url = `http://${host}:${await server.port}`;
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    metrics.contentType,
    'up 1\n',
  ]);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/x', 'GET'],
    ['/metrics', 'POST'],
  ] as const)
    expect((await fetch(url + path, { method })).status, path).toBe(404);
});

test('metrics that cannot be made are 500', async () => {
  const server = startMetricsServer(
    { ...metrics, text: async () => Promise.reject(new Error('a bug')) },
    { host, port: 0 },
    logger,
  );
  closing.push(() => server.stop());
  expect((await fetch(`http://${host}:${await server.port}/metrics`)).status).toBe(500);
});

test('it takes the port as soon as the process before has left it', async () => {
  const before = createServer().listen(0, host);
  await once(before, 'listening');
  const { port } = before.address() as AddressInfo;
  const server = startMetricsServer(metrics, { host, port }, logger, 1);
  closing.push(() => server.stop());
  before.close();
  await expect(server.port).resolves.toBe(port);
});

test('it ends although the port was never free', async () => {
  const other = createServer().listen(0, host);
  closing.push(async () => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await startMetricsServer(metrics, { host, port }, logger, 1).stop();
});
