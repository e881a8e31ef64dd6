/** A field that the server refused is marked until its value changes. */
import { useState } from 'react';
import type { ApiError } from '../platform/http/api.ts';

export interface RefusedFields {
  /** For the whole form. Null when each field that it names has changed. */
  error: ApiError | null;
  /** By the field names of the body that was sent. */
  fields: Readonly<Record<string, string>>;
}

/** @param isUnchanged true if a field of the body still has the value that was sent */
export function refusedFields(
  error: ApiError | null | undefined,
  isUnchanged: (field: string) => boolean,
): RefusedFields {
  if (!error) return { error: null, fields: {} };
  const named = Object.entries(error.fields);
  const left = named.filter(([field]) => isUnchanged(field));
  return { error: named.length > 0 && left.length === 0 ? null : error, fields: Object.fromEntries(left) };
}

/**
 * For a form that does not change between sending and answer. A refused field that the draft does not have is marked
 * until any field changes.
 */
export function useRefusedFields(
  error: ApiError | null | undefined,
  draft: Readonly<Record<string, unknown>>,
): RefusedFields {
  const [sent, setSent] = useState({ error, draft });
  if (error !== sent.error) setSent({ error, draft });
  const isSame = (field: string): boolean => draft[field] === sent.draft[field];
  return refusedFields(error, (field) => (field in draft ? isSame(field) : Object.keys(draft).every(isSame)));
}
