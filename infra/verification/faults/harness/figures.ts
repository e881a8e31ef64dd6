/** The result of a run, as lines of text. */
import type { Begun, Converged } from '../convergence/converge.ts';
import { checkers, type Finding } from './checks/check-run.ts';
import type { Outcome } from './run.ts';

/** Those that a run itself may find, before those of the checks. */
const CHECKERS = ['run', 'screens', 'sockets', 'races', 'doubled', 'processes', 'recovery', ...checkers];
const MOST_SENTENCES = 20;

export function linesOf({ injected, begun, converged, findings }: Outcome): string[] {
  const counts = (isDone: boolean): string =>
    countsOf(injected.filter((one) => one.isDone === isDone).map((one) => one.class));
  return [
    `faults done: ${counts(true)}; could not be done: ${counts(false)}`,
    ...linesOfRun({ begun, converged, findings }),
  ];
}

/** The commands, screens and findings of a run. */
export function linesOfRun(run: {
  readonly begun: Begun;
  readonly converged: Converged | undefined;
  readonly findings: readonly Finding[];
}): string[] {
  const { begun, converged, findings } = run;
  const { counts, intentions } = begun.ledger;
  const refused = intentions.flatMap((intention) => intention.refused ?? []);
  const acknowledged = intentions.filter((intention) => intention.acknowledged !== undefined).length;
  const names = [...new Set([...CHECKERS, ...findings.map(({ checker }) => checker)])];
  return [
    `commands ${intentions.length}: acknowledged ${acknowledged}, refused ${refused.length}, ` +
      `unknown ${intentions.length - acknowledged - refused.length}; sent again ${counts.repeated}, ` +
      `conflicts ${counts.conflicts}, connections dropped ${counts.drops}`,
    `refused because: ${countsOf(refused.map(({ status, reason }) => reason ?? String(status)))}`,
    converged
      ? `events ${converged.events}, agreed ${(converged.settledAfter / 1_000).toFixed(1)} s after the last edit`
      : 'the run ended early',
    names.map((name) => `${name} ${findings.filter(({ checker }) => checker === name).length}`).join(', '),
    ...findings.slice(0, MOST_SENTENCES).map(({ checker, says }) => `${checker}: ${says}`),
    ...(findings.length > MOST_SENTENCES ? [`and ${findings.length - MOST_SENTENCES} more`] : []),
  ];
}

/** The most frequent first. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
