/**
 * What every open entry editor does wherever it is shown, or hidden: guards against leaving, keeps a draft, tells what
 * came of it.
 */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useEditors } from '../../editing/open-editors.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { mergeText } from '../../editing/messages.ts';
import { differs } from '../../editing/conflict/merge.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { blankEntry, draftOf, entryGroups, type EntryDraft } from './entry-draft.ts';
import { entryEditors, type EntryEditor } from './entry-editor.ts';
import type { EntryContext, EntryNews } from './entry.machine.ts';
import { entryText } from './messages.ts';

/** `key` is the editor's: `entry:<id>` or `new:<review>:<n>`. */
export const entryDraftKey = (user: string, admission: string, key: string): DraftKey => ({
  user,
  of: admissionDrafts(admission) + key,
});

export const isDirty = ({ saved, draft }: EntryContext): boolean =>
  differs(entryGroups, saved ? draftOf(saved) : blankEntry, draft);

function tell(news: EntryNews): void {
  switch (news.type) {
    case 'added':
      playSuccess();
      notify.saved(entryText.toast.added, 2_500);
      break;
    case 'edited':
      notify.saved(entryText.toast.edited, 2_500);
      if (news.mergedWith !== undefined) notify.info(mergeText.merged(news.mergedWith));
      break;
    case 'removed':
      playSuccess();
      notify.removed(entryText.toast.removed, entryText.toast.removedText(news.label));
      break;
  }
}

const unsavedIn = (editor: EntryEditor): EntryDraft | undefined => {
  const state = editor.getSnapshot();
  return state.hasTag('unsaved') && isDirty(state.context) ? state.context.draft : undefined;
};

interface KeeperProps {
  editor: EntryEditor;
  editorKey: string;
  user: string;
  admission: string;
  onAdded: (id: string) => void;
}

function Keeper({ editor, editorKey, user, admission, onAdded }: KeeperProps) {
  const unsaved = useSelector(editor, (state) =>
    state.hasTag('unsaved') && isDirty(state.context) ? state.context.draft : undefined,
  );
  const base = useSelector(editor, (state) => state.context.saved?.version);
  useUnsaved(unsaved && entryText.unsaved(unsaved.errDrugLabel));
  useKeptDraft(entryDraftKey(user, admission, editorKey), unsaved, base, () => unsavedIn(editor));
  useEffect(() => {
    const news = editor.on('*', (event) => {
      tell(event);
      if (event.type === 'added') onAdded(event.id);
    });
    // Cleared before the editor is forgotten, or the draft of what was just saved would be offered.
    const forget = () => drafts.remove(entryDraftKey(user, admission, editorKey));
    const states = editor.subscribe({
      next: (state) => {
        if (!state.matches('viewing') || state.context.error !== undefined) return;
        forget();
        // An entry that is only read needs no editor: the list shows it.
        entryEditors.close(editorKey);
      },
      complete: forget,
    });
    return () => {
      news.unsubscribe();
      states.unsubscribe();
    };
  }, [editor, editorKey, user, admission, onAdded]);
  return null;
}

/** Once on the admission screen, whatever tab is in front. */
export function EntryKeepers({ user, admission, onAdded }: Omit<KeeperProps, 'editor' | 'editorKey'>) {
  const editors = useEditors(entryEditors);
  useEffect(() => () => entryEditors.closeAll(), [admission]);
  return [...editors].map(([key, editor]) => (
    <Keeper key={key} editor={editor} editorKey={key} user={user} admission={admission} onAdded={onAdded} />
  ));
}
