/**
 * A read that arrives late never puts an older version over a newer one on the screen.
 *
 * Entities are known by `_id` and `version`. All that an entity holds (fields, and which items its lists have, in which
 * order) follows the newer of the two versions. An entity inside it has a version of its own, which is compared by
 * itself. Where no version covers a list (a plain array, the pages of an answer), which items it has follows the read:
 * nothing says which of the two is newer.
 */
import { replaceEqualDeep } from '@tanstack/react-query';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const idOf = (value: unknown): string | undefined =>
  isFields(value) && typeof value['_id'] === 'string' ? value['_id'] : undefined;
const versionOf = (value: Fields): number | undefined =>
  typeof value['version'] === 'number' ? value['version'] : undefined;

/**
 * The newer of both, with the newer of each entity inside. `preferred` wins where versions are equal or there are none.
 */
function newest(other: unknown, preferred: unknown): unknown {
  if (other === preferred) return preferred;
  if (Array.isArray(other) && Array.isArray(preferred)) return newestItems(other, preferred);
  if (!isFields(other) || !isFields(preferred) || idOf(other) !== idOf(preferred)) return preferred;
  const isOlder = (versionOf(preferred) ?? 0) < (versionOf(other) ?? 0);
  return isOlder ? newestFields(preferred, other) : newestFields(other, preferred);
}

function newestFields(older: Fields, newer: Fields): Fields {
  const fields = Object.entries(newer).map(([name, value]) => [name, newest(older[name], value)] as const);
  return fields.some(([name, value]) => value !== newer[name]) ? Object.fromEntries(fields) : newer;
}

/** The items of `newer` in its order. Items without an id (the pages of an answer) are compared by their place. */
function newestItems(older: readonly unknown[], newer: readonly unknown[]): readonly unknown[] {
  const olderById = new Map(older.map((item) => [idOf(item), item]));
  const items = newer.map((item, place) => {
    const id = idOf(item);
    return newest(id === undefined ? older[place] : olderById.get(id), item);
  });
  return items.some((item, place) => item !== newer[place]) ? items : newer;
}

/**
 * For TanStack Query's `structuralSharing`: the newest of what is held and what was read, keeping the identity of what
 * is equal.
 */
export const mergeByVersion = (held: unknown, read: unknown): unknown => replaceEqualDeep(held, newest(held, read));
