import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { decrypt } from 'http_ece';
import { afterEach, expect, test } from 'vitest';
import type { PushSubscriptions } from '../../accounts/push-subscriptions.ts';
import { createLogger } from 'service-kit/process/logger';
import { createPushKeys } from 'service-kit/security/push-keys';
import { createPushTo } from './push-sender.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A push service without TLS: the agent connects to it in place of the real one. */
async function pushService(status: number) {
  const received: { url: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  class PlainAgent extends Agent {
    override createConnection = (): Duplex => connect(port, '127.0.0.1');
  }
  return { received, agent: new PlainAgent() };
}

const browser = createECDH('prime256v1');
const auth = randomBytes(16);
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/secret-address',
  keys: { p256dh: browser.generateKeys('base64url'), auth: auth.toString('base64url') },
  language: { code: 'en', digits: 'latn' as const },
};
function subscriptionsOf(removed: string[]): PushSubscriptions {
  return {
    take: async () => [subscription],
    remove: async (endpoint) => void removed.push(endpoint),
    keep: async () => undefined,
    has: async () => true,
    removeOfSession: async () => undefined,
  };
}
const partsOf = (agent: Agent, removed: string[] = []) => ({
  subscriptions: subscriptionsOf(removed),
  keys: createPushKeys(Buffer.alloc(32, 7)),
  contact: 'https://pharmacy.hospital.example',
  agent,
  logger: createLogger('spec', 'silent'),
});

test('the browser can read how many recommendations wait, and nothing else is sent', async () => {
  const { received, agent } = await pushService(201);
  await createPushTo(partsOf(agent))('mona', 2);
  const [push] = received;
  expect(push?.url).toBe('/fcm/send/secret-address');
  expect(push?.headers['authorization']).toMatch(/^vapid t=/);
  const text = decrypt(push!.body, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString();
  expect(JSON.parse(text)).toEqual({ count: 2, text: '2 recommendations wait for your answer' });
  expect(push?.body.toString('latin1')).not.toContain('recommendations');
});

test.each([
  [404, [subscription.endpoint]],
  [410, [subscription.endpoint]],
  [500, []],
])('after %s of the push service the subscription is removed: %j', async (status, gone) => {
  const { agent } = await pushService(status);
  const removed: string[] = [];
  await createPushTo(partsOf(agent, removed))('mona', 1);
  expect(removed).toEqual(gone);
});
