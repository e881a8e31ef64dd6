/** The result of a run of faults, as lines of text. */
import { checkers } from './checks/check-run.ts';
import { shownFault } from './fault.ts';
import type { Ledger } from '../convergence/ledger.ts';
import type { Injected } from './inject.ts';
import type { Outcome } from './run.ts';

/** Those that this program knows; other checkers are added when they find something. */
const CHECKERS = ['lost', 'doubled', 'phantom', 'misplaced', 'screens', 'sockets', ...checkers];
const MOST_SENTENCES = 20;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export const isSound = ({ findings }: Pick<Outcome, 'findings'>): boolean => findings.length === 0;

export function linesOf(outcome: Outcome): string[] {
  const { injected, begun, converged, findings } = outcome;
  const done = injected.filter(({ isDone }) => isDone);
  const failed = injected.filter(({ isDone }) => !isDone);
  return [
    `faults ${done.length}: ${countsBy(done, ({ fault }) => fault.class)}`,
    ...(failed.length > 0
      ? [`could not be done ${failed.length}: ${countsBy(failed, ({ fault }) => fault.class)}`]
      : []),
    ...(begun ? linesOfCommands(injected, begun.ledger) : []),
    ...(converged
      ? [`events ${converged.events}, agreed ${seconds(converged.settledAfter)} after the last edit`]
      : ['the run ended early']),
    findingsLine(outcome),
    ...findings.slice(0, MOST_SENTENCES).map(({ checker, says }) => `${checker}: ${says}`),
    ...(findings.length > MOST_SENTENCES ? [`and ${findings.length - MOST_SENTENCES} more`] : []),
  ];
}

function linesOfCommands(injected: readonly Injected[], ledger: Ledger): string[] {
  const { counts, waits } = ledger;
  const { intentions } = ledger;
  const acknowledged = intentions.filter((intention) => intention.acknowledged !== undefined).length;
  const refused = intentions.filter((intention) => intention.refused !== undefined).length;
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const rank = (share: number): string => seconds(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const slowest = slowestRecovery(injected, ledger.acknowledgements);
  return [
    `commands ${intentions.length}: acknowledged ${acknowledged}, refused ${refused}, ` +
      `unknown ${intentions.length - acknowledged - refused}; sent again ${counts.repeated}`,
    `conflicts ${counts.conflicts}, merged ${counts.merged}, connections dropped ${counts.drops}`,
    `from acknowledgement to another screen: p50 ${rank(0.5)}, p95 ${rank(0.95)}, longest ${rank(1)}`,
    slowest
      ? `slowest recovery: ${seconds(slowest.ms)} until a command was acknowledged, after ${shownFault(slowest.fault)}`
      : 'slowest recovery: none was needed',
  ];
}

function findingsLine({ findings }: Outcome): string {
  const names = [...new Set([...CHECKERS, ...findings.map(({ checker }) => checker)])];
  return names.map((name) => `${name} ${findings.filter(({ checker }) => checker === name).length}`).join(', ');
}

/**
 * The longest time from the end of a fault to the next acknowledgement of any client, pauses of the client included.
 * @param acknowledgements performance.now() of each
 */
export function slowestRecovery(
  injected: readonly Pick<Injected, 'fault' | 'healedAt'>[],
  acknowledgements: readonly number[],
): { fault: Injected['fault']; ms: number } | undefined {
  const sorted = acknowledgements.toSorted((one, other) => one - other);
  return injected
    .flatMap(({ fault, healedAt }) => {
      const next = sorted.find((at) => at >= healedAt);
      return next === undefined ? [] : [{ fault, ms: next - healedAt }];
    })
    .toSorted((one, other) => other.ms - one.ms)[0];
}

function countsBy<Item>(items: readonly Item[], name: (item: Item) => string): string {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return [...counts].map(([key, count]) => `${key} ${count}`).join(', ');
}
