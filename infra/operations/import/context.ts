/** The parts that the steps of an import share. */
import type { Actor, Command, DomainEvent } from 'language/domain/command';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import { inOrder } from './in-order.ts';
import type { CollectionName } from './dump/known-fields.ts';
import { Fields } from './fields.ts';
import type { Dump } from './dump/dump.ts';
import type { Doc } from './dump/plain-values.ts';
import type { ImportReport } from './import-report.ts';
import type { Planned, WriteStream } from './stream-writer.ts';

export interface ImportContext {
  readonly dump: Dump;
  readonly report: ImportReport;
  readonly folds: FoldCaches;
  readonly write: WriteStream;
  readonly today: CalendarDate;
  /** ISO 8601. */
  readonly now: string;
  readonly isDryRun: boolean;
}

/** Streams that are written at the same time. */
const AT_ONCE = 12;
export const forEach = <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => inOrder(items, AT_ONCE, work);

export const fieldsIn = ({ report }: ImportContext, collection: CollectionName, doc: Doc): Fields =>
  new Fields(report, collection, doc);

/** The documents of a small collection. One without an id is refused. */
export async function allOf(context: ImportContext, collection: CollectionName): Promise<Fields[]> {
  const all: Fields[] = [];
  for await (const { doc } of context.dump.documents(collection)) {
    const fields = fieldsIn(context, collection, doc);
    if (fields.id === '') fields.refuse('has no id');
    else all.push(fields);
  }
  return all;
}

/** Things without an author are the product's own (`command-api/src/processes/reminders/answer-reminders.ts`). */
export const NO_AUTHOR = 'product';

/** The rights of the old system were checked there. */
export const actorOf = (id: string, rights: Partial<Actor> = {}): Actor => ({
  id,
  isMember: true,
  isTeamAdmin: false,
  canEdit: true,
  isPhysic: false,
  isAdminAccount: false,
  ...rights,
});

/**
 * The decision of the domain about a command with this payload. A payload that takes work is made when it is needed: an
 * import that goes on has most things already.
 */
export const deciding =
  <State, Payload extends object>(
    decide: (state: State, command: Command<Payload>) => readonly DomainEvent[],
    payload: Payload | (() => Payload),
  ): Planned<State>['decide'] =>
  (state, envelope) =>
    decide(state, { ...(typeof payload === 'function' ? payload() : payload), ...envelope });

/** When a thing was written; without a time, at noon of its day of care, and at the latest now. */
export function timeOf({ now }: ImportContext, fields: Fields, day?: CalendarDate): string {
  const noon = day === undefined ? now : `${day}T12:00:00.000Z`;
  return fields.writtenAt ?? (noon < now ? noon : now);
}

/** Counts the outcome of the command that brings a whole document. */
export const counted =
  (
    { report }: ImportContext,
    collection: CollectionName,
    fields: Pick<Fields, 'refuse'>,
  ): NonNullable<Planned<never>['onOutcome']> =>
  (outcome) =>
    typeof outcome === 'string' ? report.count(collection, outcome) : fields.refuse(outcome.reason);

/** Reports a part that is refused. */
export const partOf =
  (fields: Fields, field: string): NonNullable<Planned<never>['onOutcome']> =>
  (outcome) => {
    if (typeof outcome !== 'string') fields.changed(field, `is not taken: ${outcome.reason}`);
  };
