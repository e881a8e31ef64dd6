/** `npm run faults`, in the suite. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { ordinaryClasses } from './fault.ts';
import { linesOf } from './figures.ts';
import { runSchedule } from './run.ts';
import { drawSchedule } from './schedule.ts';
import { smoke, smokeTargets } from './smoke.ts';

const { seconds, perMinute } = smoke;
/** Beside the edits: the start, the end of the last faults, and the checks. */
const OTHERS_MS = 200_000;

test(
  'after faults of every class nothing is lost or doubled, and rows, screens and sockets agree with the log',
  async () => {
    const schedule = drawSchedule({ seed: randomInt(2 ** 31), seconds, perMinute, classes: ordinaryClasses });
    const outcome = await runSchedule(schedule, { ...smoke, logLevel: 'warn' });
    process.stdout.write(`SEED=${schedule.seed} ${JSON.stringify(schedule.faults)}\n${linesOf(outcome).join('\n')}\n`);
    expect(outcome.findings, outcome.log).toEqual([]);
    expect(outcome.injected.filter(({ isDone }) => isDone).length).toBeGreaterThanOrEqual(smokeTargets.faults);
    expect(outcome.begun?.ledger.intentions.length).toBeGreaterThanOrEqual(smokeTargets.commands);
  },
  1_000 * seconds + OTHERS_MS,
);
