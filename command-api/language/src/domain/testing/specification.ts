/**
 * The words of every aggregate's specs: `given(events).when(decide, command).then(events)` and its refusals, with the
 * real `evolve` and `decide`.
 */
import { expect } from 'vitest';
import { type DomainEvent, EntityConflict, type Recorded, Rejection, type RejectionCode } from '../command.ts';

export interface Aggregate<State, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
}

/** An event, or an event with its actor. */
export type Given<Event extends DomainEvent> = Event | { readonly madeBy: string; readonly event: Event };
export const madeBy = <Event extends DomainEvent>(person: { readonly id: string }, event: Event): Given<Event> => ({
  madeBy: person.id,
  event,
});

const DEFAULT_ACTOR = 'another-user';

/** Events as the log returns them: the first at revision `from`, one a minute. */
export const recorded = <Event extends DomainEvent>(events: readonly Given<Event>[], from = 0n): Recorded<Event>[] =>
  events.map((given, index) => {
    const { event, actorId } =
      'madeBy' in given ? { event: given.event, actorId: given.madeBy } : { event: given, actorId: DEFAULT_ACTOR };
    const revision = from + BigInt(index);
    const occurredAt = new Date(Date.UTC(2026, 2, 1) + Number(revision) * 60_000).toISOString();
    const metadata = { commandId: `command-${revision}`, command: event.type, actorId, occurredAt, schemaVersion: 1 };
    return { ...event, revision, id: `event-${revision}`, metadata };
  });

export const foldOf = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Recorded<Event>[],
): State => events.reduce(aggregate.evolve, aggregate.initial);

export interface Outcome<Event extends DomainEvent> {
  /** Expects these events. After them the same command writes nothing or is refused. */
  then(...events: Event[]): void;
  thenNothing(): void;
  thenRejected(code: Exclude<RejectionCode, 'invalid'>, message: string): void;
  thenInvalid(field: string, sentence: string): void;
  thenConflict(expected: { entity: EntityConflict['entity']; changedBy: string }): void;
}

export const specificationOf =
  <State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>) =>
  (...events: Given<Event>[]) => ({
    state: foldOf(aggregate, recorded(events)),
    when: <Command extends { readonly actor: { readonly id: string } }>(
      decide: (state: State, command: Command) => Event[],
      command: Command,
    ): Outcome<Event> => {
      const before = foldOf(aggregate, recorded(events));
      const refusal = (): unknown => {
        try {
          return { written: decide(before, command) };
        } catch (thrown) {
          if (thrown instanceof Rejection)
            return { kind: Rejection, code: thrown.code, message: thrown.message, field: thrown.field };
          if (thrown instanceof EntityConflict)
            return { kind: EntityConflict, entity: thrown.entity, changedBy: thrown.touch.changedBy };
          throw thrown;
        }
      };
      return {
        then: (...expected) => {
          const written = decide(before, command);
          expect(written).toEqual(expected);
          const byActor = written.map((event) => madeBy(command.actor, event));
          const after = recorded(byActor, BigInt(events.length)).reduce(aggregate.evolve, before);
          expect(writtenOrRefused(() => decide(after, command))).toEqual([]);
        },
        thenNothing: () => expect(decide(before, command)).toEqual([]),
        thenRejected: (code, message) =>
          expect(refusal()).toEqual({ kind: Rejection, code, message, field: undefined }),
        thenInvalid: (field, sentence) =>
          expect(refusal()).toEqual({ kind: Rejection, code: 'invalid', message: sentence, field }),
        thenConflict: ({ entity, changedBy }) => expect(refusal()).toEqual({ kind: EntityConflict, entity, changedBy }),
      };
    },
  });

/** The events of a command; none where it is refused. Other errors are thrown. */
export function writtenOrRefused<Event extends DomainEvent>(decide: () => Event[]): Event[] {
  try {
    return decide();
  } catch (thrown) {
    if (thrown instanceof Rejection || thrown instanceof EntityConflict) return [];
    throw thrown;
  }
}
