import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readFollowerHealth, type FollowerHealth } from './followers/follower-health.ts';
import type { EventLog } from 'service-kit/event-log/port';
import { runProcessManager, type ProcessManager } from './process-managers/process-manager.ts';
import { FOLLOWERS, followersCheck, followerState } from './follower-health-check.ts';
import { CheckResult } from 'service-kit/http/health';
import { createLogger } from 'service-kit/process/logger';
import { startTestEnvironment, openWard, type TestEnvironment } from '../testing/test-environment.ts';

const PATIENTLY = { timeout: 30_000 };
const LONG_AGO = new Date(0);
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await openWard(environment);
});
afterAll(() => environment.stop());
afterEach(() => void vi.useRealTimers());

const healthOf = async (follower: string): Promise<FollowerHealth | undefined> =>
  (await readFollowerHealth(environment.pool)).find((health) => health.follower === follower);
/** Waits until the followers have handled the ward's first admissions. */
function follow(
  follower: string,
  finish: ProcessManager['finish'],
  log: EventLog = environment.log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const parts = { log, pool: environment.pool, logger: createLogger('spec', 'silent'), graceMs: 0 };
  const ended = runProcessManager(
    parts,
    { follower, prefixes: ['patient-'], firstStep: 'AdmissionRegistered', finish },
    stopping.signal,
  );
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
/** The health an hour after the last report. */
const anHourLater = (health: FollowerHealth | undefined) =>
  followerState(health, {
    now: new Date((health?.movedAt ?? new Date()).getTime() + 3_600_000),
    startedAt: LONG_AGO,
    standsStillMs: 60_000,
  });

test('every follower reports that it has caught up, and the service shows each', async () => {
  const ready = async () =>
    (
      await environment.send<{
        checks: { followers: { ok: boolean; each: Record<string, { ok: boolean; behindSeconds: number | null }> } };
      }>('GET', '/api/ready')
    ).body.checks.followers;
  await expect
    .poll(async () => Object.values((await ready()).each).map(({ behindSeconds }) => behindSeconds !== null), PATIENTLY)
    .toEqual(FOLLOWERS.map(() => true));
  expect(await ready()).toMatchObject({ ok: true });
  expect(Object.keys((await ready()).each).toSorted()).toEqual(FOLLOWERS.toSorted());
});

test('however many ask whether the service is ready, one look takes connections from the commands', async () => {
  const url = new URL('/api/ready', await environment.another());
  vi.useFakeTimers({ toFake: ['performance'] });
  const holder = await environment.pool.connect();
  await holder.query('begin');
  await holder.query('lock accounts.follower_health in access exclusive mode');
  const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(url)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  const { rows } = await holder.query(
    `select count(*)::int as looks from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike 'select follower, moved_at%'`,
  );
  await holder.query('commit');
  holder.release();
  expect(rows).toEqual([{ looks: 1 }]);
});

test('a follower whose subscription delivers nothing does not count as caught up', async () => {
  let looks = 0;
  const mute: EventLog = {
    ...environment.log,
    follow: (options) => environment.log.follow({ ...options, prefixes: ['nothing-'] }),
    readAllRaw(options) {
      looks += 1;
      return environment.log.readAllRaw(options);
    },
  };
  const follower = follow('mute', async () => undefined, mute);
  await expect.poll(() => looks, PATIENTLY).toBeGreaterThan(1);
  await follower.stop();
  expect(await healthOf('mute')).toBeUndefined();

  const heard = follow('mute', async () => undefined);
  await expect.poll(async () => (await healthOf('mute'))?.caughtUpAt, PATIENTLY).toBeInstanceOf(Date);
  await heard.stop();
});

test('a failing follower shows since when and why, and makes the service not ready once it stands still', async () => {
  let isBroken = true;
  const follower = follow('failing', async () => {
    if (isBroken) throw new TypeError('a detail of the failure');
  });
  await expect
    .poll(() => healthOf('failing'), PATIENTLY)
    .toMatchObject({ caughtUpAt: null, failure: 'TypeError', failingSince: expect.any(Date) });
  const health = await healthOf('failing');
  expect(anHourLater(health)).toEqual({
    ok: false,
    behindSeconds: null,
    since: health?.movedAt.toISOString(),
    failingSince: health?.failingSince?.toISOString(),
    failure: 'TypeError',
  });
  isBroken = false;
  await expect
    .poll(() => healthOf('failing'), PATIENTLY)
    .toMatchObject({ caughtUpAt: expect.any(Date), failure: null, failingSince: null });
  await follower.stop();
}, 60_000);

test('a follower that stands still makes the service not ready; a service that has just started waits', async () => {
  const each = async (startedAt: Date) =>
    ((await followersCheck(environment.pool, startedAt, -1)()) as CheckResult).details['each'] as Record<
      string,
      { ok: boolean; since?: string }
    >;
  expect(Object.keys(await each(LONG_AGO))).toEqual(FOLLOWERS);
  for (const state of Object.values(await each(LONG_AGO)))
    expect(state).toMatchObject({ ok: false, since: expect.any(String) });
  const now = new Date();
  const health: FollowerHealth = {
    follower: 'seals',
    movedAt: new Date(now.getTime() - 3_600_000),
    caughtUpAt: new Date(now.getTime() - 7_200_000),
    failingSince: null,
    failure: null,
  };
  expect(followerState(health, { now, startedAt: LONG_AGO, standsStillMs: 60_000 })).toEqual({
    ok: false,
    behindSeconds: 7_200,
    since: health.movedAt.toISOString(),
  });
  expect(followerState(health, { now, startedAt: now, standsStillMs: 60_000 })).toEqual({
    ok: true,
    behindSeconds: 7_200,
  });
  expect(followerState(undefined, { now, startedAt: LONG_AGO, standsStillMs: 60_000 })).toMatchObject({
    ok: false,
    behindSeconds: null,
  });
});
