import { afterAll, beforeAll, expect, test } from 'vitest';
import { park } from '../catch-up/parked.ts';
import { PoisonEvent } from '../catch-up/failure.ts';
import { admitted, type TestEnvironment, onPatient, startTestEnvironment, reviewAdded } from '../testing.ts';
import { waitForRevision } from './read-after.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

test('a revision that the rows have reached is not waited for', async () => {
  const revision = await environment.append('admission-there', [admitted()], onPatient());
  await environment.project('admission-there');
  expect(await waitForRevision(environment.pool, 'admission-there', revision, 0)).toBe(true);
});

test('many readers are woken by the commit that they wait for, and release their connection', async () => {
  await environment.append('admission-woken', [admitted()], onPatient());
  await environment.project('admission-woken');
  const waiting = Array.from({ length: 50 }, () => waitForRevision(environment.pool, 'admission-woken', 1n, 30_000));
  await environment.append('admission-woken', [reviewAdded('r-woken')], onPatient());
  await environment.project('admission-woken');
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => true));
  await expect.poll(() => environment.pool.totalCount - environment.pool.idleCount).toBe(0);
});

test('a wait for a revision that does not come ends after its timeout', async () => {
  const from = Date.now();
  expect(await waitForRevision(environment.pool, 'admission-never', 0n, 300)).toBe(false);
  expect(Date.now() - from).toBeGreaterThanOrEqual(290);
  expect(Date.now() - from).toBeLessThan(10_000);
});

test('a parked stream is not waited for', async () => {
  await park(environment.pool, 'clinical', 'admission-parked', new PoisonEvent(0n, 'PatientAdmitted', new Error('x')));
  const from = Date.now();
  expect(await waitForRevision(environment.pool, 'admission-parked', 0n, 30_000)).toBe(false);
  expect(Date.now() - from).toBeLessThan(10_000);
});

test('a stream without a read model is not waited for', async () => {
  expect(await waitForRevision(environment.pool, 'nothing-t-1', 7n, 30_000)).toBe(true);
});
