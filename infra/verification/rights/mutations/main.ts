/**
 * `npm run rights:mutations`: takes out one rights check after the other and looks for a test that fails. Options:
 * `--list` prints the checks, `--only PATTERN` takes those whose kind, file, line or text match the regular expression,
 * `--again` also runs those whose outcome is known, `--minutes N` begins no further one after that time.
 * `--near` asks only the nearest tests: who survives them is judged by a later run without it.
 * It ends with 1 if a check or a control comes out otherwise than expected (`expected-survivors.ts`).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { root } from '../../test/started-program.ts';
import { allMutants } from './checks.ts';
import { idOf, lineOf, mutated, type Mutant, removedText } from './mutant.ts';
import { createOverlay } from './overlay.ts';
import { isSettled, type Judged, ONLY_NEAREST, openResults, type Result, reportOf } from './results.ts';
import { startTestRunner, type TestRunner, type Verdict } from './test-runner.ts';
import { readSpecFiles, RIGHTS, type SpecFiles, type TestRun } from './tests-for.ts';

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    again: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    near: { type: 'boolean', default: false },
    results: { type: 'string', default: join(root, 'infra/.build/rights-mutations.jsonl') },
  },
});

const say = (words: string): void => void process.stdout.write(`${words}\n`);
const textOf = (mutant: Mutant): string => readFileSync(join(root, mutant.file), 'utf8');
const placeOf = (mutant: Mutant): string => {
  const text = textOf(mutant);
  return `${mutant.file}:${lineOf(text, mutant)}  ${removedText(text, mutant)}`;
};
/** Test files, and tests of the rights suite, that pass without a mutant. */
const sound = new Set<string>();
const only = options.only === undefined ? undefined : new RegExp(options.only);
const chosen = allMutants(root).filter(
  (mutant) => only === undefined || only.test(`${mutant.kind} ${placeOf(mutant)}`),
);

if (options.list) {
  for (const mutant of chosen) say(`${mutant.kind}: ${placeOf(mutant)}`);
  say(`${chosen.length} checks`);
} else process.exitCode = await runAll(chosen);

async function runAll(mutants: readonly Mutant[]): Promise<number> {
  const until = options.minutes === undefined ? Infinity : Date.now() + Number(options.minutes) * 60_000;
  const results = openResults(options.results);
  const folder = mkdtempSync(join(tmpdir(), 'rights-mutations-'));
  const overlayFile = join(folder, 'overlay.json');
  const overlay = createOverlay(root, overlayFile);
  const specFiles = readSpecFiles(root);
  let runner: TestRunner | undefined;
  try {
    for (const [index, mutant] of mutants.entries()) {
      const id = idOf(textOf(mutant), mutant);
      if (!options.again && isSettled(mutant, results.get(id), options.near)) continue;
      if (Date.now() > until) break;
      runner ??= await startTestRunner(root, overlayFile, overlay.plugin);
      const began = performance.now();
      const text = mutated(textOf(mutant), mutant);
      let verdict: Verdict = { outcome: 'broken', why: 'not valid TypeScript' };
      if (isValid(mutant.file, text)) {
        overlay.set(mutant.file, text);
        runner.forget(mutant.file);
        const judged = await judge(runner, specFiles, mutant);
        overlay.clear();
        runner.forget(mutant.file);
        verdict = await confirmed(runner, judged);
      }
      const { outcome, why } = verdict;
      const result: Result = { id, outcome, why, seconds: Math.round((performance.now() - began) / 100) / 10 };
      results.add(result);
      say(
        `${index + 1}/${mutants.length} ${result.outcome} ${result.seconds} s  ${placeOf(mutant)}${result.why ? `\n    ${result.why}` : ''}`,
      );
    }
  } finally {
    await runner?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const judged = mutants.map((mutant): Judged => ({
    mutant,
    place: placeOf(mutant),
    result: results.get(idOf(textOf(mutant), mutant)),
  }));
  say(reportOf(judged));
  return judged.every(({ mutant, result }) => result?.outcome === mutant.expected) ? 0 : 1;
}

function isValid(file: string, text: string): boolean {
  return parseSync(file, text).errors.length === 0;
}

/** Until a test fails, or cannot be loaded. */
async function judge(runner: TestRunner, specFiles: SpecFiles, mutant: Mutant): Promise<Verdict & { by?: TestRun }> {
  let last: Verdict = { outcome: 'broken', why: 'no test could see it' };
  for (const tests of specFiles.runsFor(mutant).filter(({ isNear }) => isNear || !options.near)) {
    const verdict = await runner.run(tests);
    if (verdict.outcome !== 'survived') return { ...verdict, by: tests };
    last = options.near && mutant.kind !== 'control' ? { ...verdict, why: ONLY_NEAREST } : verdict;
    // A control that has to survive is in the domain: its pure tests see it.
    if (mutant.kind === 'control') break;
  }
  return last;
}

/**
 * A test that fails anyway kills nothing: each file that has killed is run once without a mutant. Of the rights suite,
 * whose tests do not build on each other, the killing test is enough.
 */
async function confirmed(runner: TestRunner, { by, ...verdict }: Verdict & { by?: TestRun }): Promise<Verdict> {
  const files = verdict.outcome === 'killed' ? (by?.files ?? []) : [];
  for (const file of files) {
    const names = file === RIGHTS && verdict.test !== undefined ? [verdict.test] : undefined;
    const key = [file, ...(names ?? [])].join(' ');
    if (sound.has(key)) continue;
    const unchanged = await runner.run({ files: [file], ...(names ? { names } : {}), isNear: true });
    if (unchanged.outcome !== 'survived')
      return { outcome: 'broken', why: `fails without a mutant too: ${unchanged.why ?? file}` };
    sound.add(key);
  }
  return verdict;
}
