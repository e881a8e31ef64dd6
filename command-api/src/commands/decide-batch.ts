/** Commands of one stream, decided in their order, each on the state that the one before leaves. */
import type { FoldCache, Folded, BatchInstant } from 'service-kit/aggregates/fold-cache';
import type { NewEvent } from 'service-kit/event-log/port';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { type Actor, type Command, type DomainEvent, EntityConflict, Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { ChangedSince, type Intent, type Outcome } from './intent.ts';
import { recordEvents } from './record-events.ts';
import { CommandWork } from './tell-outcome.ts';

/**
 * Characters of JSON in one append. At three bytes a character, and a third more when encrypted, this is well below the
 * 1 MiB that an event log takes.
 */
const MAX_JSON_LENGTH = 150_000;

/** The events to append, and the fold with them. */
interface Decision {
  readonly events: readonly NewEvent[];
  readonly next: Folded<unknown>;
}

/** A command that waits for its stream. */
export interface PendingCommand {
  readonly name: string;
  readonly fold: FoldCache<unknown>;
  readonly id: string;
  readonly needsRoom: boolean;
  readonly work: CommandWork;
  /** Authorises and decides. A refusal is not thrown: it is the outcome, if the state turns out to be the newest. */
  decide(folded: Folded<unknown>, instant: BatchInstant): Promise<Decision>;
}

/**
 * @returns the decisions for the first `count` commands: as many as one append has room for, and at least one. `next`:
 * the fold after them
 */
export async function decideBatch(
  folded: Folded<unknown>,
  commands: readonly PendingCommand[],
): Promise<{ events: readonly NewEvent[]; next: Folded<unknown>; count: number }> {
  const events: NewEvent[] = [];
  let next = folded;
  let jsonLength = 0;
  let count = 0;
  const instant: BatchInstant = { since: new Date() };
  for (const command of commands) {
    const decision = await command.decide(next, instant);
    jsonLength += decision.events.length > 0 ? JSON.stringify(decision.events).length : 0;
    if (count > 0 && jsonLength > MAX_JSON_LENGTH) break;
    events.push(...decision.events);
    next = decision.next;
    count += 1;
  }
  return { events, next, count };
}

/** @param timeZone decides which day is today */
export function pendingCommand<State, Payload extends object>(
  timeZone: string,
  intent: Intent<State, Payload>,
): PendingCommand & { outcome(): Promise<Outcome<State>> } {
  const { name, fold, id } = intent;
  const now = intent.at ?? new Date();
  let outcome: () => Outcome<State> | Promise<Outcome<State>> = () => {
    throw new Error(`${name} has not been decided`);
  };
  const work = new CommandWork();
  return {
    name,
    fold,
    id,
    needsRoom: intent.needsRoom === true,
    work,
    async decide(folded: Folded<State>, instant) {
      try {
        const proposal = await propose(timeZone, now, intent, folded, instant);
        outcome = proposal.outcome;
        work.events = proposal.events.length;
        return proposal;
      } catch (error) {
        work.events = 0;
        outcome = () => {
          throw error;
        };
        return { events: [], next: folded };
      }
    },
    outcome: async () => outcome(),
  };
}

/** A decision with the command's answer, which is true once the events are in the log. */
interface Proposal<State> {
  readonly events: readonly NewEvent[];
  readonly next: Folded<State>;
  readonly outcome: () => Outcome<State> | Promise<Outcome<State>>;
}

/** @throws the refusal of the command */
async function propose<State, Payload extends object>(
  timeZone: string,
  now: Date,
  intent: Intent<State, Payload>,
  folded: Folded<State>,
  instant: BatchInstant,
): Promise<Proposal<State>> {
  const { fold, id } = intent;
  const stream = fold.stream(id);
  const actor = await authorised(intent, folded, instant);
  const repeated = revisionOfRepeated(intent, folded);
  if (repeated !== undefined)
    return {
      events: [],
      next: folded,
      outcome: async () => ({ state: await fold.loadAt(id, repeated), stream, revision: repeated }),
    };
  const command: Command<Payload> = {
    ...intent.payload,
    id: intent.commandId,
    actor,
    at: now.toISOString(),
    today: calendarDateIn(timeZone, now),
    head: folded.revision,
    ...(intent.basedOn === undefined ? {} : { basedOn: intent.basedOn }),
  };
  const events = decideOn(intent, folded.state, command);
  const { next, recorded } =
    events.length === 0
      ? { next: folded, recorded: [] }
      : recordEvents(intent, folded, events, command, intent.recordedAt ?? instant.since);
  const { state, revision } = next;
  if (revision === undefined) throw new Error(`${intent.name} had nothing to do on a stream that is not there`);
  return { events: recorded, next, outcome: () => ({ state, stream, revision }) };
}

/**
 * A repeated command may be authorised as when it was saved: its patient may belong to another team since, and the person
 * is due the first answer. The person's own rights are those of now.
 * @throws the refusal of the person
 */
async function authorised<State, Payload extends object>(
  { fold, id, commandId, actor }: Intent<State, Payload>,
  { state, commands }: Folded<State>,
  instant: BatchInstant,
): Promise<Actor> {
  try {
    return await actor(state, instant);
  } catch (error) {
    const written = commands.get(commandId);
    if (!written) throw error;
    const then = await fold.loadAt(id, written.last);
    return actor(then, instant);
  }
}

/**
 * @returns the revision of this command's last event, if the stream has the command already
 * @throws Rejection if the command id belongs to another command, or to another thing
 */
function revisionOfRepeated<State>(
  { name, commandId, target }: Pick<Intent<State, object>, 'name' | 'commandId' | 'target'>,
  folded: Folded<State>,
): bigint | undefined {
  const written = folded.commands.get(commandId);
  // The oldest events have no target in their metadata.
  const isOther = written && (written.command !== name || (written.target !== undefined && written.target !== target));
  if (isOther) throw new Rejection(refusal('idempotency-key-reused'));
  return written?.last;
}

function decideOn<State, Payload extends object>(
  intent: Intent<State, Payload>,
  state: State,
  command: Command<Payload>,
): readonly DomainEvent[] {
  try {
    return intent.decide(state, command);
  } catch (error) {
    throw error instanceof EntityConflict ? new ChangedSince(error, state) : error;
  }
}
