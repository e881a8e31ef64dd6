/**
 * The editors that are open on a screen, by what they edit. They live outside the components: an accordion that closes
 * or a tab that changes hides an editor and loses nothing.
 */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { AnyActor } from 'xstate';
import { admissionDrafts, drafts, type DraftKey } from '../platform/storage/draft-storage.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { createStore, useStore, type StoreApi } from 'zustand';
import { isDirty, type EditorContext, type EditorFields, type Versioned } from './editor-fields.ts';
import type { Editor, EditorNews } from './editor.machine.ts';
import { useKeptDraft } from './use-kept-draft.ts';

export interface Editors<A extends AnyActor> {
  get(key: string): A | undefined;
  /** The editor of `key`, made by `create` when there is none. An editor that ends is removed. */
  open(key: string, create: () => A): A;
  close(key: string): void;
  closeAll(): void;
  all(): ReadonlyMap<string, A>;
  readonly store: StoreApi<ReadonlyMap<string, A>>;
}

export function createEditors<A extends AnyActor>(): Editors<A> {
  const store = createStore<ReadonlyMap<string, A>>(() => new Map());
  const close = (key: string): void => {
    const editor = store.getState().get(key);
    if (!editor) return;
    store.setState(new Map([...store.getState()].filter(([other]) => other !== key)), true);
    editor.stop();
  };
  return {
    get: (key) => store.getState().get(key),
    open(key, create) {
      const existing = store.getState().get(key);
      if (existing) return existing;
      const editor = create();
      store.setState(new Map([...store.getState(), [key, editor]]), true);
      editor.subscribe({ complete: () => close(key) });
      return editor;
    },
    close,
    closeAll: () => {
      for (const key of store.getState().keys()) close(key);
    },
    all: store.getState,
    store,
  };
}

export const useEditors = <A extends AnyActor>({ store }: Editors<A>): ReadonlyMap<string, A> => useStore(store);
export const useEditor = <A extends AnyActor>({ store }: Editors<A>, key: string): A | undefined =>
  useStore(store, (open) => open.get(key));

/** `key` is the editor's. */
export const editorDraftKey = (user: string, admission: string, key: string): DraftKey => ({
  user,
  of: admissionDrafts(admission) + key,
});

interface KeepersProps<Saved extends Versioned, Draft extends object, Content extends object> {
  editors: Editors<Editor<Saved, Draft, Content>>;
  fields: EditorFields<Saved, Draft, Content>;
  user: string;
  admission: string;
  /** The name that a question before leaving uses. */
  nameOf: (editorKey: string, draft: Draft) => string;
  /** Has to stay the same function from one render to the next. */
  onNews: (editorKey: string, news: EditorNews<Saved>) => void;
}

/**
 * The effects of the open editors of an admission, also of those that are hidden. Once on its screen, for every tab.
 * Closes the editors when the admission is left.
 */
export function EditorKeepers<Saved extends Versioned, Draft extends object, Content extends object>(
  props: KeepersProps<Saved, Draft, Content>,
) {
  const { editors, admission } = props;
  const open = useEditors(editors);
  useEffect(() => () => editors.closeAll(), [editors, admission]);
  return [...open].map(([key, editor]) => <EditorKeeper key={key} {...props} editor={editor} editorKey={key} />);
}

/**
 * Asks before the page is left, keeps a draft, and reports what came of the editor. Closes an editor in which nothing
 * is edited any more: the screen shows a thing that is only read.
 */
function EditorKeeper<Saved extends Versioned, Draft extends object, Content extends object>({
  editors,
  fields,
  user,
  admission,
  nameOf,
  onNews,
  editor,
  editorKey,
}: KeepersProps<Saved, Draft, Content> & { editor: Editor<Saved, Draft, Content>; editorKey: string }) {
  const { of } = editorDraftKey(user, admission, editorKey);
  const unsavedIn = (state: {
    hasTag: (tag: 'unsaved') => boolean;
    context: EditorContext<Saved, Draft>;
  }): Draft | undefined =>
    state.hasTag('unsaved') && isDirty(fields, state.context) ? state.context.draft : undefined;
  const unsaved = useSelector(editor, unsavedIn);
  const base = useSelector(editor, (state) => state.context.saved?.version);
  useUnsaved(unsaved && nameOf(editorKey, unsaved));
  useKeptDraft({ user, of }, unsaved, base, () => unsavedIn(editor.getSnapshot()));
  useEffect(() => {
    const news = editor.on('*', (event) => onNews(editorKey, event));
    // Removed before the editor is forgotten, or the draft of what was just saved would be offered.
    const removeDraft = () => drafts.remove({ user, of });
    const states = editor.subscribe({
      next: (state) => {
        // A deletion that was refused stays, with its reason.
        if (!state.matches('viewing') || state.context.error !== undefined) return;
        removeDraft();
        editors.close(editorKey);
      },
      // An editor that is stopped with its screen keeps the draft: a locked page has no key to store it again.
      complete: () => {
        if (editor.getSnapshot().status === 'done') removeDraft();
      },
    });
    return () => {
      news.unsubscribe();
      states.unsubscribe();
    };
  }, [editors, editor, editorKey, user, of, onNews]);
  return null;
}
