/**
 * Decides commands on a fold in memory by the domain's own rules, and hands over the events. The product does the same
 * against the log (`command-api/src/commands/handle.ts`).
 */
import { recordEvents } from 'command-api/commands/record-events';
import { aggregates } from 'language/domain/aggregates';
import type { Actor, Command, DomainEvent } from 'language/domain/command';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { createFold, type Fold, type Folded } from 'service-kit/aggregates/fold-cache';
import type { NewEvent } from 'service-kit/event-log/port';
import type { Times } from '../../../runtime/seed/hospital-clock.ts';
import { TIME_ZONE } from './size.ts';

export const folds = {
  admission: createFold(aggregates.admission),
  patient: createFold(aggregates.patient),
  team: createFold(aggregates.team),
  user: createFold(aggregates.user),
  drug: createFold(aggregates.drug),
  catalogue: createFold(aggregates.catalogue),
};

export interface DecidedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly event: NewEvent;
}

export interface DecidedCommand<State, Payload extends object> extends Times {
  readonly name: string;
  readonly commandId: string;
  readonly target?: string;
  readonly payload: Payload;
  readonly actor: Actor;
  readonly decide: (state: State, command: Command<Payload>) => readonly DomainEvent[];
}

export type RecordEvent = (event: DecidedEvent) => void;

/** A stream from its first event on. */
export class RecordedStream<State> {
  readonly #fold: Fold<State>;
  readonly #id: string;
  readonly #record: RecordEvent;
  #folded: Folded<State>;

  constructor(fold: Fold<State>, id: string, record: RecordEvent) {
    this.#fold = fold;
    this.#id = id;
    this.#record = record;
    this.#folded = fold.nothing();
  }

  get state(): State {
    return this.#folded.state;
  }

  /** @returns the state after the command @throws Rejection when the domain refuses it: the generator has a mistake */
  handle<Payload extends object>(asked: DecidedCommand<State, Payload>): State {
    const { payload, commandId, actor, occurredAt, recordedAt, decide } = asked;
    const before = this.#folded;
    const command: Command<Payload> = {
      ...payload,
      id: commandId,
      actor,
      at: occurredAt.toISOString(),
      today: todayAt(occurredAt),
      head: before.revision,
    };
    const decided = decide(before.state, command);
    if (decided.length === 0) return before.state;
    const intent = { ...asked, id: this.#id, fold: this.#fold };
    const { next, recorded } = recordEvents(intent, before, decided, command, recordedAt);
    this.#folded = { ...next, commands: next.commands.settled() };
    const stream = this.#fold.stream(this.#id);
    const first = before.revision === undefined ? 0n : before.revision + 1n;
    for (const [index, event] of recorded.entries()) this.#record({ stream, revision: first + BigInt(index), event });
    return next.state;
  }
}

const HOUR = 3_600_000;
const days = new Map<number, CalendarDate>();
/** Computing it is slow, and a day begins on the hour. */
function todayAt(at: Date): CalendarDate {
  const hour = Math.floor(at.getTime() / HOUR);
  let day = days.get(hour);
  if (day === undefined) days.set(hour, (day = calendarDateIn(TIME_ZONE, at)));
  return day;
}
