/**
 * What the open drug form does beside being filled in: guards against leaving, keeps a draft, tells what came of it.
 */
import { useSelector } from '@xstate/react';
import type { Drug } from 'command-api/contract/entities';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { mergeText } from '../../editing/messages.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import type { DrugDraft } from './drug-draft.ts';
import { drugDraftKey, type DrugLogic } from './drug-editor.ts';
import { isDirty, type DrugContext } from './drug.machine.ts';
import { drugText as text } from './messages.ts';

const unsavedIn = (state: { hasTag: (tag: 'unsaved') => boolean; context: DrugContext }): DrugDraft | undefined =>
  state.hasTag('unsaved') && isDirty(state.context) ? state.context.draft : undefined;

export function useDrugKeeper(editor: ActorRefFrom<DrugLogic>, user: string, onAdded: (drug: Drug) => void): void {
  const unsaved = useSelector(editor, unsavedIn);
  const saved = useSelector(editor, (state) => state.context.saved);
  const done = useSelector(editor, (state) => state.matches('done'));
  const key = drugDraftKey(user, done ? undefined : saved?._id);
  useUnsaved(unsaved && text.unsaved(unsaved.label), { onSearch: true });
  useKeptDraft(key, unsaved, done ? undefined : saved?.version, () => unsavedIn(editor.getSnapshot()));
  const added = useRef(onAdded);
  useEffect(() => {
    added.current = onAdded;
  });
  useEffect(() => {
    const news = editor.on('*', (event) => {
      if (event.type === 'unchanged') return notify.info(text.toast.unchanged);
      notify.saved(event.type === 'added' ? text.toast.added : text.toast.updated);
      if (event.type === 'updated' && event.mergedWith !== undefined) notify.info(mergeText.merged(event.mergedWith));
    });
    return () => news.unsubscribe();
  }, [editor]);
  // Once the form has let go of what was typed, so that nobody is asked about what has just been saved.
  useEffect(() => {
    if (!done || !saved) return;
    added.current(saved);
  }, [done, saved]);
}
