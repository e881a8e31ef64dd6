import { connect } from 'node:net';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { type RedisForSpecs, startRedis } from 'service-kit/testing/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../../verification/test/product.ts';

let elsewhere: Installation;
let redis: RedisForSpecs;
let product: Product;

/** Sends an inline command to Redis and returns the first line of its answer. */
const ask = (command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(redis.url).port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().split('\r\n')[0]!);
    });
  });

beforeAll(async () => {
  [elsewhere, redis] = [await freshInstallation(), await startRedis()];
  product = await startProduct({
    env: {
      DATABASE_URL: elsewhere.databaseUrl,
      EVENTSTORE_URL: elsewhere.eventstoreUrl,
      MASTER_KEY: elsewhere.masterKey,
      PROCESSES: 'separate',
      REDIS_URL: redis.url,
      RATE_LIMIT: 'off',
      CAPTCHA: 'off',
    },
  });
});
afterAll(async () => {
  await product?.stop();
  await redis?.stop();
  await elsewhere?.stop();
});

test('engines from the settings replace the embedded ones', async () => {
  await expect(product.processOf('event-log')).rejects.toThrow();
  await expect(product.processOf('embedded-postgres')).rejects.toThrow();
  await expect(product.processOf('projections')).resolves.toBeTypeOf('number');
});

test('a written command reaches the read side through Redis', async () => {
  const signedUp = await fetch(`${product.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Mona',
      lastName: 'Adel',
      email: 'mona@hospital.test',
      phone: '01000000000',
      password: 'Secret-1',
    }),
  });
  const { token, stream, revision } = (await signedUp.json()) as { token: string; stream: string; revision: number };
  const me = await fetch(`${product.url}/api/users/me`, {
    headers: { authorization: `bearer ${token}`, 'x-read-after': `${stream}@${revision}` },
  });
  expect(me.status).toBe(200);
  expect(me.headers.get('x-stale')).toBeNull();
  expect(await ask('DBSIZE')).not.toBe(':0');
});
