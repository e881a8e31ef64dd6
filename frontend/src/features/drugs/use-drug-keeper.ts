import { useSelector } from '@xstate/react';
import type { Drug } from 'command-api/contract/entities';
import { useEffect, useRef } from 'react';
import { notify } from '../../components/toasts/toaster.tsx';
import { mergeText } from '../../editing/messages.ts';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { isDrugDirty, type DrugDraft, type DrugEditorContext } from './drug-draft.ts';
import { drugDraftKey, type DrugEditor } from './drug-editor.ts';
import { drugText as text } from './messages.ts';

/** A drug does not wait in the outbox: its draft is unsaved until the answer, also while it is sent. */
const unsavedIn = (state: { hasTag: (tag: 'open') => boolean; context: DrugEditorContext }): DrugDraft | undefined =>
  state.hasTag('open') && isDrugDirty(state.context) ? state.context.draft : undefined;

/** Asks before the drug form is left, keeps its draft, and reports what came of a save. */
export function useDrugKeeper(editor: DrugEditor, user: string, onAdded: (drug: Drug) => void): void {
  const unsaved = useSelector(editor, unsavedIn);
  const saved = useSelector(editor, (state) => state.context.saved);
  const isAdded = useSelector(editor, (state) => state.matches('added'));
  const key = drugDraftKey(user, isAdded ? undefined : saved?._id);
  useUnsaved(unsaved && text.unsaved(unsaved.label), { onSearch: true });
  useKeptDraft(key, unsaved, isAdded ? undefined : saved?.version, () => unsavedIn(editor.getSnapshot()));
  const latestOnAdded = useRef(onAdded);
  useEffect(() => {
    latestOnAdded.current = onAdded;
  });
  useEffect(() => {
    const news = editor.on('*', (event) => {
      if (event.type === 'unchanged') notify.info(text.toast.unchanged);
      else notify.saved(event.type === 'added' ? text.toast.added : text.toast.updated);
      if (event.type === 'edited' && event.mergedWith !== undefined) notify.info(mergeText.merged(event.mergedWith));
    });
    return () => news.unsubscribe();
  }, [editor]);
  // After the draft is removed: the guard must not ask about what was just saved.
  useEffect(() => {
    if (isAdded && saved) latestOnAdded.current(saved);
  }, [isAdded, saved]);
}
