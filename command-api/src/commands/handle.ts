/**
 * The command loop (architecture, rules 2 to 5): read → fold → authorise → decide → append at the exact revision
 * folded, for all who wait for the stream together. The stream's conflict is retried here, silently; the entity's is
 * thrown as `ChangedSince`, for the person to see.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import { calendarDateIn } from '../domain/calendar-date.ts';
import {
  type Actor,
  type Command,
  type DomainEvent,
  EntityConflict,
  latestOf,
  type Recorded,
  Rejection,
} from '../domain/command.ts';
import { refusal } from '../domain/reasons/refusal.ts';
import { type EventLog, type NewEvent, UnknownOutcome, WrongExpectedRevision } from 'service-kit/event-log/port';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import type { FoldCache, Folded, Moment } from 'service-kit/aggregates/fold-cache';
import type { Logger } from 'service-kit/process/logger';
import type { Waiting } from 'service-kit/concurrency/batched-read';
import { createCommandBatcher } from './command-batcher.ts';

/** At an append whose outcome is not known: each may take as long as a server that hangs. */
const ATTEMPTS = 6;
/** At a stream where other processes are quicker: each is a read of the tail and an append. */
const MOST_CONFLICTS = 25;
/** How many commands of this process may wait for one stream. */
const WAITING = 200;
/**
 * Of the JSON of one append: at three bytes a letter, and a third more when encrypted, still well below the 1 MiB that
 * an event log takes.
 */
const MOST_LETTERS = 150_000;

/** A command as it comes to the loop. */
export interface Intent<State, Payload extends object> {
  /** Such as `RateError`. */
  readonly name: string;
  readonly commandId: string;
  readonly fold: FoldCache<State>;
  /** The aggregate's id: the stream is `fold.stream(id)`. */
  readonly id: string;
  /** The id of what it is about, where that lies within the stream: a repeated command id must be about the same. */
  readonly target?: string | undefined;
  readonly payload: Payload;
  readonly basedOn?: bigint | undefined;
  /** When it was given, where that is not now: the events' `occurredAt`, and whose day is today. */
  readonly at?: Date;
  /**
   * When the log is said to take it, where that is not when it does: the demo's past, and nothing else
   * (`http/seed-times.ts`).
   */
  readonly recordedAt?: Date;
  /**
   * The acting person's rights where the stream stands so, and other streams as they do at the moment.
   * @throws HttpProblem or Rejection for whom it does not exist
   */
  readonly actor: (state: State, moment: Moment) => Actor | Promise<Actor>;
  readonly decide: (state: State, command: Command<Payload>) => readonly DomainEvent[];
}

export interface Outcome<State> {
  readonly state: State;
  readonly stream: string;
  /** Of the last event: this command's, or the stream's where it had nothing to do. */
  readonly revision: bigint;
}

/** The entity's conflict, with the stream as it stands: so that the answer can show what the entity is now. */
export class ChangedSince<State> extends Error {
  override readonly name = 'ChangedSince';
  readonly conflict: EntityConflict;
  readonly state: State;
  constructor(conflict: EntityConflict, state: State) {
    super(conflict.message);
    this.conflict = conflict;
    this.state = state;
  }
}

export type Handle = <State, Payload extends object>(intent: Intent<State, Payload>) => Promise<Outcome<State>>;

/**
 * @param timeZone whose 'today' counts
 * @param told of each command that met another process's write: how often, and how many events of the tail were folded
 * for it
 * @returns the loop. It throws Rejection, ChangedSince, TooManyWaiting; WrongExpectedRevision, UnknownOutcome and
 * LogUnavailable after the last attempt
 */
export function createHandle(log: EventLog, timeZone: string, logger?: Logger): Handle {
  const line = createCommandBatcher<Turn, undefined>(WAITING, (waiting) => decideAndAppend(log, waiting, logger));
  return async (intent) => {
    const turn = turnOf(timeZone, intent);
    await line.ask(intent.fold.stream(intent.id), turn);
    return turn.outcome();
  };
}

/**
 * A command that waits for its stream. Whoever waits beside it is about the same stream, and so about the same state.
 */
interface Turn {
  readonly name: string;
  readonly fold: FoldCache<unknown>;
  readonly id: string;
  /**
   * One round: authorise and decide. What refuses the command, or that there is nothing to do, is not thrown but kept
   * until it is proven true.
   */
  decide(folded: Folded<unknown>, moment: Moment): Promise<Decided>;
}
interface Decided {
  readonly events: readonly NewEvent[];
  /** The fold with them. */
  readonly next: Folded<unknown>;
}

/**
 * Everybody who waits for one stream, decided one after the other, each on what the one before makes of it, and
 * appended together at the revision on which the first of them stood. Each is answered with the state right after its
 * own events.
 * @returns how many had room in it, from the first
 */
async function decideAndAppend(
  log: EventLog,
  waiting: readonly Waiting<Turn, undefined>[],
  logger: Logger | undefined,
): Promise<number> {
  const first = waiting[0]?.request;
  if (!first) return 0;
  const { fold, id } = first;
  const stream = fold.stream(id);
  let conflicts = 0;
  let unknown = 0;
  let tail = 0n;
  for (let isFirst = true; ; isFirst = false) {
    // What is remembered of the stream is enough to write: the append at its revision proves that it was still true,
    // and saves a read. Where nothing is written, refusals and that there is nothing to do are said only of what has
    // just been read.
    const remembered = isFirst ? fold.peek(id) : undefined;
    const known = fold.peek(id)?.revision;
    const folded = remembered ?? (await fold.load(id));
    if (conflicts > 0) tail += (folded.revision ?? -1n) - (known ?? -1n);
    const { events, next, count } = await decideTogether(folded, waiting);
    if (events.length === 0 && remembered) continue;
    const these = waiting.slice(0, count);
    try {
      if (events.length > 0) {
        await log.append(stream, folded.revision ?? 'no_stream', events);
        fold.keep(id, next);
      }
      for (const { request, answer } of these) {
        if (conflicts > 0)
          logger?.debug(
            { command: request.name, conflicts, tail: Number(tail) },
            'decided again: another process wrote to the stream first',
          );
        answer(undefined);
      }
      return count;
    } catch (error) {
      // After an unknown outcome the next round reads again and finds the command ids where the events have come
      // through.
      const isConflict = error instanceof WrongExpectedRevision;
      const isUnknown = error instanceof UnknownOutcome;
      if (isConflict) conflicts += 1;
      if (isUnknown) unknown += 1;
      if (!(isConflict || isUnknown) || unknown === ATTEMPTS || conflicts === MOST_CONFLICTS) {
        for (const { refuse } of these) refuse(error);
        return count;
      }
      // Once at once: whoever was quicker has written and is gone. Then by chance, so that two do not go on meeting.
      if (conflicts + unknown > 1) await delay(Math.random() * Math.min(100, 5 * 2 ** (conflicts + unknown)));
    }
  }
}

/** As many as one append has room for, and at least one: an event log refuses more than 1 MiB at once. */
async function decideTogether(
  folded: Folded<unknown>,
  waiting: readonly Waiting<Turn, undefined>[],
): Promise<Decided & { count: number }> {
  const events: NewEvent[] = [];
  let next = folded;
  let letters = 0;
  let count = 0;
  const moment: Moment = { since: new Date() };
  for (const { request } of waiting) {
    const decided = await request.decide(next, moment);
    letters += decided.events.length > 0 ? JSON.stringify(decided.events).length : 0;
    if (count > 0 && letters > MOST_LETTERS) break;
    events.push(...decided.events);
    next = decided.next;
    count += 1;
  }
  return { events, next, count };
}

function turnOf<State, Payload extends object>(
  timeZone: string,
  intent: Intent<State, Payload>,
): Turn & { outcome(): Promise<Outcome<State>> } {
  const { name, fold, id } = intent;
  const now = intent.at ?? new Date();
  let outcome: () => Outcome<State> | Promise<Outcome<State>> = () => {
    throw new Error(`${name} has not been decided`);
  };
  return {
    name,
    fold,
    id,
    async decide(folded: Folded<State>, moment) {
      try {
        const proposal = await propose(timeZone, now, intent, folded, moment);
        outcome = proposal.outcome;
        return proposal;
      } catch (error) {
        outcome = () => {
          throw error;
        };
        return { events: [], next: folded };
      }
    },
    outcome: async () => outcome(),
  };
}

/** What the loop would append, the fold with it, and what the command is answered once that is true. */
interface Proposal<State> {
  readonly events: readonly NewEvent[];
  readonly next: Folded<State>;
  readonly outcome: () => Outcome<State> | Promise<Outcome<State>>;
}

/** @throws what refuses the command */
async function propose<State, Payload extends object>(
  timeZone: string,
  now: Date,
  intent: Intent<State, Payload>,
  folded: Folded<State>,
  moment: Moment,
): Promise<Proposal<State>> {
  const { fold, id } = intent;
  const stream = fold.stream(id);
  const actor = await intent.actor(folded.state, moment);
  const first = firstOutcome(intent, folded);
  if (first !== undefined)
    return {
      events: [],
      next: folded,
      outcome: async () => ({ state: await fold.loadAt(id, first), stream, revision: first }),
    };
  const command: Command<Payload> = {
    ...intent.payload,
    id: intent.commandId,
    actor,
    at: now.toISOString(),
    today: calendarDateIn(timeZone, now),
    ...(intent.basedOn === undefined ? {} : { basedOn: intent.basedOn }),
  };
  const events = decideOn(intent, folded.state, command);
  const taken = intent.recordedAt ?? moment.since;
  const { next, recorded } =
    events.length === 0 ? { next: folded, recorded: [] } : record(intent, folded, events, command, taken);
  const { state, revision } = next;
  if (revision === undefined) throw new Error(`${intent.name} had nothing to do on a stream that is not there`);
  return { events: recorded, next, outcome: () => ({ state, stream, revision }) };
}

/**
 * The revision of this command's last event, where it has been here before.
 * @throws Rejection when its id was used for another command, or for another thing.
 */
function firstOutcome<State>(
  { name, commandId, target }: Pick<Intent<State, object>, 'name' | 'commandId' | 'target'>,
  folded: Folded<State>,
): bigint | undefined {
  const written = folded.commands.get(commandId);
  // Commands of before targets were written down have none.
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

/**
 * The events as they go to the log, and the fold with them. The place (team, patient) is the stream's after them: a new
 * stream has none before.
 * @param taken the instant of this attempt. Clocks of several processes differ: `recordedAt` never goes back within a
 * stream.
 */
function record<State, Payload extends object>(
  intent: Intent<State, Payload>,
  folded: Folded<State>,
  events: readonly DomainEvent[],
  command: Command<Payload>,
  taken: Date,
): { next: Folded<State>; recorded: NewEvent[] } {
  const { fold, id, name, commandId, target } = intent;
  const recordedAt = latestOf(
    taken.toISOString(),
    command.at,
    ...(folded.recordedAt === undefined ? [] : [folded.recordedAt]),
  );
  const said = {
    commandId,
    command: name,
    ...(target === undefined ? {} : { target }),
    actorId: command.actor.id,
    occurredAt: command.at,
    recordedAt,
  };
  const first = folded.revision === undefined ? 0n : folded.revision + 1n;
  const numbered: Recorded<DomainEvent>[] = events.map((event, index) => ({
    ...event,
    id: eventId(commandId, fold.stream(id), index),
    revision: first + BigInt(index),
    metadata: { ...said, schemaVersion: schemaVersionOf(event.type) },
  }));
  const next = fold.extend(folded, numbered);
  const place = fold.place(next.state, id);
  return {
    next,
    recorded: numbered.map((event) => ({
      id: event.id,
      type: event.type,
      data: event.data,
      metadata: { ...event.metadata, ...place },
    })),
  };
}

/** `uuidv5(commandId, index)` of rule 3, told apart by stream: admitting writes to two streams with one command id. */
export const eventId = (commandId: string, stream: string, index: number): string =>
  uuidv5(`${stream}#${index}`, commandId);
