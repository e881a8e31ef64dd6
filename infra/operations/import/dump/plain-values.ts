/**
 * The values of a document as plain ones, from extended JSON and from BSON alike: ids as text, instants as ISO 8601,
 * numbers as numbers. Characters that Postgres cannot keep, NUL and half of a surrogate pair, are dropped.
 */
import { Decimal128, Long, ObjectId, UUID } from 'bson';

export type Doc = Readonly<Record<string, unknown>>;

/** @throws Error where it is no document */
export function plainDocument(value: unknown): Doc {
  const document = plain(value);
  if (!isDoc(document)) throw new Error('This is no document');
  return document;
}

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\0|\p{Cs}/gu, '');
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return isoOf(value.getTime());
  if (Array.isArray(value)) return value.map(plain);
  if (!isDoc(value)) return value;
  // Ids, long numbers and decimals of the BSON library. Others have no text of their own.
  if ('_bsontype' in value)
    return value instanceof ObjectId || value instanceof Long || value instanceof Decimal128 || value instanceof UUID
      ? value.toString()
      : null;
  const extended = extendedJson(value);
  if (extended !== undefined) return extended.value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.replaceAll('\0', ''), plain(inner)]));
}

/** @returns undefined for a document */
function extendedJson(value: Doc): { value: unknown } | undefined {
  const [[type, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0) return undefined;
  switch (type) {
    case '$oid':
    case '$uuid':
      return { value: String(inner) };
    case '$date': {
      const given = isDoc(inner) ? extendedJson(inner)?.value : inner;
      return { value: typeof given === 'string' && !/^-?\d+$/.test(given) ? given : isoOf(Number(given)) };
    }
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return { value: Number(inner) };
    case '$undefined':
      return { value: null };
    default:
      return undefined;
  }
}

const isoOf = (ms: number): string | null => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
