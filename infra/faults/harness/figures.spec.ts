import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { faultsAlone, firstScreens, reasonsOf, slowestRecovery } from './figures.ts';

const kill: Fault = { class: 'kill', service: 'gateway' };
const wipe: Fault = { class: 'wiped-queue' };

test('the slowest recovery is the longest wait for an acknowledgement after a fault', () => {
  const injected = [
    { fault: kill, healedAt: 100 },
    { fault: wipe, healedAt: 1_000 },
  ];
  expect(slowestRecovery(injected, [1_050, 90, 700])).toEqual({ fault: kill, ms: 600 });
});

test('a fault after the last acknowledgement needs no recovery', () => {
  expect(slowestRecovery([{ fault: kill, healedAt: 100 }], [50])).toBeUndefined();
});

test('of the screens that show a command, the first one of another person counts', () => {
  const wait = (ms: number, revision: number, isOwn: boolean) => ({
    ms,
    stream: 'admission-a',
    revision,
    at: 0,
    isOwn,
  });
  const waits = [wait(5, 1, true), wait(40, 1, false), wait(20, 1, false), wait(9_000, 2, false), wait(3, 3, true)];
  expect(firstScreens(waits).map(({ ms, revision }) => ({ ms, revision }))).toEqual([
    { ms: 20, revision: 1 },
    { ms: 9_000, revision: 2 },
  ]);
});

test('a fault has figures of its own where no other one is within ten seconds', () => {
  const injected = [
    { fault: kill, beganAt: 0, healedAt: 2_000 },
    { fault: wipe, beganAt: 12_000, healedAt: 13_000 },
    { fault: kill, beganAt: 22_999, healedAt: 24_000 },
    { fault: kill, beganAt: 34_000, healedAt: 35_000 },
  ];
  const wait = (at: number, ms: number, revision: number) => ({
    at,
    ms,
    revision,
    stream: 'admission-a',
    isOwn: false,
  });
  const before = wait(30_000, 3_999, 1);
  const during = wait(34_500, 700, 2);
  const after = wait(44_999, 100, 3);
  const later = wait(45_000, 100, 4);
  expect(faultsAlone(injected, [2_100, 2_050, 36_000], [before, during, after, later])).toEqual([
    { fault: kill, lastedMs: 2_000, acknowledgedAfterMs: 50, waits: [] },
    { fault: kill, lastedMs: 1_000, acknowledgedAfterMs: 1_000, waits: [during, after] },
  ]);
  expect(faultsAlone(injected.slice(0, 1), [], [])).toMatchObject([{ acknowledgedAfterMs: undefined }]);
});

test('refusals are counted by their reason, or by their status where they have none', () => {
  const refused = [
    { status: 404, reason: undefined },
    { status: 409, reason: 'changed-since' },
    { status: 409, reason: 'changed-since' },
  ];
  expect(reasonsOf(refused)).toBe('changed-since 2, 404 1');
  expect(reasonsOf([])).toBe('none');
});
