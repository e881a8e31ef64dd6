import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSessions } from 'service-kit/security/sessions';
import { createLogger } from 'service-kit/process/logger';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Pool } from 'pg';
import { migrateReadModels } from 'projections/schema/migrate';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PublicError } from 'service-kit/http/health';
import { type QueryApi, startQueryApi } from './query-api.ts';
import { settings } from './settings.ts';
import { connectListener } from './testing/listener.ts';

const publicUrl = 'https://pharmacy.example.org';
let installation: Installation;
let api: QueryApi;
let pool: Pool;
let values: ReturnType<typeof settings.read>;
let eventLogIsThere = false;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl, max: 2 });
  values = settings.read({
    PORT: '0',
    DATABASE_URL: installation.databaseUrl,
    EVENTSTORE_URL: installation.eventstoreUrl,
    MASTER_KEY: installation.masterKey,
    PUBLIC_URL: `${publicUrl}/`,
  });
  api = await startQueryApi(values, createLogger('query-api', process.env['LOG_LEVEL'] || 'silent'), async () => {
    if (!eventLogIsThere) throw new PublicError('Not there');
  });
});
afterAll(async () => {
  await api.stop();
  await pool.end();
  await installation.stop();
});

afterEach(() => void vi.useRealTimers());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${api.port}${path}`, { headers });

test('before the tables exist it is alive and not ready', async () => {
  expect((await get('/api/health')).status).toBe(200);
  const ready = await get('/api/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    ready: false,
    checks: {
      postgres: { ok: true },
      readModels: { ok: false, message: 'The tables have not been made yet' },
      eventLog: { ok: false },
    },
  });
  const read = await get('/api/teams', { authorization: 'bearer any' });
  expect(read.status).toBe(503);
  expect(await read.json()).toEqual({
    message: 'The server is still starting, please try again',
    code: 'unavailable',
    reason: 'server-starting',
  });
});

test('once the tables exist it is ready without a restart', async () => {
  await migrateReadModels(installation.databaseUrl);
  await migratePrivateSchema(pool);
  eventLogIsThere = true;
  await expect.poll(async () => (await get('/api/ready')).json()).toMatchObject({ ready: true });
  expect((await get('/api/teams', { authorization: 'bearer any' })).status).toBe(401);
});

test('callers who ask whether it is ready share one look, the metrics among them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let looks = 0;
  const other = await startQueryApi(values, createLogger('query-api', 'silent'), async () => void (looks += 1));
  const ask = async () => void (await fetch(`http://127.0.0.1:${other.port}/api/ready`));
  await Promise.all([...Array.from({ length: 30 }, ask), other.ready?.()]);
  await ask();
  expect(looks).toBe(1);
  vi.advanceTimersByTime(60_000);
  await ask();
  expect(looks).toBe(2);
  await other.stop();
});

test('the settings say where browsers find the product', async () => {
  expect(await (await get('/api/config')).json()).toMatchObject({ publicUrl });
});

test('live connections from pages of another origin are refused', async () => {
  const token = await createSessions(pool, { idleMinutes: 60, absoluteHours: 12 }).open('u-1');
  const url = `http://127.0.0.1:${api.port}`;
  await expect(
    connectListener(url, { token }, { headers: { origin: 'https://elsewhere.example.org' } }),
  ).rejects.toThrow('websocket error');
  for (const headers of [{ origin: publicUrl }, {}]) (await connectListener(url, { token }, { headers })).close();
});

test('answers are not stored, and commands are refused', async () => {
  const headers = (await get('/api/specialties')).headers;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(
    (
      await fetch(`http://127.0.0.1:${api.port}/api/teams`, {
        method: 'POST',
        headers: { authorization: 'bearer any' },
      })
    ).status,
  ).toBe(401);
  expect((await fetch(`http://127.0.0.1:${api.port}/api/teams`, { method: 'POST' })).status).toBe(404);
});

test('a connection on which nothing was asked does not hold the end of the service', async () => {
  const ending = await startQueryApi(values, createLogger('query-api', 'silent'));
  const silent = connect(ending.port, '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  await ending.stop();
  await closed;
});
