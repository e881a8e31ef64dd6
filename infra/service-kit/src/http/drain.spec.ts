import { once } from 'node:events';
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { arrivalsRead, drainOf, listenWhenFree } from './drain.ts';

const HOST = '127.0.0.1';
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const serverOf = (answer: (response: ServerResponse) => void): Server => {
  const server = createServer((_request, response) => answer(response));
  servers.push(server);
  return server;
};

/** @returns what the answer says of its connection */
const connectionOf = (server: Server, agent: Agent): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: HOST, port: portOf(server), agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers.connection));
    })
      .once('error', reject)
      .end();
  });

test('a server that drains goes on answering, and each answer closes its connection', async () => {
  const held: ServerResponse[] = [];
  let holds = false;
  const server = serverOf((response) => (holds ? void held.push(response) : response.end('ok')));
  const drain = drainOf(server);
  await listenWhenFree(server, HOST, 0);
  const agent = new Agent({ keepAlive: true });
  expect(await connectionOf(server, agent)).toBe('keep-alive');
  holds = true;
  const underWay = connectionOf(server, agent);
  await once(server, 'request');
  drain.closeAfterAnswers();
  held[0]?.end('late');
  expect(await underWay).toBe('close');
  holds = false;
  expect(await connectionOf(server, agent)).toBe('close');
  agent.destroy();
});

test('answers under way are waited for, those that wait for news are not, and not for ever', async () => {
  const held: ServerResponse[] = [];
  const server = serverOf((response) => void held.push(response));
  const drain = drainOf(server, '/live/');
  await listenWhenFree(server, HOST, 0);
  const ask = (path: string): void => void fetch(`http://${HOST}:${portOf(server)}${path}`).catch(() => undefined);
  await drain.answersEnded(60_000);
  ask('/live/');
  await once(server, 'request');
  await drain.answersEnded(60_000);
  ask('/answer');
  await once(server, 'request');
  await drain.answersEnded(1);
  const ended = drain.answersEnded(60_000);
  held[1]?.end();
  await ended;
});

test('connections that wait in the system are answered before the server closes', async () => {
  const server = serverOf((response) => response.end('ok'));
  const drain = drainOf(server);
  await listenWhenFree(server, HOST, 0);
  const agent = new Agent();
  const answers = Array.from({ length: 20 }, () => connectionOf(server, agent));
  drain.closeAfterAnswers();
  await arrivalsRead(server, 60_000);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'close'));
  await closed;
});

test('arrivals that do not end are not waited for without end', async () => {
  const server = createServer();
  let arriving: NodeJS.Immediate;
  const arrive = (): void => {
    server.emit('request');
    arriving = setImmediate(arrive);
  };
  arrive();
  const began = performance.now();
  await arrivalsRead(server, 50);
  expect(performance.now() - began).toBeGreaterThanOrEqual(50);
  clearImmediate(arriving!);
});

test('a port is taken when the process before leaves it', async () => {
  const before = serverOf((response) => response.end());
  await listenWhenFree(before, HOST, 0);
  const port = portOf(before);
  const next = serverOf((response) => response.end());
  const listening = listenWhenFree(next, HOST, port);
  before.close();
  await listening;
  expect(portOf(next)).toBe(port);
});

test('a port that stays taken, and an address of another machine, are errors', async () => {
  const before = serverOf((response) => response.end());
  await listenWhenFree(before, HOST, 0);
  const next = serverOf((response) => response.end());
  await expect(listenWhenFree(next, HOST, portOf(before), 50)).rejects.toThrow('EADDRINUSE');
  await expect(listenWhenFree(next, '192.0.2.1', 0)).rejects.toThrow('EADDRNOTAVAIL');
});
