/** For specs of drafts: a form with one field, whose text is kept as a draft and offered. */
import { useState } from 'react';
import { DraftOffer } from '../editing/draft-offer.tsx';
import { useKeptDraft } from '../editing/use-kept-draft.ts';
import type { DraftKey } from '../platform/storage/draft-storage.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';

export const isText = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'text' in value;

/** @param asksToStay the page asks before unsaved text is left */
export function NoteForm({ draftKey, asksToStay = false }: { draftKey: DraftKey; asksToStay?: boolean }) {
  const [text, setText] = useState('');
  const unsaved = text === '' ? undefined : { text };
  useUnsaved(asksToStay && unsaved ? 'Note' : undefined);
  useKeptDraft(draftKey, unsaved, undefined, () => unsaved);
  return (
    <>
      <label>
        Note
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <DraftOffer
        draftKey={draftKey}
        what="note"
        isUsable={isText}
        version={undefined}
        onRestore={({ value }) => setText(value.text)}
      />
    </>
  );
}
