import { Pool } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { readScrape } from '../testing/scrape.ts';
import { type Metrics, startMetrics } from './metrics.ts';
import { watchPool } from './pools.ts';
import * as signals from './signals.ts';

let metrics: Metrics | undefined;
afterEach(() => metrics?.stop());
const start = (): Metrics => (metrics = startMetrics({ process: 'product', version: '1.2.3' }));

const took = { startedAt: Date.now(), ms: 30 };
const request = { ...took, service: 'command-api', method: 'PUT', route: '/api/reviews/:reviewId/editRating' };
const command = { ...took, command: 'RateError', commandId: 'c-1', stream: 'admission-1', append: undefined };

const scrape = async ({ text }: Metrics) => readScrape(await text());

test('requests are counted by route, method and class of the status', async () => {
  const started = start();
  for (const status of [200, 204, 404, 503, 0]) signals.answered.send(() => ({ ...request, status }));
  const { value } = await scrape(started);
  const labels = { service: 'command-api', method: 'PUT', route: '/api/reviews/:reviewId/editRating' };
  const counted = ['2xx', '4xx', '5xx', 'aborted'].map((status) =>
    value('pharmacy_http_requests_total', { ...labels, status }),
  );
  expect(counted).toEqual([2, 1, 1, 1]);
  expect(value('pharmacy_http_request_duration_seconds_count', labels)).toBe(5);
});

test('commands are counted by name and outcome, with their retries', async () => {
  const started = start();
  signals.commandHandled.send(() => ({ ...command, outcome: 'accepted', retries: 2 }));
  signals.commandHandled.send(() => ({ ...command, outcome: 'conflict', retries: 0 }));
  const { value } = await scrape(started);
  expect(value('pharmacy_commands_total', { command: 'RateError', outcome: 'accepted' })).toBe(1);
  expect(value('pharmacy_commands_total', { command: 'RateError', outcome: 'conflict' })).toBe(1);
  expect(value('pharmacy_command_retries_total', { command: 'RateError' })).toBe(2);
});

test('the numbers of readiness are the gauges', async () => {
  const started = start();
  const clinical = { behind: 3, oldestSeconds: 12.5, parked: 1 };
  const audit = { behind: 0, oldestSeconds: 0, parked: 0, rebuild: 'Half of the streams are made' };
  started.watch({
    service: 'projections',
    ready: async () => ({
      ready: false,
      checks: { postgres: { ok: true }, projections: { ok: false, each: { clinical, audit } } },
    }),
    readings: async () => [{ name: 'pharmacy_queue_jobs', labels: { state: 'waiting' }, value: 4 }],
  });
  const followers = { seals: { ok: false, behindSeconds: 75 }, new: { ok: true, behindSeconds: null } };
  started.watch({
    service: 'command-api',
    ready: async () => ({ ready: true, checks: { followers: { ok: false, each: followers } } }),
  });
  const { value } = await scrape(started);
  for (const [name, labels, expected] of [
    ['pharmacy_service_ready', { service: 'projections' }, 0],
    ['pharmacy_service_ready', { service: 'command-api' }, 1],
    ['pharmacy_check_ok', { service: 'projections', check: 'postgres' }, 1],
    ['pharmacy_projection_behind_streams', { projection: 'clinical' }, 3],
    ['pharmacy_projection_lag_seconds', { projection: 'clinical' }, 12.5],
    ['pharmacy_projection_parked_streams', { projection: 'clinical' }, 1],
    ['pharmacy_projection_rebuilding', { projection: 'audit' }, 1],
    ['pharmacy_projection_rebuilding', { projection: 'clinical' }, 0],
    ['pharmacy_follower_ok', { follower: 'seals' }, 0],
    ['pharmacy_follower_behind_seconds', { follower: 'seals' }, 75],
    ['pharmacy_follower_behind_seconds', { follower: 'new' }, undefined],
    ['pharmacy_queue_jobs', { state: 'waiting' }, 4],
    ['pharmacy_build_info', { version: '1.2.3', process: 'product' }, 1],
  ] as const)
    expect([name, value(name, labels)]).toEqual([name, expected]);
});

test('a service that cannot say whether it is ready is not ready, and the others are shown', async () => {
  const started = start();
  started.watch({ service: 'projections', ready: async () => Promise.reject(new Error('no database')) });
  started.watch({ service: 'query-api', readings: async () => [{ name: 'pharmacy_live_sockets', value: 7 }] });
  const { value } = await scrape(started);
  expect(value('pharmacy_service_ready', { service: 'projections' })).toBe(0);
  expect(value('pharmacy_live_sockets')).toBe(7);
});

test('a pool is shown until it ends', async () => {
  const started = start();
  const pool = watchPool(new Pool({ max: 1 }), 'query-api rights');
  const labels = { pool: 'query-api rights' };
  const open = await scrape(started);
  expect(open.value('pharmacy_postgres_connections', { ...labels, state: 'used' })).toBe(0);
  expect(open.value('pharmacy_postgres_waiting', labels)).toBe(0);
  await pool.end();
  expect((await scrape(started)).value('pharmacy_postgres_waiting', labels)).toBeUndefined();
});

test('however many requests, commands and charts there are, the series stay bounded', async () => {
  const started = start();
  const before = (await scrape(started)).count;
  for (let i = 0; i < 500; i += 1) {
    // The values that vary without a bound: methods that a client invents, ids, unknown paths.
    signals.answered.send(() => ({ ...request, method: `M${i}`, route: undefined, status: 404 + (i % 90) }));
    signals.commandHandled.send(() => ({
      ...command,
      commandId: `c-${i}`,
      stream: `admission-${i}`,
      outcome: 'refused',
      retries: i % 3,
    }));
    signals.noticeSent.send(() => ({ ...took, stream: `admission-${i}`, occurredAt: 0, commandIds: [`c-${i}`] }));
    signals.rowsWritten.send(() => ({ ...took, projection: 'clinical', events: 1 }));
  }
  // One route and method, one command and outcome, one projection, each with its buckets.
  expect((await scrape(started)).count - before).toBeLessThan(60);
});

test('after its end it hears nothing', () => {
  start().stop();
  expect(signals.answered.isHeard).toBe(false);
});

test('a listener that throws does not reach the work that is measured', () => {
  const end = signals.appended.hear(() => {
    throw new Error('a bug');
  });
  signals.appended.send(() => took);
  end();
});

test('without a listener nothing is made', () => {
  let isMade = false;
  signals.appended.send(() => {
    isMade = true;
    return took;
  });
  expect(isMade).toBe(false);
});
