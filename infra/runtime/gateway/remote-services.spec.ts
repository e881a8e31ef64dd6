import { once } from 'node:events';
import { Agent, type ClientRequest, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { freePort } from 'service-kit/process/free-port';
import { afterEach, expect, test } from 'vitest';
import { remoteServices, type RemoteServices } from './remote-services.ts';

/** Longer than a busy machine needs to listen. */
const HOLD_MS = 10_000;
const open: Server[] = [];
const remotes: RemoteServices[] = [];
afterEach(async () => {
  for (const remote of remotes.splice(0)) remote.close();
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening(server: Server): Promise<URL> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
const service = (name: string): Promise<URL> => listening(createServer((_, response) => void response.end(name)));
const at = (url: URL) => ({ 'command-api': [url], 'query-api': url, projections: url });

/** A gateway that leads to one service only. */
async function leadingTo(url: URL, name: 'command-api' | 'query-api'): Promise<{ remote: RemoteServices; front: URL }> {
  const remote = remoteServices(at(url), pino({ level: 'silent' }), { holdMs: HOLD_MS });
  remotes.push(remote);
  const front = await listening(createServer((request, response) => remote.services[name].answer(request, response)));
  return { remote, front };
}

test.each(['command-api', 'query-api'] as const)(
  'requests to %s go to its new address, also while the one of before answers and connections to it are kept',
  async (name) => {
    const { remote, front } = await leadingTo(await service('before'), name);
    const answer = async (): Promise<string> => (await fetch(front)).text();
    expect(await answer()).toBe('before');
    await remote.use(at(await service('next')));
    for (let call = 0; call < 5; call += 1) expect(await answer()).toBe('next');
  },
);

test('a change of addresses waits for the connections that are being made to those of before', async () => {
  const port = await freePort();
  const { remote, front } = await leadingTo(new URL(`http://127.0.0.1:${port}`), 'command-api');
  const waiting = fetch(front);
  await once(open[0] ?? createServer(), 'request');
  let isUsed = false;
  const used = remote.use(at(await service('next'))).then(() => {
    isUsed = true;
  });
  // The service of before is starting again.
  const late = createServer((_, response) => void response.end('late'));
  open.push(late);
  late.listen(port, '127.0.0.1');
  await once(late, 'listening');
  expect(isUsed).toBe(false);
  expect(await (await waiting).text()).toBe('late');
  await used;
  expect(await (await fetch(front)).text()).toBe('next');
});

test('a request whose body is slow has begun at its service, which is not replaced without its answer', async () => {
  const before = createServer((request, response) => void request.resume().once('end', () => response.end('before')));
  const { remote, front } = await leadingTo(await listening(before), 'command-api');
  const agent = new Agent({ keepAlive: true });
  const call = (): { sent: ClientRequest; answer: Promise<string> } => {
    const sent = request(front, { method: 'POST', agent, headers: { 'content-length': 4 } });
    return { sent, answer: once(sent, 'response').then(([answer]) => text(answer)) };
  };
  const first = call();
  first.sent.end('body');
  expect(await first.answer).toBe('before');

  const { sent, answer } = call();
  const begun = once(before, 'request');
  sent.flushHeaders();
  await begun;
  await remote.use(at(await service('next')));
  before.close();
  before.closeIdleConnections();
  sent.end('body');
  expect(await answer).toBe('before');
  agent.destroy();
});
