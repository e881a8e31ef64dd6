/**
 * A form over a saved thing whose fields are texts: what was changed, and of which version. A newer version takes the form's place only
 * while nothing was typed.
 */
import { useState } from 'react';

type Texts = Readonly<Record<string, string>>;
export interface FlatForm<Fields extends Texts> {
  draft: Fields;
  /** What the draft was made of, and its version: `If-Match` of the edit. */
  base: { fields: Fields; version: number };
  /** The fields that differ from the base: all that has to be sent. */
  changed: Partial<Fields>;
  dirty: boolean;
  change(patch: Partial<Fields>): void;
  /** Begins again from what is saved now. */
  take(fields: Fields, version: number): void;
}

export function useFlatForm<Fields extends Texts>(saved: Fields, version: number): FlatForm<Fields> {
  const [base, setBase] = useState({ fields: saved, version });
  const [draft, setDraft] = useState(saved);
  const changed = Object.fromEntries(Object.entries(draft).filter(([field, text]) => text !== base.fields[field])) as Partial<Fields>;
  const dirty = Object.keys(changed).length > 0;
  const take = (fields: Fields, of: number): void => {
    setBase({ fields, version: of });
    setDraft(fields);
  };
  if (version > base.version && !dirty) take(saved, version);
  return { draft, base, changed, dirty, take, change: (patch) => setDraft((now) => ({ ...now, ...patch })) };
}
