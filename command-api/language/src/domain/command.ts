/** Shared by all aggregates: the envelope of a command, the shape of a recorded event, and the two refusals. */
import type { CalendarDate } from './values/calendar-date.ts';
import { type Refusal, refusal } from './reasons/refusal.ts';
import type { RefusalCode } from './reasons/sentence.ts';

/** Rights of the acting person in the team that the command concerns, resolved before `decide` runs. */
export interface Actor {
  readonly id: string;
  readonly isMember: boolean;
  readonly isTeamAdmin: boolean;
  readonly canEdit: boolean;
  readonly isPhysic: boolean;
  /** The account whose e-mail is the setting ADMIN_EMAIL. */
  readonly isAdminAccount: boolean;
}

/**
 * Time, ids and the actor come with the command, so `decide` is pure (docs/architecture.md, "Rule 1: pure decisions").
 */
export interface CommandEnvelope {
  /** The command id; new entities' ids derive from it. */
  readonly id: string;
  readonly actor: Actor;
  /** The instant, ISO 8601 UTC. */
  readonly at: string;
  /** The calendar date in the team's time zone. */
  readonly today: CalendarDate;
  /** `If-Match`: the version of the entity that the person was looking at. */
  readonly basedOn?: bigint;
  /** The revision of the stream's last event that the state has; undefined for a new stream. */
  readonly head: bigint | undefined;
}

export type Command<Payload> = CommandEnvelope & Payload;

export interface EventMetadata {
  readonly commandId: string;
  /** The command's name, such as `RateError`. */
  readonly command: string;
  /** The id of the changed part of the stream, such as an entry or a member. */
  readonly target?: string;
  readonly actorId: string;
  /** When it was done, ISO 8601 UTC. Screens show this time, and it decides what is late. */
  readonly occurredAt: string;
  /**
   * When the log recorded it, ISO 8601 UTC: never before `occurredAt`, and never before that of the previous event of
   * the stream. It decides what was known at an instant (docs/decisions/write-side/two-times.md). Older events have
   * none: read it with `recordedAtOf`.
   */
  readonly recordedAt?: string;
  readonly schemaVersion: number;
  readonly teamId?: string;
  /** Names the key that the payload is encrypted with (patient and admission streams). */
  readonly patientId?: string;
}

/** The command of records that a hospital brings along from an older system. */
export const IMPORT_RECORD = 'ImportRecord';

/** The instant from which an event was known. */
export const recordedAtOf = ({ occurredAt, recordedAt }: Pick<EventMetadata, 'occurredAt' | 'recordedAt'>): string =>
  recordedAt ?? occurredAt;

/** The latest of these ISO 8601 instants, in the form of `Date.toISOString`. */
export const latestOf = (...instants: readonly string[]): string =>
  new Date(Math.max(...instants.map((instant) => Date.parse(instant)))).toISOString();

/** An event as `decide` returns it. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** An event as `evolve` sees it: with its revision, actor and time. */
export type Recorded<E extends DomainEvent> = E & {
  readonly revision: bigint;
  readonly id: string;
  readonly metadata: EventMetadata;
};

/** The revision and person of the last event that touched an entity. */
export interface Touch {
  readonly version: bigint;
  readonly changedBy: string;
  readonly changedAt: string;
}
export const touchOf = (event: Recorded<DomainEvent>): Touch => ({
  version: event.revision,
  changedBy: event.metadata.actorId,
  changedAt: event.metadata.occurredAt,
});

export type RejectionCode = Extract<RefusalCode, 'invalid' | 'forbidden' | 'notFound' | 'conflict'>;

/** A refused command: mapped to 400, 403, 404 or 409 in one place (`service-kit/http/http-problem.ts`). */
export class Rejection extends Error {
  readonly refusal: Refusal<RejectionCode>;
  readonly code: RejectionCode;
  /** The field of the body, where one is refused. */
  readonly field: string | undefined;
  constructor(refused: Refusal<RejectionCode>, field?: string) {
    super(refused.message);
    this.name = 'Rejection';
    this.refusal = refused;
    this.code = refused.code;
    this.field = field;
  }
}

/** The entity is not the one that the person read. The person sees the conflict; it is never retried. */
export class EntityConflict extends Error {
  readonly entity: {
    kind:
      | 'review'
      | 'entry'
      | 'note'
      | 'admission'
      | 'gallery'
      | 'medication'
      | 'medications'
      | 'measurement'
      | 'homeMedication'
      | 'reconciliation'
      | 'patient'
      | 'allergy'
      | 'allergies'
      | 'team'
      | 'priorityTable'
      | 'view'
      | 'user'
      | 'drug'
      | 'catalogue';
    id: string;
  };
  readonly touch: Touch;
  readonly refusal = refusal('changed-since');
  constructor(entity: EntityConflict['entity'], touch: Touch) {
    super(refusal('changed-since').message);
    this.name = 'EntityConflict';
    this.entity = entity;
    this.touch = touch;
  }
}

/** Called by `decide` (docs/architecture.md, "Rule 4: two kinds of conflict"). @throws EntityConflict */
export function refuseIfChanged(command: CommandEnvelope, entity: EntityConflict['entity'], touch: Touch): void {
  if (command.basedOn !== undefined && touch.version > command.basedOn) throw new EntityConflict(entity, touch);
  refuseIfAhead(command, entity, touch);
}

/**
 * The person saw a version that this log does not have: it was restored to an earlier point
 * (docs/decisions/write-side/restored-logs.md).
 * @throws EntityConflict
 */
export function refuseIfAhead(
  { basedOn, head = -1n }: CommandEnvelope,
  entity: EntityConflict['entity'],
  touch: Touch,
): void {
  if (basedOn !== undefined && basedOn > head) throw new EntityConflict(entity, touch);
}
