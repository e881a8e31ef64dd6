/** The data of an admission that a browser shows. An answer never replaces a newer version by an older one. */
import type { AdmissionDetails, AdmissionMedication, PhysicianNote, Review } from 'command-api/contract/entities';
import type { Changed } from 'command-api/contract/live';

/** A part is undefined where the server answers 404. */
export interface View {
  details: AdmissionDetails | undefined;
  reviews: Review[] | undefined;
  notes: PhysicianNote[] | undefined;
  medications: AdmissionMedication[] | undefined;
}
export type Part = keyof View;
export const parts = ['details', 'reviews', 'notes', 'medications'] as const satisfies readonly Part[];

export const pathOf = (part: Part, admission: string): string =>
  ({
    details: `/api/admissions/${admission}/details`,
    reviews: `/api/reviews/listAdmissionReviews/${admission}`,
    notes: `/api/physicNotes/listAdmNotes/${admission}`,
    medications: `/api/admissions/${admission}/medications`,
  })[part];

/**
 * Which parts a live note invalidates. The tag of the admission alone invalidates all of them.
 */
export function partsTouchedBy({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): readonly Part[] {
  const [tag, ...others] = touched;
  if (others.length === 0 && tag === stream.replace('-', ':')) return parts;
  return [...new Set(touched.map((one) => partOf(one.slice(0, one.indexOf(':')))))];
}

/** Undefined where the note names no review. */
export function reviewsTouchedBy({ touched }: Pick<Changed, 'touched'>): ReadonlySet<string> | undefined {
  const ids = touched.filter((tag) => tag.startsWith('review:')).map((tag) => tag.slice('review:'.length));
  return ids.length > 0 ? new Set(ids) : undefined;
}

/** A requested item that was not found leaves the list. A new item is appended. */
export const withItems = <Item extends { _id: string }>(
  list: readonly Item[] | undefined,
  asked: ReadonlySet<string>,
  found: readonly Item[],
): Item[] =>
  found.reduce(
    withItem,
    (list ?? []).filter(({ _id }) => !asked.has(_id) || found.some((item) => item._id === _id)),
  );

function partOf(kind: string): Part {
  switch (kind) {
    case 'review':
    case 'entry':
      return 'reviews';
    case 'note':
      return 'notes';
    case 'medication':
      return 'medications';
    default:
      return 'details';
  }
}

interface Entity {
  readonly _id: string;
  readonly version: number;
  readonly [field: string]: unknown;
}
const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' &&
  value !== null &&
  '_id' in value &&
  typeof value._id === 'string' &&
  'version' in value &&
  typeof value.version === 'number';

/**
 * The newer version of each entity, as the browser merges: its fields and lists are those of its newer version, and the
 * entities within are compared by their own. A list without a version has the entities of the answer.
 */
export function newest(held: unknown, read: unknown): unknown {
  if (held === read) return read;
  if (Array.isArray(held) && Array.isArray(read)) {
    const heldById = new Map(held.filter(isEntity).map((entity) => [entity._id, entity]));
    return read.map((item: unknown) => (isEntity(item) ? newest(heldById.get(item._id), item) : item));
  }
  if (!isEntity(held) || !isEntity(read) || held._id !== read._id) return read;
  const [older, newer] = read.version < held.version ? [read, held] : [held, read];
  const lists = Object.keys(newer).filter((field) => Array.isArray(newer[field]));
  return { ...newer, ...Object.fromEntries(lists.map((field) => [field, newest(older[field], newer[field])])) };
}

/** The ids of all shown entities, with their versions. */
export function shownIn(part: unknown): Map<string, number> {
  return new Map(Array.isArray(part) ? part.flatMap(entitiesIn) : entitiesIn(part));
}

/** An object that was not read again is the same object, so its entities are cached. */
const looked = new WeakMap<Entity, readonly [id: string, version: number][]>();
function entitiesIn(thing: unknown): readonly [id: string, version: number][] {
  if (!isEntity(thing)) return [];
  const known = looked.get(thing);
  if (known) return known;
  const found: [string, number][] = [
    [thing._id, thing.version],
    ...Object.values(thing).flatMap((field) => (Array.isArray(field) ? field.flatMap(entitiesIn) : [])),
  ];
  looked.set(thing, found);
  return found;
}

/** Replaces the item of the same id, else appends it. */
export const withItem = <Item extends { _id: string }>(list: readonly Item[] | undefined, item: Item): Item[] =>
  list?.some(({ _id }) => _id === item._id)
    ? list.map((held) => (held._id === item._id ? item : held))
    : [...(list ?? []), item];
export const withoutItem = <Item extends { _id: string }>(list: readonly Item[] | undefined, gone: string): Item[] =>
  (list ?? []).filter(({ _id }) => _id !== gone);
