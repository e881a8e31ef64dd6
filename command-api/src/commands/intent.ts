/** The input of the command loop, and its answer. */
import type { FoldCache, FoldCaches, BatchInstant } from 'service-kit/aggregates/fold-cache';
import type { Actor, Command, DomainEvent, EntityConflict } from 'language/domain/command';

/** A command as the loop takes it. */
export interface Intent<State, Payload extends object> {
  /** Such as `RateError`. */
  readonly name: string;
  readonly commandId: string;
  readonly fold: FoldCache<State>;
  /** The aggregate's id: the stream is `fold.stream(id)`. */
  readonly id: string;
  /** The id of the thing within the stream, if there is one: a repeated command id must be about the same thing. */
  readonly target?: string | undefined;
  readonly payload: Payload;
  /**
   * It is refused while the disk is nearly full. Set for all commands of requests but those of a sign-in; what follows a
   * command is small, and is finished.
   */
  readonly needsRoom?: boolean;
  readonly basedOn?: bigint | undefined;
  /** When the person gave it, if that is not now: the events' `occurredAt`, and the day that counts as today. */
  readonly at?: Date;
  /** The events' `recordedAt`, if that is not now: only the demo's seed sets it (`http/seed-times.ts`). */
  readonly recordedAt?: Date;
  /**
   * The acting person's rights in this state of the stream; other streams are read as of the instant.
   * @throws HttpProblem or Rejection if the stream does not exist for this person
   */
  readonly actor: (state: State, instant: BatchInstant) => Actor | Promise<Actor>;
  readonly decide: (state: State, command: Command<Payload>) => readonly DomainEvent[];
}

export interface Outcome<State> {
  readonly state: State;
  readonly stream: string;
  /** The revision of the command's last event, or of the stream if there was nothing to do. */
  readonly revision: bigint;
}

/** An entity's conflict with the newest state of its stream: the answer shows what the entity is now. */
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

/**
 * @throws Rejection, ChangedSince, TooManyWaiting; WrongExpectedRevision, UnknownOutcome and LogUnavailable after the
 * last attempt
 */
export type Handle = <State, Payload extends object>(intent: Intent<State, Payload>) => Promise<Outcome<State>>;

/** The parts that commands of several steps are given. */
export interface CommandParts {
  readonly folds: FoldCaches;
  readonly handle: Handle;
}
