/**
 * Merges a read into the cache, so that a late answer does not replace a newer version by an older one.
 *
 * Entities are identified by `_id` and `version`. The fields of an entity, and the items and order of its lists, are
 * those of its newer version. Nested entities are compared by their own versions. A list without a version (a plain
 * array, the pages of an answer) has the items of the read.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import { FORGOTTEN_VERSION } from '../../platform/http/event-log.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const idOf = (value: unknown): string | undefined =>
  isFields(value) && typeof value['_id'] === 'string' ? value['_id'] : undefined;
const versionOf = (value: Fields): number | undefined =>
  typeof value['version'] === 'number' ? value['version'] : undefined;

/**
 * The newer of both, with the newer of each nested entity. If there are no versions or equal ones, `preferred` wins;
 * and where its version is forgotten, because the other one is of the event log before.
 */
function newest(other: unknown, preferred: unknown): unknown {
  if (other === preferred) return preferred;
  if (Array.isArray(other) && Array.isArray(preferred)) return newestItems(other, preferred);
  if (!isFields(other) || !isFields(preferred) || idOf(other) !== idOf(preferred)) return preferred;
  const version = versionOf(preferred) ?? 0;
  const isOlder = version !== FORGOTTEN_VERSION && version < (versionOf(other) ?? 0);
  return isOlder ? newestFields(preferred, other) : newestFields(other, preferred);
}

function newestFields(older: Fields, newer: Fields): Fields {
  const fields = Object.entries(newer).map(([name, value]) => [name, newest(older[name], value)] as const);
  return fields.some(([name, value]) => value !== newer[name]) ? Object.fromEntries(fields) : newer;
}

/** The items of `newer` in its order. Items without an id (the pages of an answer) are compared by position. */
function newestItems(older: readonly unknown[], newer: readonly unknown[]): readonly unknown[] {
  const olderById = new Map(older.map((item) => [idOf(item), item]));
  const items = newer.map((item, index) => {
    const id = idOf(item);
    return newest(id === undefined ? older[index] : olderById.get(id), item);
  });
  return items.some((item, index) => item !== newer[index]) ? items : newer;
}

/** For `structuralSharing` of TanStack Query. Unchanged parts keep their identity. */
export const mergeByVersion = (cached: unknown, read: unknown): unknown =>
  replaceEqualDeep(cached, newest(cached, read));
