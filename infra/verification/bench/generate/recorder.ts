/**
 * Decides commands on folds in memory by the domain's own rules, and hands over the events in the order of the log. The
 * product does the same against the log (`command-api/src/commands/handle.ts`).
 */
import { recordEvents } from 'command-api/commands/record-events';
import { aggregates } from 'language/domain/aggregates';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import type { Actor, Command, DomainEvent } from 'language/domain/command';
import { createFold, type Fold, type Folded } from 'service-kit/aggregates/fold-cache';
import type { NewEvent } from 'service-kit/event-log/port';
import type { Times } from '../../../runtime/seed/hospital-clock.ts';
import { TIME_ZONE } from './size.ts';

export interface DecidedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly event: NewEvent;
}

export interface DecidedCommand<State, Payload extends object> extends Times {
  readonly kind: Kind<State>;
  readonly id: string;
  readonly name: string;
  readonly commandId: string;
  readonly target?: string;
  readonly payload: Payload;
  readonly actor: Actor;
  readonly decide: (state: State, command: Command<Payload>) => readonly DomainEvent[];
}

/** The streams of one aggregate, with the folds of those that still change. */
export class Kind<State> {
  readonly fold: Fold<State>;
  readonly #folds = new Map<string, Folded<State>>();

  constructor(fold: Fold<State>) {
    this.fold = fold;
  }

  folded(id: string): Folded<State> {
    return this.#folds.get(id) ?? this.fold.nothing();
  }

  keep(id: string, folded: Folded<State>): void {
    this.#folds.set(id, { ...folded, commands: folded.commands.settled() });
  }

  /** Nothing more happens in this stream. */
  forget(id: string): void {
    this.#folds.delete(id);
  }
}

export class Recorder {
  readonly admission = new Kind(createFold(aggregates.admission));
  readonly patient = new Kind(createFold(aggregates.patient));
  readonly team = new Kind(createFold(aggregates.team));
  readonly user = new Kind(createFold(aggregates.user));
  readonly drug = new Kind(createFold(aggregates.drug));
  readonly catalogue = new Kind(createFold(aggregates.catalogue));
  #events: DecidedEvent[] = [];

  /** @returns the state after the command @throws Rejection when the domain refuses it: the generator has a mistake */
  handle<State, Payload extends object>(asked: DecidedCommand<State, Payload>): State {
    const { kind, id, payload, commandId, actor, occurredAt, recordedAt, decide } = asked;
    const before = kind.folded(id);
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
    const { next, recorded } = recordEvents({ ...asked, fold: kind.fold }, before, decided, command, recordedAt);
    kind.keep(id, next);
    const stream = kind.fold.stream(id);
    const first = before.revision === undefined ? 0n : before.revision + 1n;
    for (const [index, event] of recorded.entries())
      this.#events.push({ stream, revision: first + BigInt(index), event });
    return next.state;
  }

  /** The events since the last call. */
  take(): DecidedEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

const HOUR = 3_600_000;
const days = new Map<number, CalendarDate>();
/** Computing it is slow, and a day begins on the hour. */
function todayAt(at: Date): CalendarDate {
  const hour = Math.floor(at.getTime() / HOUR);
  let day = days.get(hour);
  if (day === undefined) {
    if (days.size > 10_000) days.clear();
    days.set(hour, (day = calendarDateIn(TIME_ZONE, at)));
  }
  return day;
}
