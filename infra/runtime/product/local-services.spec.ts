import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { localServices } from './local-services.ts';

const logger = pino({ level: 'silent' });
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A server whose requests go to the query API of the same process. @returns its port */
async function serving(answer: RequestListener, limits: { answerMs?: number; silenceMs?: number }): Promise<number> {
  const ready = async () => ({ ready: true, checks: {} });
  const upgrade = (): void => undefined;
  const local = localServices(
    { 'command-api': { answer, ready }, 'query-api': { answer, ready, upgrade }, projections: { ready } },
    logger,
    { ...limits, lookMs: 10 },
  );
  const server = createServer(local.services['query-api'].answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
    void local.stop();
  });
  return (server.address() as AddressInfo).port;
}

test('an answer that does not begin in time is 503, and what comes later is dropped', async () => {
  const port = await serving((_request, response) => void once(response, 'finish').then(() => response.end('late')), {
    answerMs: 30,
  });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ reason: 'service-away' });
});

test('an answer that stands still is cut off', async () => {
  const port = await serving((_request, response) => void response.writeHead(200).write('begun'), { silenceMs: 30 });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).rejects.toThrow();
});

test('a reader who takes nothing is cut off', async () => {
  const part = Buffer.alloc(64 * 1024);
  let cutOff = (): void => undefined;
  const isCutOff = new Promise<void>((resolve) => {
    cutOff = resolve;
  });
  const port = await serving(
    (_request, response) => {
      response.once('close', cutOff);
      const more = (): void => {
        while (response.write(part)) continue;
        response.once('drain', more);
      };
      more();
    },
    { silenceMs: 50 },
  );
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await isCutOff;
  reader.destroy();
});

test('a body that takes longer than an answer may is no reason to end it', async () => {
  const port = await serving((request, response) => void request.resume().once('end', () => response.end('whole')), {
    answerMs: 1_000,
  });
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 12\r\n\r\n');
  let left = 12;
  const sending = setInterval(() => {
    client.write('x');
    if ((left -= 1) === 0) clearInterval(sending);
  }, 100);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
  client.destroy();
});
