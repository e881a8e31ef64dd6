/**
 * A read that lags behind never puts an older version over a newer one on the screen.
 * Entities are known by `_id` and `version`; what lies in an entity's lists has versions of its own, so they are compared item by item.
 */
import { replaceEqualDeep } from '@tanstack/react-query';

interface Entity { readonly _id: string; readonly version: number; readonly [field: string]: unknown }

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string' && 'version' in value && typeof value.version === 'number';

function newest(held: unknown, read: unknown): unknown {
  if (held === read) return read;
  if (Array.isArray(held) && Array.isArray(read)) {
    const heldById = new Map(held.filter(isEntity).map((entity) => [entity._id, entity]));
    return read.map((item: unknown) => (isEntity(item) ? newest(heldById.get(item._id), item) : item));
  }
  if (!isEntity(held) || !isEntity(read) || held._id !== read._id) return read;
  const base = read.version < held.version ? held : read;
  const lists = Object.keys(read).filter((field) => Array.isArray(read[field]) && Array.isArray(held[field]));
  return { ...base, ...Object.fromEntries(lists.map((field) => [field, newest(held[field], read[field])])) };
}

/** For TanStack Query's `structuralSharing`: the newest of both, keeping the identity of what is equal. */
export const keepNewest = (held: unknown, read: unknown): unknown => replaceEqualDeep(held, newest(held, read));
