/**
 * `npm run faults:planted`: starts the product with one planted bug after the other, first without any, and prints which
 * checker has caught it. Options: `--only PATTERN` takes the bugs whose names match the regular expression (`control` is
 * the run without a bug), `--seed N`. The exit code is 1 if a bug survives, or something is found without one.
 */
import { runOptions } from '../run-options.ts';
import { type PlantedBug, plantedBugs } from './bugs.ts';
import { messageOf, type PlantedRun, runPlanted } from './run-planted.ts';

/** Characters of a finding that are printed. */
const LENGTH = 1_500;
const CONTROL = 'control: no bug';
/** A bug that needs a kill at the right moment has so many runs: on a busy machine few commands are under way at each. */
const RUNS = 3;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { only, seed } = runOptions();
say(`seed ${seed}`);
const rows = ['| planted bug | caught by | also by | runs | seconds |', '|---|---|---|---|---|'];
for (const bug of [undefined, ...plantedBugs] satisfies readonly (PlantedBug | undefined)[]) {
  const name = bug?.name ?? CONTROL;
  if (!only.test(name)) continue;
  const began = performance.now();
  const { findings, failed, runs } = await runsOf(bug);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const isExpected = isCaught(bug, { findings, failed });
  if (!isExpected) process.exitCode = 1;
  say(`${isExpected ? 'as expected' : 'NOT as expected'}, run ${runs}, ${seconds} s: ${name}`);
  if (failed !== undefined) say(`    the run: ${failed.slice(0, 300)}`);
  for (const { checker, says } of findings.slice(0, 12)) say(`    ${checker}: ${says.slice(0, LENGTH)}`);
  const checkers = new Set<string>(findings.map(({ checker }) => checker));
  checkers.delete(bug?.expects ?? '');
  const also = [...(failed === undefined ? [] : ['the run itself']), ...checkers].join(', ');
  rows.push(`| ${name} | ${isExpected ? (bug?.expects ?? 'nothing') : 'SURVIVED'} | ${also} | ${runs} | ${seconds} |`);
}
rows.forEach(say);
if (rows.length === 2) process.exitCode = 1;

/** A bug is caught by the checker that is there for it. Without a bug nothing may be found. */
function isCaught(bug: PlantedBug | undefined, { findings, failed }: PlantedRun): boolean {
  if (!bug) return findings.length === 0 && failed === undefined;
  return findings.some(({ checker, says }) => checker === bug.expects && !says.startsWith('Unknown:'));
}

/** Runs until the bug is caught. The run without a bug is one run: each finding in it counts. */
async function runsOf(bug: PlantedBug | undefined): Promise<PlantedRun & { runs: number }> {
  const most = bug?.faults.kill === undefined ? 1 : RUNS;
  for (let runs = 1; ; runs += 1) {
    // The table is of all bugs: one that keeps the product from starting is not caught, and the others follow.
    const run = await runPlanted(bug, seed + runs - 1).catch((error: unknown) => ({
      findings: [],
      failed: messageOf(error),
    }));
    if (runs === most || isCaught(bug, run)) return { ...run, runs };
  }
}
