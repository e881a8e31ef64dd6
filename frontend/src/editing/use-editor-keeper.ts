import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { drafts, type DraftKey } from '../platform/storage/draft-storage.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { isDirty, type EditorContext, type EditorFields, type Versioned } from './editor-fields.ts';
import type { Editor, EditorNews } from './editor.machine.ts';
import { useKeptDraft } from './use-kept-draft.ts';

interface Keeping<Saved extends Versioned, Draft extends object, Content extends object> {
  fields: EditorFields<Saved, Draft, Content>;
  editor: Editor<Saved, Draft, Content>;
  draftKey: DraftKey;
  /** The name that a question before leaving uses. */
  nameOf: (draft: Draft) => string;
  /** Has to stay the same function from one render to the next. */
  onNews: (news: EditorNews<Saved>) => void;
  /** Nothing is edited any more. Has to stay the same function from one render to the next. */
  onRead: () => void;
}

/**
 * What an open editor needs where it is shown and where it is hidden: it asks before the page is left, keeps a draft,
 * and reports what came of the editor.
 */
export function useEditorKeeper<Saved extends Versioned, Draft extends object, Content extends object>({
  fields,
  editor,
  draftKey: { user, of },
  nameOf,
  onNews,
  onRead,
}: Keeping<Saved, Draft, Content>): void {
  const unsavedIn = (state: {
    hasTag: (tag: 'unsaved') => boolean;
    context: EditorContext<Saved, Draft>;
  }): Draft | undefined =>
    state.hasTag('unsaved') && isDirty(fields, state.context) ? state.context.draft : undefined;
  const unsaved = useSelector(editor, unsavedIn);
  const base = useSelector(editor, (state) => state.context.saved?.version);
  useUnsaved(unsaved && nameOf(unsaved));
  useKeptDraft({ user, of }, unsaved, base, () => unsavedIn(editor.getSnapshot()));
  useEffect(() => {
    const news = editor.on('*', onNews);
    // Removed before the editor is forgotten, or the draft of what was just saved would be offered.
    const removeDraft = () => drafts.remove({ user, of });
    const states = editor.subscribe({
      next: (state) => {
        // A deletion that was refused stays, with its reason.
        if (!state.matches('viewing') || state.context.error !== undefined) return;
        removeDraft();
        onRead();
      },
      complete: removeDraft,
    });
    return () => {
      news.unsubscribe();
      states.unsubscribe();
    };
  }, [editor, user, of, onNews, onRead]);
}
