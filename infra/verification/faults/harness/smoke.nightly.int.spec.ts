/** `npm run faults`, in the suite. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { linesOf } from './figures.ts';
import { runSchedule } from './run.ts';
import { drawSchedule } from './schedule.ts';
import { smoke } from './smoke.ts';

/** Beside the edits: the start, the end of the last faults, and the checks. */
const OTHERS_MS = 200_000;

test(
  'after faults of every class nothing is lost or doubled, and rows and screens agree with the log',
  async () => {
    const schedule = drawSchedule(randomInt(2 ** 31), smoke.seconds);
    const outcome = await runSchedule(schedule, smoke.leastCommands);
    process.stdout.write(`seed ${schedule.seed} ${JSON.stringify(schedule.faults)}\n${linesOf(outcome).join('\n')}\n`);
    expect(outcome.findings, outcome.log).toEqual([]);
    expect(outcome.injected.filter(({ isDone }) => isDone).length).toBeGreaterThanOrEqual(smoke.leastFaults);
    expect(outcome.begun.ledger.intentions.length).toBeGreaterThanOrEqual(smoke.leastCommands);
  },
  1_000 * smoke.seconds + OTHERS_MS,
);
