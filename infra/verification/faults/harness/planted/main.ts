/**
 * `npm run faults:planted`: starts the product with one planted bug after the other, first without any, and prints which
 * checker has caught it. Options: `--only PATTERN` takes the bugs whose names match the regular expression (`control` is
 * the run without a bug), `--seed N`. The exit code is 1 if a bug survives, or something is found without one.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Checker } from '../checks/check-run.ts';
import { type PlantedBug, plantedBugs } from './bugs.ts';
import { type PlantedRun, runPlanted } from './run-planted.ts';

/** `seconds` are those of all runs. */
interface Judged extends PlantedRun {
  readonly name: string;
  /** Undefined: nothing may be found. */
  readonly expects: Checker | undefined;
  readonly runs: number;
}

/** A bug is caught by the checker that is there for it. Without a bug nothing is found. */
const isExpected = ({ expects, findings, failed }: Judged): boolean =>
  expects === undefined
    ? findings.length === 0 && failed === undefined
    : findings.some(({ checker, says }) => checker === expects && !says.startsWith('Unknown:'));

/** Characters of a finding that are printed. */
const LENGTH = 1_500;
const CONTROL = 'control: no bug';
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, seed: { type: 'string', default: String(randomInt(2 ** 31)) } },
});
/** A bug that needs a kill at the right moment has so many runs: on a busy machine few commands are under way at each. */
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

function tableOf(judged: readonly Judged[]): string {
  const rows = judged.map((one) => {
    const others = new Set(one.findings.map(({ checker }) => checker).filter((checker) => checker !== one.expects));
    const caught = isExpected(one)
      ? (one.expects ?? 'nothing, as expected')
      : one.expects
        ? 'SURVIVED'
        : 'FOUND SOMETHING';
    const also = [...(one.failed === undefined ? [] : ['the run itself']), ...others].join(', ');
    return `| ${one.name} | ${caught} | ${also} | ${one.runs} | ${one.seconds.toFixed(0)} |`;
  });
  return ['| planted bug | caught by | also by | runs | seconds |', '|---|---|---|---|---|', ...rows].join('\n');
}
