import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Client } from 'pg';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { type RedisForSpecs, startRedis } from 'service-kit/testing/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngines } from './engines.ts';

let elsewhere: Installation;
let redis: RedisForSpecs;
let folder: string;

beforeAll(async () => {
  [elsewhere, redis] = [await freshInstallation(), await startRedis()];
  folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
});
afterAll(async () => {
  await redis?.stop();
  await elsewhere?.stop();
  await rm(folder, { recursive: true, force: true });
});

const given = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: elsewhere.databaseUrl,
  EVENTSTORE_URL: elsewhere.eventstoreUrl,
  REDIS_URL: redis.url,
});
const databases = async (url: string): Promise<unknown> => {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(
    'select current_database() as name, (select count(*)::int from pg_class) > 0 as ok',
  );
  await client.end();
  return rows;
};

test('without settings there is an embedded Postgres, and nothing else to count', async () => {
  const engines = await openEngines(folder, {});
  try {
    expect(engines.description).toBe('event log: embedded; database: embedded Postgres; queue: Postgres');
    expect(engines.others).toEqual([]);
    expect(engines.postgres).toEqual([{ name: 'Postgres', pid: expect.any(Number) }]);
    expect(await databases(await engines.database('clinical'))).toEqual([{ name: 'clinical', ok: true }]);
  } finally {
    await engines.stop();
  }
});

test('engines of the settings are found by their ports, and named in the heading', async () => {
  const engines = await openEngines(folder, given());
  expect(engines.description).toMatch(/^event log: EventStoreDB at .*:\d+; database: Postgres at .*; queue: Redis at /);
  expect(engines.description).not.toContain('not counted');
  expect([...engines.postgres, ...engines.others].map(({ name }) => name)).toEqual([
    'Postgres',
    'EventStoreDB',
    'Redis',
  ]);
  await engines.stop();
});

test('a run has databases of its own on the given Postgres, which are gone afterwards', async () => {
  const engines = await openEngines(folder, given());
  const url = await engines.database('clinical');
  expect(await databases(url)).toEqual([{ name: expect.stringMatching(/^bench_[0-9a-f]{8}_clinical$/), ok: true }]);
  await engines.stop();
  await expect(databases(url)).rejects.toThrow('does not exist');
});

test('an engine on another machine is named, and its CPU is not counted', async () => {
  const engines = await openEngines(folder, { DATABASE_URL: elsewhere.databaseUrl, REDIS_URL: 'redis://cache.test' });
  expect(engines.description).toContain('queue: Redis at cache.test:6379; the CPU of Redis is not counted');
  await engines.stop();
});

test('an engine that does not run is refused', async () => {
  await expect(openEngines(folder, { REDIS_URL: 'redis://127.0.0.1:1' })).rejects.toThrow(
    'No process of Redis was found that listens on port 1',
  );
});

test('an event log with events is refused', async () => {
  const client = EventStoreDBClient.connectionString(elsewhere.eventstoreUrl);
  await client.appendToStream(`admission-${randomUUID()}`, jsonEvent({ type: 'Any', data: {} }));
  await client.dispose();
  await expect(openEngines(folder, given())).rejects.toThrow('EVENTSTORE_URL must be an empty event log');
});
