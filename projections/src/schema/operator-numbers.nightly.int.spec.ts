import { recordBackupRun } from 'service-kit/operations/backup-runs';
import { holdMasterKeys } from 'service-kit/security/master-key-holders';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PoisonEvent } from '../catch-up/failure.ts';
import { park } from '../catch-up/parked.ts';
import { createWakeUps, type WakeUps } from '../queue/queue.ts';
import { admitted, onPatient, startTestEnvironment, type TestEnvironment } from '../testing.ts';
import { createOperatorReader, type OperatorNumbers, type OperatorSources } from './operator-numbers.ts';

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

async function read(more: Partial<OperatorSources> = {}): Promise<OperatorNumbers> {
  const { pool, log, logger, installation } = environment;
  const reader = createOperatorReader({
    pool,
    databaseUrl: installation.databaseUrl,
    redisUrl: undefined,
    log,
    logger,
    dataDir: '.',
    sessions: { SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 },
    ...more,
  });
  try {
    return await reader.read();
  } finally {
    await reader.close();
  }
}

test('an operator sees who runs, how far the rows are, what is parked and why, the queue, the disk, the sessions', async () => {
  const { pool, installation } = environment;
  const held = await holdMasterKeys(pool, [Buffer.from(installation.masterKey, 'base64')], 'query-api');
  const poison = new PoisonEvent(3n, 'ErrorRated', Object.assign(new Error('of a patient'), { code: '23514' }));
  await park(pool, 'clinical', 'admission-a1', poison);
  const session = (user: string, used: string, begun: string) =>
    pool.query(
      `insert into accounts.session (session_id, token_hash, user_id, method, kind, used_at, created_at)
       values (gen_random_uuid(), uuid_send(gen_random_uuid()), $1, 'password', 'token', now() - $2::interval,
               now() - $3::interval)`,
      [user, used, begun],
    );
  await session('u-1', '1 minute', '2 minutes');
  await session('u-1', '1 minute', '3 hours');
  await session('u-2', '1 minute', '5 hours');
  await session('u-3', '61 minutes', '62 minutes');
  await wakeUps.wake([{ projection: 'clinical', stream: 'admission-a2' }]);

  const numbers = await read();
  expect(numbers.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(numbers.privateTables?.done).toBe(numbers.privateTables?.known);
  expect(numbers.readModels?.done).toBe(numbers.readModels?.known);
  expect(numbers.services).toEqual([
    { name: expect.stringContaining('query-api (process '), seenAt: expect.any(Date) },
  ]);
  expect(numbers.lag?.projections.clinical).toEqual({ behind: 0, oldestSeconds: 0, parked: 1 });
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
  expect(numbers.sessions).toEqual({ people: 2, sessions: 3, withinHour: 1, withinFourHours: 1 });
  expect(numbers.databaseBytes).toBeGreaterThan(1_000_000);
  expect(numbers.disk?.bytes).toBeGreaterThan(numbers.disk?.freeBytes ?? Infinity);
  await held.stop();
  expect((await read()).services).toEqual([]);
});

test('the position of the log is that of its newest event', async () => {
  const before = await read();
  await environment.append('admission-newest', [admitted()], onPatient());
  const { eventLog } = await read();
  expect(eventLog?.position).toBeGreaterThan(before.eventLog?.position ?? -1n);
});

test('the last good backup is the newest one, and older lines go', async () => {
  expect((await read()).backup).toEqual({ last: undefined });
  const run = { position: '18446744073709551615', events: 7, bytes: 9, place: 'host:/backup' };
  for (let number = 1; number <= 102; number += 1) await recordBackupRun(environment.pool, { ...run, number });
  expect((await read()).backup?.last).toEqual({ ...run, number: 102, madeAt: expect.any(Date) });
  expect(await environment.rows('select min(number), count(*)::int from accounts.backup_run')).toEqual([
    { min: 3, count: 100 },
  ]);
});

test('what cannot be asked leaves the other numbers', async () => {
  const { logger } = environment;
  const keys = {
    withKey: () => Promise.reject(new Error()),
    findKey: async () => undefined,
    findKeys: async () => new Map(),
  };
  const log = connectEventLog({ url: 'esdb://127.0.0.1:1?tls=false', keys, logger });
  try {
    const numbers = await read({ redisUrl: 'redis://127.0.0.1:1', log, dataDir: '/nowhere/at/all' });
    expect([numbers.queue, numbers.disk, numbers.eventLog]).toEqual([undefined, undefined, undefined]);
    expect(numbers.sessions?.sessions).toEqual(expect.any(Number));
  } finally {
    await log.close();
  }
});
