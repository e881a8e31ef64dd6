/** The result of a run of faults, as lines of text. */
import { checkers } from './checks/check-run.ts';
import { type FaultClass, shownFault } from './fault.ts';
import type { Ledger, Refused, Spent, Wait } from '../convergence/ledger.ts';
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
  const { counts, intentions } = ledger;
  const acknowledged = intentions.filter((intention) => intention.acknowledged !== undefined).length;
  const refused = intentions.flatMap((intention) => intention.refused ?? []);
  const slowest = slowestRecovery(injected, ledger.acknowledgements);
  return [
    `commands ${intentions.length}: acknowledged ${acknowledged}, refused ${refused.length}, ` +
      `unknown ${intentions.length - acknowledged - refused.length}; sent again ${counts.repeated}`,
    `refused because: ${reasonsOf(refused)}`,
    `conflicts ${counts.conflicts}, merged ${counts.merged}, connections dropped ${counts.drops}`,
    ...linesOfScreens(injected, ledger.waits),
    `time of the clients: ${sharesOf(ledger.spent)}`,
    slowest
      ? `slowest recovery: ${seconds(slowest.ms)} until a command was acknowledged, after ${shownFault(slowest.fault)}`
      : 'slowest recovery: none was needed',
    ...faultsAlone(injected, ledger.acknowledgements, ledger.waits).map(lineOfFaultAlone),
  ];
}

/** The most frequent first. */
export function reasonsOf(refused: readonly Refused[]): string {
  const counts = new Map<string, number>();
  for (const { status, reason } of refused) {
    const why = reason ?? String(status);
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([why, count]) => `${why} ${count}`).join(', ') || 'none';
}

/** Faults that hold up no screen: they add calls or jobs, or break a stream of their own. */
const withoutOutage = new Set<FaultClass>(['poison', 'repeats', 'race', 'jobs', 'wiped-queue', 'socket-storm']);
/** After a fault is healed, the services connect again. */
const RECOVERS_MS = 3_000;

/**
 * From an acknowledgement to the first screen of another person that shows it: of a few people at a chart one is
 * connected. How long single screens were cut off is the length of the faults, no property of the product.
 */
function linesOfScreens(injected: readonly Injected[], waits: readonly Wait[]): string[] {
  const firsts = firstScreens(waits);
  const outages = injected.filter(({ fault }) => !withoutOutage.has(fault.class));
  const isDisturbed = (wait: Wait): boolean => outages.some((outage) => isNear(wait, outage, RECOVERS_MS));
  const undisturbed = firsts.filter((wait) => !isDisturbed(wait));
  return [
    `from acknowledgement to the first screen of another person, without a fault: ${ranksOf(undisturbed)}`,
    `the same during faults and ${RECOVERS_MS / 1_000} s after them: ${ranksOf(firsts.filter(isDisturbed))}`,
  ];
}

/** Whether a screen was waited for during the fault or in the time after it. */
const isNear = ({ at, ms }: Wait, { beganAt, healedAt }: Span, afterMs: number): boolean =>
  beganAt < at + ms && at < healedAt + afterMs;

function ranksOf(waits: readonly Wait[]): string {
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const rank = (share: number): string => seconds(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${rank(0.5)}, p95 ${rank(0.95)}, longest ${rank(1)} (${waits.length} commands)`;
}

type Span = Pick<Injected, 'beganAt' | 'healedAt'>;
/** A fault that no other one is this near had the product to itself. */
const ALONE_MS = 10_000;

export interface FaultAlone {
  readonly fault: Injected['fault'];
  readonly lastedMs: number;
  /** From its end to the next acknowledgement; undefined when none came. */
  readonly acknowledgedAfterMs: number | undefined;
  /** First screens of other people that were waited for during it or within ten seconds after it. */
  readonly waits: readonly Wait[];
}

/**
 * What each fault cost that had the product to itself.
 * @param acknowledgements performance.now() of each
 */
export function faultsAlone(
  injected: readonly (Span & Pick<Injected, 'fault'>)[],
  acknowledgements: readonly number[],
  waits: readonly Wait[],
): FaultAlone[] {
  const isApart = (one: Span, other: Span): boolean =>
    one === other || other.beganAt >= one.healedAt + ALONE_MS || one.beganAt >= other.healedAt + ALONE_MS;
  const firsts = firstScreens(waits);
  return injected
    .filter((one) => injected.every((other) => isApart(one, other)))
    .map((one) => ({
      fault: one.fault,
      lastedMs: one.healedAt - one.beganAt,
      acknowledgedAfterMs: slowestRecovery([one], acknowledgements)?.ms,
      waits: firsts.filter((wait) => isNear(wait, one, ALONE_MS)),
    }));
}

const lineOfFaultAlone = ({ fault, lastedMs, acknowledgedAfterMs, waits }: FaultAlone): string =>
  `alone, ${shownFault(fault)}: lasted ${seconds(lastedMs)}, ` +
  (acknowledgedAfterMs === undefined
    ? 'no command acknowledged after it'
    : `acknowledged ${seconds(acknowledgedAfterMs)} after it`) +
  `, first screens ${ranksOf(waits)}`;

/** Of each acknowledged revision the shortest wait of a screen of another person. */
export function firstScreens(waits: readonly Wait[]): Wait[] {
  const first = new Map<string, Wait>();
  for (const wait of waits) {
    const key = `${wait.stream}@${wait.revision}`;
    const known = first.get(key);
    if (!wait.isOwn && (known === undefined || wait.ms < known.ms)) first.set(key, wait);
  }
  return [...first.values()];
}

function sharesOf(spent: Spent): string {
  const shares: readonly [string, number][] = Object.entries(spent);
  const whole = shares.reduce((sum, [, ms]) => sum + ms, 0);
  return shares.map(([what, ms]) => `${what} ${Math.round((100 * ms) / Math.max(1, whole))} %`).join(', ');
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
