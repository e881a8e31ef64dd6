/** Results in a file, a line each, so that an interrupted run goes on where it was. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CheckKind, kinds, type Mutant, type Outcome } from './mutant.ts';

export interface Result {
  readonly id: string;
  readonly outcome: Outcome;
  readonly why?: string | undefined;
  readonly seconds: number;
}

/** Why a quick run calls a check a survivor. */
export const ONLY_NEAREST = 'only the nearest tests were asked';

/**
 * True if a run needs to ask no further: the outcome is the expected one, also by the tests that this run can ask.
 */
export const isSettled = ({ expected }: Mutant, result: Result | undefined, isQuick: boolean): boolean =>
  result?.outcome === expected && (isQuick || result.why !== ONLY_NEAREST);

export interface Results {
  get(id: string): Result | undefined;
  add(result: Result): void;
}

export function openResults(file: string): Results {
  mkdirSync(dirname(file), { recursive: true });
  const held = new Map<string, Result>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const result = JSON.parse(line) as Result;
      held.set(result.id, result);
    }
  return {
    get: (id) => held.get(id),
    add(result) {
      held.set(result.id, result);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}

export interface Judged {
  readonly mutant: Mutant;
  /** `file:line  removed text`. */
  readonly place: string;
  readonly result: Result | undefined;
}

const isExpectedSurvivor = ({ mutant, result }: Judged): boolean =>
  mutant.expected === 'survived' && result?.outcome === 'survived';

/** The table by kind, and each check that is not killed. Controls are apart. "Expected" survived as expected. */
export function reportOf(judged: readonly Judged[]): string {
  const checks = judged.filter(({ mutant }) => mutant.kind !== 'control');
  const controls = judged.filter(({ mutant }) => mutant.kind === 'control');
  const rowOf = (kind: string, of: readonly Judged[]): string => {
    const count = (outcome: Outcome): number => of.filter(({ result }) => result?.outcome === outcome).length;
    const expected = of.filter(isExpectedSurvivor).length;
    const notRun = of.filter(({ result }) => result === undefined).length;
    const cells = [of.length, count('killed'), expected, count('survived') - expected, count('broken'), notRun];
    return `| ${kind} | ${cells.join(' | ')} |`;
  };
  const ofKind = (kind: CheckKind): Judged[] => checks.filter(({ mutant }) => mutant.kind === kind);
  const lines = [
    '| Check | Number | Killed | Expected | Survived | Broken | Not run |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...kinds.filter((kind) => ofKind(kind).length > 0).map((kind) => rowOf(kind, ofKind(kind))),
    rowOf('all', checks),
  ];
  const unexpected = checks.filter(({ mutant, result }) => result !== undefined && result.outcome !== mutant.expected);
  return [
    ...lines,
    ...unexpected.map(({ mutant, place, result }) => {
      const outcome = mutant.reason === undefined ? result?.outcome : `${result?.outcome}, expected to survive`;
      return `${outcome}: ${place}${result?.why ? ` (${result.why})` : ''}`;
    }),
    ...checks
      .filter(isExpectedSurvivor)
      .map(({ mutant, place }) => `survived as expected: ${place}: ${mutant.reason ?? ''}`),
    ...controls.map(
      ({ mutant, place, result }) => `control: ${place}: ${result?.outcome ?? 'not run'}, expected ${mutant.expected}`,
    ),
  ].join('\n');
}
