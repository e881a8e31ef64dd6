/** The short form of `npm run faults`: every ordinary class of faults once, in less than a minute. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { ordinaryClasses } from './fault.ts';
import { linesOf } from './figures.ts';
import { runSchedule } from './run.ts';
import { drawSchedule } from './schedule.ts';

const SECONDS = 40;
const PER_MINUTE = 45;

test('after faults of every class nothing is lost or doubled, and rows, screens and sockets agree with the log', async () => {
  const schedule = drawSchedule({
    seed: randomInt(2 ** 31),
    seconds: SECONDS,
    perMinute: PER_MINUTE,
    classes: ordinaryClasses,
  });
  const outcome = await runSchedule(schedule, {
    clients: 8,
    sockets: 20,
    admissions: 3,
    thinkSeconds: 0.1,
    logLevel: 'warn',
  });
  process.stdout.write(`SEED=${schedule.seed} ${JSON.stringify(schedule.faults)}\n${linesOf(outcome).join('\n')}\n`);
  expect(outcome.findings, outcome.log).toEqual([]);
}, 240_000);
