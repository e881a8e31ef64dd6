/** What the server refused of a form is said as long as it stands in the form as it was refused. */
import { useState } from 'react';
import type { ApiError } from '../platform/http/api.ts';

export interface Refused {
  /** For the form as a whole. Null once each field that it names was changed. */
  error: ApiError | null;
  /** By the names of the body that was sent. */
  fields: Readonly<Record<string, string>>;
}

/** @param isUnchanged whether a field of the body that was sent stands in the form as it was sent */
export function stillRefused(error: ApiError | null | undefined, isUnchanged: (field: string) => boolean): Refused {
  if (!error) return { error: null, fields: {} };
  const named = Object.entries(error.fields);
  const left = named.filter(([field]) => isUnchanged(field));
  return { error: named.length > 0 && left.length === 0 ? null : error, fields: Object.fromEntries(left) };
}

/**
 * Of a form that does not change between sending and answer. A field that the draft does not have goes with the whole
 * of it.
 */
export function useRefused(error: ApiError | null | undefined, draft: Readonly<Record<string, unknown>>): Refused {
  const [sent, setSent] = useState({ error, draft });
  if (error !== sent.error) setSent({ error, draft });
  const isSame = (field: string): boolean => draft[field] === sent.draft[field];
  return stillRefused(error, (field) => (field in draft ? isSame(field) : Object.keys(draft).every(isSame)));
}
