/**
 * Which fault is done when. Pure: the same seed and length give the same schedule. Faults are dealt like cards, so that
 * each class comes as often as it should also in a short run.
 */
import { nonEmpty, randomOf, type Random } from 'language/domain/testing/random';
import { cardsOf, type Fault, type FaultClass, faultClasses } from './fault.ts';

export interface Timed {
  /** Seconds after the first edit. */
  readonly at: number;
  readonly class: FaultClass;
  readonly fault: Fault;
}

export interface Schedule {
  readonly seed: number;
  /** How long the clients edit. */
  readonly seconds: number;
  readonly faults: readonly Timed[];
}

/** On the average. */
const PER_MINUTE = 50;
/** The clients have read their charts by then. */
const FIRST_AT = 1;
/** The last fault ends before the edits do. */
const LAST_BEFORE_END = 3;

/** @param seconds how long the clients edit */
export function drawSchedule(seed: number, seconds: number): Schedule {
  const chance = randomOf(seed);
  const span = Math.max(0, seconds - LAST_BEFORE_END - FIRST_AT);
  const count = Math.floor((span * PER_MINUTE) / 60);
  const faults = dealt(count, chance).map(({ name, card }, index): Timed => {
    const fault = card(chance);
    const latest = Math.max(FIRST_AT, seconds - LAST_BEFORE_END - (fault.seconds ?? 0));
    const at = Math.min(FIRST_AT + (span * (index + chance.next())) / count, latest);
    return { at: Math.round(10 * at) / 10, class: name, fault };
  });
  return { seed, seconds, faults: faults.toSorted((one, other) => one.at - other.at) };
}

/** Whole decks one after the other. Of less than a deck, each class has a card first. */
function dealt(count: number, chance: Random) {
  const decks = faultClasses.map((name) => cardsOf(name).map((card) => ({ name, card })));
  const cards = decks.flat();
  if (count < cards.length) {
    const first = decks.map((deck) => chance.pick(nonEmpty(deck, 'card')));
    const rest = chance.shuffled(cards).filter((card) => !first.includes(card));
    return chance.shuffled([...first, ...rest].slice(0, count));
  }
  const hands = Array.from({ length: Math.ceil(count / cards.length) }, () => chance.shuffled(cards));
  return hands.flat().slice(0, count);
}
