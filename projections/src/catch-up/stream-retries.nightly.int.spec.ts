import { randomUUID } from 'node:crypto';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { askForRetry, type TriedRetry, triedRetry } from 'service-kit/operations/stream-retries';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createWakeUps, type WakeUps } from '../queue/queue.ts';
import { waitForRevision } from '../schema/read-after.ts';
import { admitted, onPatient, reviewAdded, startTestEnvironment, type TestEnvironment } from '../testing.ts';
import type { Sources } from './catch-up.ts';
import { parkedReason } from './parked.ts';
import { startStreamRetries } from './stream-retries.ts';
import { catchUpOrPark, TRIES } from './worker.ts';

let environment: TestEnvironment;
let wakeUps: WakeUps;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  environment = await startTestEnvironment();
  const { installation, logger } = environment;
  wakeUps = createWakeUps({ databaseUrl: installation.databaseUrl, redisUrl: undefined, logger });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(async () => {
  await wakeUps.close();
  await environment.stop();
});

const begin = (sources: Sources = environment): void => {
  ({ stop } = startStreamRetries({ sources, wakeUps, logger: environment.logger }));
};
/** Asks, and waits for the answer of a running process. */
async function tried(stream: string, projection = 'clinical'): Promise<TriedRetry> {
  const commandId = randomUUID();
  await askForRetry(
    environment.pool,
    { commandId, projection, stream },
    { userId: 'u-admin', sessionId: randomUUID() },
  );
  return vi.waitFor(
    async () => {
      const answer = await triedRetry(environment.pool, commandId);
      if (!answer) throw new Error('no answer yet');
      return answer;
    },
    { timeout: 30_000, interval: 50 },
  );
}
/** Appends an event that its table refuses, and parks the stream as the worker does. */
async function parkReally(id: string): Promise<string> {
  const stream = `admission-${id}`;
  await environment.pool.query(`alter table review add constraint no_${id} check (review_id <> 'bad-${id}')`);
  await environment.append(stream, [admitted(), reviewAdded(`bad-${id}`), reviewAdded(`later-${id}`)], onPatient());
  await catchUpOrPark(environment, environment.logger, [{ projection: 'clinical', stream }], TRIES);
  expect(await parkedReason(environment.pool, 'clinical', stream)).toContain(`no_${id}`);
  return stream;
}
const mend = (id: string) => environment.pool.query(`alter table review drop constraint no_${id}`);

test('a parked stream whose cause is there is parked again, with the reason; once mended it goes on to its end', async () => {
  const stream = await parkReally('mended');
  begin();
  expect(await tried(stream)).toEqual({ outcome: 'parkedAgain', reason: expect.stringContaining('no_mended') });
  expect(await waitForRevision(environment.pool, stream, 2n, 100)).toBe(false);

  await mend('mended');
  expect(await tried(stream)).toEqual({ outcome: 'goesOn', reason: null });
  expect(await waitForRevision(environment.pool, stream, 2n, 30_000)).toBe(true);
  expect(await tried(stream)).toEqual({ outcome: 'notParked', reason: null });
});

test('an ask from before the process began is done', async () => {
  const stream = await parkReally('waiting');
  await mend('waiting');
  const answer = tried(stream);
  begin();
  expect((await answer).outcome).toBe('goesOn');
});

test('while the log is away the stream is tried later, and is not parked', async () => {
  const stream = await parkReally('away');
  await mend('away');
  const { pool, logger, installation } = environment;
  const keys = createPatientKeys(pool, [Buffer.from(installation.masterKey, 'base64')]);
  const log = connectEventLog({ url: 'esdb://127.0.0.1:1?tls=false', keys, logger });
  begin({ pool, log });
  expect(await tried(stream)).toEqual({ outcome: 'triedLater', reason: null });
  expect(await parkedReason(pool, 'clinical', stream)).toBeUndefined();
  await log.close();
});

test('a projection that does not exist has no parked streams', async () => {
  begin();
  expect((await tried('admission-x', 'nothing')).outcome).toBe('notParked');
});
