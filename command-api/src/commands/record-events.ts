/** Decided events as the log stores them: ids, revisions, metadata. */
import { v5 as uuidv5 } from 'uuid';
import type { Fold, Folded } from 'service-kit/aggregates/fold-cache';
import type { NewEvent } from 'service-kit/event-log/port';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { type Command, type DomainEvent, latestOf, type Recorded } from 'language/domain/command';
import type { Intent } from './intent.ts';

/**
 * `uuidv5(commandId, index)` of docs/architecture.md, "Rule 3: every command has an id". The stream is part of it:
 * admitting a patient writes to two streams with one command id.
 */
export const eventId = (commandId: string, stream: string, index: number): string =>
  uuidv5(`${stream}#${index}`, commandId);

/**
 * Team and patient in the metadata are those of the state after the events: a new stream has none before.
 * @param now the instant of this attempt. Clocks of several processes differ: `recordedAt` never goes back in a stream.
 * @returns the events for the log, and the fold with them
 */
export function recordEvents<State, Payload extends object>(
  intent: Pick<Intent<State, Payload>, 'name' | 'commandId' | 'id' | 'target'> & {
    readonly fold: Omit<Fold<State>, 'nothing'>;
  },
  folded: Folded<State>,
  events: readonly DomainEvent[],
  command: Command<Payload>,
  now: Date,
): { next: Folded<State>; recorded: NewEvent[] } {
  const { fold, id, name, commandId, target } = intent;
  const metadata = {
    commandId,
    command: name,
    ...(target === undefined ? {} : { target }),
    actorId: command.actor.id,
    occurredAt: command.at,
    recordedAt: latestOf(
      now.toISOString(),
      command.at,
      ...(folded.recordedAt === undefined ? [] : [folded.recordedAt]),
    ),
  };
  const firstRevision = folded.revision === undefined ? 0n : folded.revision + 1n;
  const numbered: Recorded<DomainEvent>[] = events.map((event, index) => ({
    ...event,
    id: eventId(commandId, fold.stream(id), index),
    revision: firstRevision + BigInt(index),
    metadata: { ...metadata, schemaVersion: schemaVersionOf(event.type) },
  }));
  const next = fold.extend(folded, numbered);
  const owner = fold.place(next.state, id);
  const recorded = numbered.map((event) => ({
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: { ...event.metadata, ...owner },
  }));
  return { next, recorded };
}
