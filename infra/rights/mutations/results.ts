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

/** The table by kind, and each check that is not killed. Controls are apart. */
export function reportOf(judged: readonly Judged[]): string {
  const checks = judged.filter(({ mutant }) => mutant.kind !== 'control');
  const controls = judged.filter(({ mutant }) => mutant.kind === 'control');
  const rowOf = (kind: string, of: readonly Judged[]): string => {
    const count = (outcome: Outcome): number => of.filter(({ result }) => result?.outcome === outcome).length;
    const notRun = of.filter(({ result }) => result === undefined).length;
    return `| ${kind} | ${of.length} | ${count('killed')} | ${count('survived')} | ${count('broken')} | ${notRun} |`;
  };
  const ofKind = (kind: CheckKind): Judged[] => checks.filter(({ mutant }) => mutant.kind === kind);
  const lines = [
    '| Check | Number | Killed | Survived | Broken | Not run |',
    '| --- | --- | --- | --- | --- | --- |',
    ...kinds.filter((kind) => ofKind(kind).length > 0).map((kind) => rowOf(kind, ofKind(kind))),
    rowOf('all', checks),
  ];
  const notKilled = checks.filter(({ result }) => result !== undefined && result.outcome !== 'killed');
  return [
    ...lines,
    ...notKilled.map(({ place, result }) => `${result?.outcome}: ${place}${result?.why ? ` (${result.why})` : ''}`),
    ...controls.map(
      ({ mutant, place, result }) => `control: ${place}: ${result?.outcome ?? 'not run'}, expected ${mutant.expected}`,
    ),
  ].join('\n');
}
