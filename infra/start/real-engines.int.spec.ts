import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freshInstallation, type Installation } from 'command-api/service/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../test/product.ts';
import { freePort } from './free-port.ts';

let elsewhere: Installation;
let folder: string;
let redis: ChildProcess;
let redisPort: number;
let product: Product;

/** One inline command to Redis and the first line of its answer. */
const ask = (command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(redisPort, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().split('\r\n')[0]!);
    });
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real-engines-'));
  elsewhere = await freshInstallation();
  redisPort = await freePort();
  redis = spawn(process.env['REDIS_SERVER_PATH'] ?? 'redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    redis.once('error', reject);
    createInterface({ input: redis.stdout! }).on('line', (line) => line.includes('Ready to accept connections') && resolve());
  });
  product = await startProduct({ env: { DATABASE_URL: elsewhere.databaseUrl, EVENTSTORE_URL: elsewhere.eventstoreUrl, MASTER_KEY: elsewhere.masterKey, REDIS_URL: `redis://127.0.0.1:${redisPort}`, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
});
afterAll(async () => {
  await product?.stop();
  redis.kill();
  await elsewhere.stop();
  await rm(folder, { recursive: true, force: true });
});

test('engines that are given by settings are used instead of the embedded ones', async () => {
  await expect(product.processOf('event-log')).rejects.toThrow();
  await expect(product.processOf('embedded-postgres')).rejects.toThrow();
  await expect(product.processOf('projections')).resolves.toBeTypeOf('number');
});

test('what is written reaches the readers by way of Redis', async () => {
  const signedUp = await fetch(`${product.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Mona', lastName: 'Adel', email: 'mona@hospital.test', phone: '01000000000', password: 'Secret-1' }),
  });
  const { token, stream, revision } = (await signedUp.json()) as { token: string; stream: string; revision: number };
  const me = await fetch(`${product.url}/api/users/me`, { headers: { authorization: `bearer ${token}`, 'x-read-after': `${stream}@${revision}` } });
  expect(me.status).toBe(200);
  expect(me.headers.get('x-stale')).toBeNull();
  expect(await ask('DBSIZE')).not.toBe(':0');
});
