/**
 * `npm run faults`, with `--minutes 6` and `--seed N`: commands and faults at the same time, and then every check. The exit
 * code is 1 if anything was found.
 */
import { linesOf } from './figures.ts';
import { runOptions } from './run-options.ts';
import { runSchedule } from './run.ts';
import { drawSchedule } from './schedule.ts';
import { smoke } from './smoke.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { minutes, seed } = runOptions();
const schedule = drawSchedule(seed, minutes === undefined ? smoke.seconds : 60 * minutes);
say(`${schedule.faults.length} faults in ${schedule.seconds} s, seed ${seed}`);
const outcome = await runSchedule(schedule, minutes === undefined ? smoke.leastCommands : 0);
linesOf(outcome).forEach(say);
if (outcome.findings.length > 0) {
  say(outcome.log);
  process.exitCode = 1;
}
