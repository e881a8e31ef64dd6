/**
 * Describes a change: its subject, and the fields that differ before and after. Each kind of stream has a describer.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HistoryEvent, HistoryThing } from 'language/contract/history';
import { IMPORT_RECORD } from 'language/domain/command';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { isLate } from 'language/domain/values/late';
import { revisionToJson } from 'language/domain/values/revision';
import type { StoredEvent } from 'service-kit/event-log/port';
import { type People, personOf } from 'language/contract/render/people';
import type { Transition } from './stream-history.ts';

export interface About {
  readonly of: HistoryThing;
  /** The review that holds the entry. */
  readonly in?: HistoryThing;
}

export interface ChangeDescriber<State> {
  about(id: string, event: StoredEvent): About;
  /** The day of care that an event speaks of, if any. */
  day?(transition: Transition<State>): CalendarDate | undefined;
  /**
   * True if an event changed a thing; the fold keeps the objects of untouched things. Called for
   * every event of a stream.
   */
  hasChanged(before: State, after: State, thing: HistoryThing): boolean;
  /** The thing in the contract's shape; undefined if it does not exist. */
  show(people: People, id: string, state: State, thing: HistoryThing): Promise<object | undefined>;
}

/** True if the event concerns a thing. */
export const concerns = <State>(
  describer: ChangeDescriber<State>,
  id: string,
  transition: Transition<State>,
  thing: HistoryThing,
): boolean =>
  describer.about(id, transition.event).of === thing ||
  (transition.before !== transition.after && describer.hasChanged(transition.before, transition.after, thing));

/** @param narrowed the requested thing: if it came or went with a larger one, it is described alone */
export async function describeChange<State>(
  describer: ChangeDescriber<State>,
  people: People,
  timeZone: string,
  id: string,
  transition: Transition<State>,
  narrowed?: HistoryThing,
): Promise<HistoryEvent> {
  const { event, before, after } = transition;
  const { metadata } = event;
  const about = describer.about(id, event);
  const day = describer.day?.(transition);
  const isPart = narrowed !== undefined && about.in !== narrowed && about.of !== narrowed;
  const of = isPart ? narrowed : about.of;
  const [was, is, actor] = await Promise.all([
    describer.show(people, id, before, of),
    describer.show(people, id, after, of),
    personOf(people, metadata.actorId),
  ]);
  return {
    _id: event.id,
    type: event.type,
    stream: event.stream,
    revision: revisionToJson(event.revision),
    at: metadata.occurredAt,
    ...(metadata.recordedAt === undefined ? {} : { recordedAt: metadata.recordedAt }),
    actorId: metadata.actorId,
    actorName: actor.name,
    of,
    ...nameOf(of, { ...was, ...is }),
    ...(about.in !== undefined ? { in: about.in } : isPart ? { in: about.of } : {}),
    ...changedFields(was, is),
    ...(day !== undefined && isLate(day, metadata.occurredAt, timeZone) ? { late: true } : {}),
    ...(metadata.command === IMPORT_RECORD ? { imported: true } : {}),
    ...(event.unreadable ? { unreadable: true } : {}),
  };
}

/**
 * The name of a thing: an entry's drug, a review's day, a measurement's kind. None for a thing that is the only one of its kind, or
 * unreadable.
 */
function nameOf(of: HistoryThing, thing: object): { name?: string } {
  const found = thing as Readonly<Record<string, unknown>>;
  const text = (field: string): string => (typeof found[field] === 'string' ? found[field] : '');
  const name =
    nameFields[kindOf(of)]
      ?.map(text)
      .filter((part) => part !== '')
      .join(' ') ?? '';
  return name === '' ? {} : { name };
}
const nameFields: Readonly<Record<string, readonly string[]>> = {
  entry: ['errDrugLabel'],
  review: ['reviewDate'],
  note: ['noteDate'],
  medication: ['drugLabel'],
  homeMedication: ['drugLabel'],
  reconciled: ['drugLabel'],
  allergy: ['drugLabel', 'tagLabel', 'agentText'],
  measurement: ['kind'],
  gallery: ['title'],
  member: ['firstName', 'lastName'],
  view: ['name'],
  drug: ['label'],
};

/** Fields that follow from the revision, from the time of the event or from other things. */
const derived: readonly string[] = [
  'version',
  'headVersion',
  'createdAt',
  'reviewsCount',
  'notesCount',
  'canonical',
  'doseChangedOn',
];

function changedFields(before: object | undefined, after: object | undefined): Pick<HistoryEvent, 'before' | 'after'> {
  if (before === undefined || after === undefined) return { before: plain(before), after: plain(after) };
  const [was, is] = [plain(before) ?? {}, plain(after) ?? {}];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isDeepStrictEqual(was[field], is[field]),
  );
  const only = (whole: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(changed.map((field) => [field, whole[field] ?? null]));
  return { before: only(was), after: only(is) };
}

const plain = (thing: object | undefined): Record<string, unknown> | null =>
  thing === undefined ? null : Object.fromEntries(Object.entries(thing).filter(([field]) => !derived.includes(field)));

export const idOf = (thing: HistoryThing): string => thing.slice(thing.indexOf(':') + 1);
export const kindOf = (thing: HistoryThing): string => thing.slice(0, thing.indexOf(':'));
