import { holdMasterKeys } from 'service-kit/security/master-key-holders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PoisonEvent } from '../catch-up/failure.ts';
import { park } from '../catch-up/parked.ts';
import { createLagReader } from '../dispatch/lag.ts';
import { createWakeUps, type WakeUps } from '../queue/queue.ts';
import { startTestEnvironment, type TestEnvironment } from '../testing.ts';
import { readOperatorNumbers } from './operator-numbers.ts';

const settings = { DATA_DIR: '.', SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 };

let environment: TestEnvironment;
let wakeUps: WakeUps;
beforeAll(async () => {
  environment = await startTestEnvironment();
  const { installation, logger } = environment;
  wakeUps = createWakeUps({ databaseUrl: installation.databaseUrl, redisUrl: undefined, logger });
});
afterAll(async () => {
  await wakeUps.close();
  await environment.stop();
});

const read = (queue: { depth: WakeUps['depth'] } | undefined = wakeUps, more: Partial<typeof settings> = {}) => {
  const { pool } = environment;
  return readOperatorNumbers({ pool, lag: createLagReader(pool), queue, settings: { ...settings, ...more } });
};

test('an operator sees who runs, how far the rows are, what is parked and why, the queue, the disk, the sessions', async () => {
  const { pool, installation } = environment;
  const held = await holdMasterKeys(pool, [Buffer.from(installation.masterKey, 'base64')], 'query-api');
  const poison = new PoisonEvent(3n, 'ErrorRated', Object.assign(new Error('of a patient'), { code: '23514' }));
  await park(pool, 'clinical', 'admission-a1', poison);
  const session = (age: string) =>
    pool.query(
      `insert into accounts.session (session_id, token_hash, user_id, method, kind, used_at)
       values (gen_random_uuid(), uuid_send(gen_random_uuid()), 'u-1', 'password', 'token', now() - $1::interval)`,
      [age],
    );
  await session('1 minute');
  await session('61 minutes');
  await wakeUps.wake([{ projection: 'clinical', stream: 'admission-a2' }]);

  const numbers = await read();
  expect(numbers.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(numbers.services).toEqual([
    { name: expect.stringContaining('query-api (process '), seenAt: expect.any(Date) },
  ]);
  expect(numbers.lag.projections.clinical).toEqual({ behind: 0, oldestSeconds: 0, parked: 1 });
  expect(numbers.parked).toEqual([
    {
      projection: 'clinical',
      stream: 'admission-a1',
      fromRevision: '3',
      eventType: 'ErrorRated',
      reason: expect.stringContaining('code=23514'),
      parkedAt: expect.any(Date),
      waitsForNewerProgram: false,
    },
  ]);
  expect(JSON.stringify(numbers.parked)).not.toContain('of a patient');
  expect(numbers.queue).toMatchObject({ waiting: 1 });
  expect(numbers.sessions).toBe(1);
  expect(numbers.databaseBytes).toBeGreaterThan(1_000_000);
  expect(numbers.disk?.bytes).toBeGreaterThan(numbers.disk?.freeBytes ?? Infinity);
  await held.stop();
  expect((await read()).services).toEqual([]);
});

test('a queue or a disk that cannot be asked leaves the other numbers', async () => {
  const away = { depth: async () => Promise.reject(new Error('no queue')) };
  const numbers = await read(away, { DATA_DIR: '/nowhere/at/all' });
  expect([numbers.queue, numbers.disk]).toEqual([undefined, undefined]);
  expect(numbers.sessions).toEqual(expect.any(Number));
});
