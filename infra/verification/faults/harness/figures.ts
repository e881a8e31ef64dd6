/** The result of a run, as lines of text. */
import type { Begun, Converged } from '../convergence/converge.ts';
import type { Wait } from '../convergence/ledger.ts';
import { checkers, type Finding } from './checks/check-run.ts';
import { type Fault, type FaultClass, shownFault } from './fault.ts';
import type { Injected } from './inject.ts';
import type { Outcome } from './run.ts';

/** Those that a run itself may find, before those of the checks. */
const CHECKERS = ['run', 'screens', 'sockets', 'races', 'doubled', 'processes', 'recovery', ...checkers];
const MOST_SENTENCES = 20;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Faults that hold up no screen: they add calls or jobs, or break a stream of their own. */
const withoutOutage = new Set<FaultClass>(['poison', 'repeats', 'race', 'jobs', 'wiped-queue', 'socket-storm']);

export function linesOf({ injected, begun, converged, findings }: Outcome): string[] {
  const counts = (isDone: boolean): string =>
    countsOf(injected.filter((one) => one.isDone === isDone).map(({ fault }) => fault.class));
  const recoveries = injected.flatMap(({ fault, healedAt }) => {
    const ms = begun && recoveryOf(healedAt, begun.ledger.acknowledgements);
    return ms === undefined ? [] : [{ fault, ms }];
  });
  const slowest = recoveries.toSorted((one, other) => other.ms - one.ms)[0];
  return [
    `faults done: ${counts(true)}; could not be done: ${counts(false)}`,
    ...(begun
      ? linesOfRun({
          begun,
          converged,
          findings,
          outages: injected.filter(({ fault }) => !withoutOutage.has(fault.class)),
        })
      : linesOfFindings(findings)),
    ...(slowest
      ? [
          `slowest recovery: ${seconds(slowest.ms)} until a command was acknowledged, after ${shownFault(slowest.fault)}`,
        ]
      : []),
    ...faultsAlone(injected, begun?.ledger.acknowledgements ?? [], begun?.ledger.waits ?? []).map(
      ({ fault, acknowledgedAfterMs, waits }) =>
        `alone, ${shownFault(fault)}: acknowledged ${acknowledgedAfterMs === undefined ? 'nothing' : seconds(acknowledgedAfterMs)} ` +
        `after it, first screens ${ranksOf(waits)}`,
    ),
  ];
}

/**
 * The commands, screens and findings of a run. The wait is that for the first screen of another person: how long single
 * screens were cut off is the length of the faults, no property of the product.
 */
export function linesOfRun(run: {
  readonly begun: Begun;
  readonly converged: Converged | undefined;
  readonly findings: readonly Finding[];
  readonly outages: readonly Span[];
}): string[] {
  const { begun, converged, findings, outages } = run;
  const { counts, intentions, waits } = begun.ledger;
  const refused = intentions.flatMap((intention) => intention.refused ?? []);
  const acknowledged = intentions.filter((intention) => intention.acknowledged !== undefined).length;
  const firsts = firstScreens(waits);
  const isDisturbed = (wait: Wait): boolean => outages.some((outage) => isNear(wait, outage, RECOVERS_MS));
  return [
    `commands ${intentions.length}: acknowledged ${acknowledged}, refused ${refused.length}, ` +
      `unknown ${intentions.length - acknowledged - refused.length}; sent again ${counts.repeated}, ` +
      `conflicts ${counts.conflicts}, connections dropped ${counts.drops}`,
    `refused because: ${countsOf(refused.map(({ status, reason }) => reason ?? String(status)))}`,
    `from acknowledgement to the first screen of another person, without a fault: ` +
      ranksOf(firsts.filter((wait) => !isDisturbed(wait))),
    `the same during faults and ${RECOVERS_MS / 1_000} s after them: ${ranksOf(firsts.filter(isDisturbed))}`,
    converged
      ? `events ${converged.events}, agreed ${seconds(converged.settledAfter)} after the last edit`
      : 'the run ended early',
    ...linesOfFindings(findings),
  ];
}

function linesOfFindings(findings: readonly Finding[]): string[] {
  const names = [...new Set([...CHECKERS, ...findings.map(({ checker }) => checker)])];
  return [
    names.map((name) => `${name} ${findings.filter(({ checker }) => checker === name).length}`).join(', '),
    ...findings.slice(0, MOST_SENTENCES).map(({ checker, says }) => `${checker}: ${says}`),
    ...(findings.length > MOST_SENTENCES ? [`and ${findings.length - MOST_SENTENCES} more`] : []),
  ];
}

type Span = Pick<Injected, 'beganAt' | 'healedAt'>;
/** After a fault is healed, the services connect again. */
const RECOVERS_MS = 3_000;
/** A fault that no other one is this near had the product to itself. */
const ALONE_MS = 10_000;

/** A screen was waited for during the fault or in the time after it. */
const isNear = ({ at, ms }: Wait, { beganAt, healedAt }: Span, afterMs: number): boolean =>
  beganAt < at + ms && at < healedAt + afterMs;

function ranksOf(waits: readonly Wait[]): string {
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const rank = (share: number): string => seconds(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${rank(0.5)}, p95 ${rank(0.95)}, longest ${rank(1)} (${waits.length} commands)`;
}

/** Each acknowledged revision with the shortest wait of a screen of another person. */
export function firstScreens(waits: readonly Wait[]): Wait[] {
  const first = new Map<string, Wait>();
  for (const wait of waits) {
    const key = `${wait.stream}@${wait.revision}`;
    const known = first.get(key);
    if (!wait.isOwn && (known === undefined || wait.ms < known.ms)) first.set(key, wait);
  }
  return [...first.values()];
}

/** From the end of a fault to the next acknowledgement of any client, pauses of the client included. */
const recoveryOf = (healedAt: number, acknowledgements: readonly number[]): number | undefined => {
  const next = Math.min(...acknowledgements.filter((at) => at >= healedAt));
  return Number.isFinite(next) ? next - healedAt : undefined;
};

/**
 * The costs of each fault that had the product to itself.
 * @param acknowledgements performance.now() of each
 * @returns each fault with the first screens that were waited for during it or within ten seconds after it
 */
export function faultsAlone(
  injected: readonly (Span & { readonly fault: Fault })[],
  acknowledgements: readonly number[],
  waits: readonly Wait[],
) {
  const isApart = (one: Span, other: Span): boolean =>
    one === other || other.beganAt >= one.healedAt + ALONE_MS || one.beganAt >= other.healedAt + ALONE_MS;
  const firsts = firstScreens(waits);
  return injected
    .filter((one) => injected.every((other) => isApart(one, other)))
    .map((one) => ({
      fault: one.fault,
      acknowledgedAfterMs: recoveryOf(one.healedAt, acknowledgements),
      waits: firsts.filter((wait) => isNear(wait, one, ALONE_MS)),
    }));
}

/** The most frequent first. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
