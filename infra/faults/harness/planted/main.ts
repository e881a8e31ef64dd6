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
/** Of a bug that needs a kill at the right moment: on a busy machine few commands are under way at each. */
const RUNS = 3;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const only = new RegExp(options.only);
const seed = Number(options.seed);
say(`SEED=${seed}`);
const judged: Judged[] = [];
for (const bug of [undefined, ...plantedBugs] satisfies readonly (PlantedBug | undefined)[]) {
  const name = bug?.name ?? CONTROL;
  if (!only.test(name)) continue;
  const result = await judge(name, bug);
  judged.push(result);
  const { findings, failed, runs, seconds } = result;
  say(`${isExpected(result) ? 'as expected' : 'NOT as expected'}, run ${runs}, ${seconds.toFixed(0)} s: ${name}`);
  if (failed !== undefined) say(`    the run: ${failed.slice(0, 300)}`);
  for (const { checker, says } of findings.slice(0, 12)) say(`    ${checker}: ${says.slice(0, LENGTH)}`);
}
say(tableOf(judged));
process.exitCode = judged.length > 0 && judged.every(isExpected) ? 0 : 1;

/** Runs until the bug is caught. The run without a bug is one run: each finding in it counts. */
async function judge(name: string, bug: PlantedBug | undefined): Promise<Judged> {
  const began = performance.now();
  const most = bug?.faults.kill === undefined ? 1 : RUNS;
  for (let runs = 1; ; runs += 1) {
    const run = await runPlanted(bug, seed + runs - 1).catch((error: unknown) => ({
      // The table is of all bugs: one that keeps the product from starting is not caught, and the others follow.
      findings: [],
      failed: error instanceof Error ? error.message : String(error),
    }));
    const seconds = (performance.now() - began) / 1_000;
    const result: Judged = { ...run, name, expects: bug?.expects, runs, seconds };
    if (runs === most || isExpected(result)) return result;
  }
}
