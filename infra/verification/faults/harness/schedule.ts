/**
 * Which fault is done when. Pure: the same seed, length and classes give the same schedule. Faults are dealt like cards,
 * so that each class comes as often as it should also in a short run.
 */
import { nonEmpty, randomOf, type Random } from 'language/domain/testing/random';
import { type Targets, targetsOf } from './engines.ts';
import type { Fault, FaultClass } from './fault.ts';

export interface Timed {
  /** Seconds after the first edit. */
  readonly at: number;
  readonly fault: Fault;
}

export interface Schedule {
  readonly seed: number;
  /** How long the clients edit. */
  readonly seconds: number;
  readonly faults: readonly Timed[];
}

/** The clients have read their charts by then. */
const FIRST_AT = 1;
/** The last fault ends before the edits do. */
const LAST_BEFORE_END = 3;

const round = (seconds: number): number => Math.round(10 * seconds) / 10;
const between = (chance: Random, from: number, to: number): number => round(from + (to - from) * chance.next());

type Card = (chance: Random) => Fault;
type Decks = Readonly<Record<FaultClass, readonly Card[]>>;

/** A deck of each class. Together they are the share that each has in a run. One that hits nothing is empty. */
const decksFor = ({ services, links }: Targets): Decks => {
  const ifPostgres = (cards: readonly Card[]): readonly Card[] => (services.includes('postgres') ? cards : []);
  return {
    kill: services.map((service) => () => ({ class: 'kill', service })),
    pause: [
      ...services.map((service): Card => (chance) => ({ class: 'pause', service, seconds: between(chance, 0.3, 2.5) })),
      // Longer than the lock of a job (projections/src/queue/queue.ts): another worker takes it meanwhile.
      (chance) => ({ class: 'pause', service: 'projections', seconds: between(chance, 11, 14) }),
    ],
    link: links.flatMap((link): Card[] => [
      (chance) => ({ class: 'link', link, how: 'cut', seconds: between(chance, 0.2, 2) }),
      (chance) => ({
        class: 'link',
        link,
        how: chance.chance(50) ? 'half-open' : 'frozen',
        seconds: between(chance, 0.5, 3),
      }),
    ]),
    slow: links.map((link): Card => (chance) => ({
      class: 'slow',
      link,
      delayMs: chance.between(10, 120),
      seconds: between(chance, 2, 5),
    })),
    'wiped-queue': [() => ({ class: 'wiped-queue' })],
    'postgres-crash': ifPostgres([() => ({ class: 'postgres-crash' })]),
    jobs: [
      (chance) => ({ class: 'jobs', how: 'doubled', copies: chance.between(2, 5), seconds: 0 }),
      (chance) => ({ class: 'jobs', how: 'shuffled', copies: chance.between(1, 3), seconds: 0 }),
      (chance) => ({ class: 'jobs', how: 'late', copies: 1, seconds: between(chance, 3, 8) }),
    ],
    repeats: [
      ...[1, 2, 3].map((): Card => (chance) => ({
        class: 'repeats',
        how: 'parallel',
        commands: chance.between(4, 12),
      })),
      ...[1, 2].map((): Card => (chance) => ({ class: 'repeats', how: 'aborted', commands: chance.between(4, 12) })),
    ],
    poison: (['unknown-type', 'not-json', 'other-version'] as const).map((what) => () => ({ class: 'poison', what })),
    // An update restarts these while people work (docs/operations.md).
    restart: (['command-api', 'projections', 'query-api', 'gateway', 'event-log'] as const)
      .filter((service) => services.includes(service))
      .map((service) => () => ({ class: 'restart', service })),
    'socket-storm': [(chance) => ({ class: 'socket-storm', sockets: chance.between(40, 80) })],
    overload: [
      (chance) => ({ class: 'overload', perSecond: chance.between(200, 400), seconds: between(chance, 1, 2) }),
    ],
    race: (['review-or-deletion', 'admission-or-deletion', 'merge-both-ways'] as const).map((what) => (chance) => ({
      class: 'race',
      what,
      pairs: chance.between(3, 8),
    })),
    'kill-at-sync': ifPostgres(
      [1, 2, 3].map((): Card => (chance) => ({ class: 'kill-at-sync', nth: chance.between(1, 40) })),
    ),
    'sync-error': ifPostgres([(chance) => ({ class: 'sync-error', nth: chance.between(1, 20) })]),
    'full-disk': [(chance) => ({ class: 'full-disk', seconds: between(chance, 1, 4) })],
    clock: (['command-api', 'projections', 'query-api'] as const).map((service): Card => (chance) => ({
      class: 'clock',
      service,
      jumpSeconds: chance.pick([-3_600, -60, 60, 3_600]),
      seconds: between(chance, 1, 5),
    })),
  };
};

/**
 * @param options.perMinute faults in a minute, on the average
 * @param options.targets by default those of a run with the embedded engines. A class that hits none of them is left out
 */
export function drawSchedule(options: {
  seed: number;
  seconds: number;
  perMinute: number;
  classes: readonly FaultClass[];
  targets?: Targets;
}): Schedule {
  const { seed, seconds, perMinute, targets = targetsOf({}) } = options;
  const decks = decksFor(targets);
  const classes = options.classes.filter((name) => decks[name].length > 0);
  const chance = randomOf(seed);
  const span = Math.max(0, seconds - LAST_BEFORE_END - FIRST_AT);
  const count = Math.floor((span * perMinute) / 60);
  if (classes.length === 0) throw new RangeError('A schedule needs at least one class of faults');
  const faults = dealt(decks, classes, count, chance).map((card, index): Timed => {
    const fault = card(chance);
    const latest = Math.max(FIRST_AT, seconds - LAST_BEFORE_END - lengthOf(fault));
    return { at: round(Math.min(FIRST_AT + (span * (index + chance.next())) / count, latest)), fault };
  });
  return { seed, seconds, faults: faults.toSorted((one, other) => one.at - other.at) };
}

/** Whole decks one after the other. Of less than a deck, each class has a card first. */
function dealt(decks: Decks, classes: readonly FaultClass[], count: number, chance: Random): Card[] {
  const cards = classes.flatMap((name) => decks[name]);
  if (count < cards.length) {
    const first = classes.map((name) => chance.pick(nonEmpty(decks[name], 'card')));
    const rest = chance.shuffled(cards).filter((card) => !first.includes(card));
    return chance.shuffled([...first, ...rest].slice(0, count));
  }
  const hands = Array.from({ length: Math.ceil(count / cards.length) }, () => chance.shuffled(cards));
  return hands.flat().slice(0, count);
}

const lengthOf = (fault: Fault): number => ('seconds' in fault ? fault.seconds : 0);

/** Each has so many seconds to itself; one that ends a process has more. */
const ALONE_SECONDS = { short: 14, ended: 20 };

/** A cut of each link, a pause and a kill of each service of the embedded engines, one after the other. */
export function oneAtATime(seed: number): Schedule {
  const { services, links } = targetsOf({});
  const alone: readonly Fault[] = [
    ...links.map((link): Fault => ({ class: 'link', link, how: 'cut', seconds: 1.1 })),
    ...services.map((service): Fault => ({ class: 'pause', service, seconds: 0.7 })),
    ...services.map((service): Fault => ({ class: 'kill', service })),
  ];
  let at = 6;
  const faults = alone.map((fault): Timed => {
    const timed = { at, fault };
    at += fault.class === 'kill' ? ALONE_SECONDS.ended : ALONE_SECONDS.short;
    return timed;
  });
  return { seed, seconds: at, faults };
}
