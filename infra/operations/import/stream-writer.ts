/**
 * Writes the commands of an import to a stream: the domain decides each on the state that the one before leaves, and many
 * are appended together. A command whose id is in the stream was written by an earlier run, and is not decided again. A
 * killed import so goes on, and a second one writes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppendAttempts } from 'command-api/commands/append-attempts';
import { derivedId } from 'command-api/commands/derived-id';
import { recordEvents } from 'command-api/commands/record-events';
import { type Actor, type Command, type DomainEvent, IMPORT_RECORD, Rejection } from 'language/domain/command';
import { patientErased } from 'language/domain/refusals';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { Backoff } from 'service-kit/concurrency/backoff';
import type { FoldCache, Folded } from 'service-kit/aggregates/fold-cache';
import { type EventLog, KeyDestroyed, LogUnavailable, type NewEvent } from 'service-kit/event-log/port';
import { refuseMalformed } from 'service-kit/event-log/stored-form';
import { IMPORT } from './fields.ts';

/** Bytes of JSON. An event log takes 1 MiB at once, and encryption makes a payload a third longer. */
const APPEND_BYTES_MAX = 300_000;
const COMMAND_BYTES_MAX = 700_000;

export interface Planned<State> {
  /** Names the command for ever, by ids of the old system, such as `reviews:65f0…`. */
  readonly key: string;
  readonly target?: string;
  readonly actor: Actor;
  /** ISO 8601. */
  readonly at: string;
  /** If it is not the day of the import. */
  readonly today?: CalendarDate | undefined;
  readonly decide: (state: State, envelope: Command<object>) => readonly DomainEvent[];
  /** Hears of the outcome once. */
  readonly onOutcome?: ((outcome: 'added' | 'same' | Refused) => void) | undefined;
}
/** Why the domain, or the log, does not take it. */
export class Refused {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface WriterParts {
  readonly log: EventLog;
  readonly today: CalendarDate;
  readonly isDryRun: boolean;
  /** Rejects while the disk is nearly full. */
  readonly requireRoom: () => Promise<void>;
  readonly signal: AbortSignal;
}

export type WriteStream = <State>(
  fold: FoldCache<State>,
  id: string,
  planned: readonly Planned<State>[],
) => Promise<Folded<State>>;

/** @returns writes to a stream, and gives its fold after that. @throws the log's errors after the last attempt */
export const createStreamWriter =
  (parts: WriterParts): WriteStream =>
  async (fold, id, planned) => {
    const attempts = new AppendAttempts();
    const added = new Set<string>();
    for (;;) {
      parts.signal.throwIfAborted();
      try {
        const { folded, outcomes } = await patiently(() => attempt(parts, fold, id, planned, added));
        for (const [index, command] of planned.entries()) command.onOutcome?.(outcomes[index] ?? 'same');
        return folded;
      } catch (error) {
        fold.forget(id);
        if (error instanceof KeyDestroyed) {
          for (const { onOutcome } of planned) onOutcome?.(new Refused(patientErased().message));
          return fold.load(id);
        }
        if (!(await attempts.mayRetry(error))) throw error;
      }
    }
  };

/** The log restarts, or one of the two processes is busy for seconds: it is asked again. @throws LogUnavailable */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const waits = new Backoff({ firstMs: 500, mostMs: 10_000 });
  for (let left = OUTAGE_ATTEMPTS; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || left === 0) throw error;
      await delay(waits.nextMs());
    }
}
/** About a minute. */
const OUTAGE_ATTEMPTS = 9;

async function attempt<State>(
  { log, today, isDryRun, requireRoom }: WriterParts,
  fold: FoldCache<State>,
  id: string,
  planned: readonly Planned<State>[],
  added: Set<string>,
) {
  let folded = fold.peek(id) ?? (await fold.load(id));
  let batch: NewEvent[] = [];
  let bytes = 0;
  let written = folded.revision;
  const outcomes: ('added' | 'same' | Refused)[] = [];
  const waiting: string[] = [];
  const append = async (): Promise<void> => {
    if (batch.length > 0 && !isDryRun) {
      await requireRoom();
      written = await log.append(fold.stream(id), written ?? 'no_stream', batch);
    }
    for (const commandId of waiting) added.add(commandId);
    batch = [];
    bytes = 0;
    waiting.length = 0;
    fold.keep(id, folded);
  };
  for (const { key, target, actor, at, today: then = today, decide } of planned) {
    const commandId = derivedId(IMPORT, key);
    if (folded.commands.get(commandId)) {
      outcomes.push(added.has(commandId) ? 'added' : 'same');
      continue;
    }
    const command = { id: commandId, actor, at, today: then, head: folded.revision };
    const decision = decided(() => decide(folded.state, command));
    if (decision instanceof Refused || decision.length === 0) {
      outcomes.push(decision instanceof Refused ? decision : 'same');
      continue;
    }
    const { next, recorded } = recordEvents(
      { fold, id, name: IMPORT_RECORD, commandId, target },
      folded,
      decision,
      command,
      new Date(),
    );
    const size = Buffer.byteLength(JSON.stringify(recorded));
    const malformed = size > COMMAND_BYTES_MAX ? new Refused('is too large for one change') : malformedIn(recorded);
    if (malformed) {
      outcomes.push(malformed);
      continue;
    }
    if (bytes + size > APPEND_BYTES_MAX) await append();
    batch.push(...recorded);
    bytes += size;
    waiting.push(commandId);
    outcomes.push('added');
    folded = { ...next, commands: next.commands.settled() };
  }
  await append();
  return { folded, outcomes };
}

function decided(decide: () => readonly DomainEvent[]): readonly DomainEvent[] | Refused {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Rejection) return new Refused(error.refusal.message);
    throw error;
  }
}

/** The log refuses an event that does not keep to its schema: here it is a mistake of the old data, and no one's crash. */
function malformedIn(events: readonly NewEvent[]): Refused | undefined {
  try {
    events.forEach(refuseMalformed);
    return undefined;
  } catch (error) {
    return new Refused(error instanceof Error ? error.message : 'does not keep to its schema');
  }
}
