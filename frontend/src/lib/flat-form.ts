/**
 * A form over a saved thing whose fields are texts: what was changed, and of which version. A newer version takes the form's place only
 * while nothing was typed.
 */
import { useState } from 'react';

export type Texts = Readonly<Record<string, string>>;
export interface FlatForm<Fields extends Texts> {
  draft: Fields;
  /** What the draft was made of, and its version: `If-Match` of the edit. */
  base: { fields: Fields; version: number };
  /** The fields that differ from the base: all that has to be sent. */
  changed: Partial<Fields>;
  dirty: boolean;
  change(patch: Partial<Fields>): void;
  /** Begins again from what is saved now; `draft`: with this typed upon it. */
  take(fields: Fields, version: number, draft?: Fields): void;
  /** What was sent is saved as `fields`: what has been typed since stays. */
  settle(sent: Fields, fields: Fields, version: number): void;
}

export const changedFields = <Fields extends Texts>(base: Fields, draft: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(draft).filter(([field, text]) => text !== base[field])) as Partial<Fields>;

/** `typed`: what was typed before, to go on with. */
export function useFlatForm<Fields extends Texts>(saved: Fields, version: number, typed: Fields = saved): FlatForm<Fields> {
  const [base, setBase] = useState({ fields: saved, version });
  const [draft, setDraft] = useState(typed);
  const changed = changedFields(base.fields, draft);
  const dirty = Object.keys(changed).length > 0;
  const take = (fields: Fields, of: number, kept = fields): void => {
    setBase({ fields, version: of });
    setDraft(kept);
  };
  if (version > base.version && !dirty) take(saved, version);
  return {
    draft, base, changed, dirty, take,
    change: (patch) => setDraft((now) => ({ ...now, ...patch })),
    settle(sent, fields, of) {
      setBase({ fields, version: of });
      setDraft((now) => ({ ...fields, ...changedFields(sent, now) }));
    },
  };
}
