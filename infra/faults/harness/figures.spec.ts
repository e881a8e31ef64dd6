import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { slowestRecovery } from './figures.ts';

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
