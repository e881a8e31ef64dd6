/**
 * `npm run faults:planted`: starts the product with one planted bug after the other, first without any, and prints which
 * checker has caught it. Options: `--only PATTERN` takes the bugs whose names match the regular expression (`control` is
 * the run without a bug), `--seed N`. The exit code is 1 if a bug survives, or something is found without one.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type PlantedBug, plantedBugs } from './bugs.ts';
import { runPlanted } from './run-planted.ts';
import { type Judged, isExpected, tableOf } from './table.ts';

/** Characters of a finding that are printed. */
const LENGTH = 1_500;
const CONTROL = 'control: no bug';
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, seed: { type: 'string', default: String(randomInt(2 ** 31)) } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const only = new RegExp(options.only);
const seed = Number(options.seed);
say(`SEED=${seed}`);
const judged: Judged[] = [];
for (const bug of [undefined, ...plantedBugs] satisfies readonly (PlantedBug | undefined)[]) {
  const name = bug?.name ?? CONTROL;
  if (!only.test(name)) continue;
  const { findings, failed, seconds } = await runPlanted(bug, seed);
  const result: Judged = { name, expects: bug?.expects, findings, failed, seconds };
  judged.push(result);
  say(`${isExpected(result) ? 'as expected' : 'NOT as expected'}, ${seconds.toFixed(0)} s: ${name}`);
  if (failed !== undefined) say(`    the run: ${failed.slice(0, 300)}`);
  for (const { checker, says } of findings.slice(0, 12)) say(`    ${checker}: ${says.slice(0, LENGTH)}`);
}
say(tableOf(judged));
process.exitCode = judged.length > 0 && judged.every(isExpected) ? 0 : 1;
