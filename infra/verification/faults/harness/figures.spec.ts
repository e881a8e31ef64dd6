import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { faultsAlone, firstScreens } from './figures.ts';

const kill: Fault = { class: 'kill', service: 'gateway' };
const wipe: Fault = { class: 'wiped-queue' };
const wait = (at: number, ms: number, revision: number, isOwn = false) => ({
  at,
  ms,
  revision,
  stream: 'admission-a',
  isOwn,
});

test('of the screens that show a command, the first one of another person counts', () => {
  const waits = [wait(0, 5, 1, true), wait(0, 40, 1), wait(0, 20, 1), wait(0, 9_000, 2), wait(0, 3, 3, true)];
  expect(firstScreens(waits)).toEqual([wait(0, 20, 1), wait(0, 9_000, 2)]);
});

test('a fault has figures of its own where no other one is within ten seconds', () => {
  const injected = [
    { fault: kill, beganAt: 0, healedAt: 2_000 },
    { fault: wipe, beganAt: 12_000, healedAt: 13_000 },
    { fault: kill, beganAt: 22_999, healedAt: 24_000 },
    { fault: kill, beganAt: 34_000, healedAt: 35_000 },
  ];
  const [before, during] = [wait(30_000, 3_999, 1), wait(34_500, 700, 2)];
  const [after, later] = [wait(44_999, 100, 3), wait(45_000, 100, 4)];
  expect(faultsAlone(injected, [2_100, 2_050, 36_000], [before, during, after, later])).toEqual([
    { fault: kill, acknowledgedAfterMs: 50, waits: [] },
    { fault: kill, acknowledgedAfterMs: 1_000, waits: [during, after] },
  ]);
  expect(faultsAlone(injected.slice(0, 1), [], [])).toMatchObject([{ acknowledgedAfterMs: undefined }]);
});
