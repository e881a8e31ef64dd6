import type { DrugErr } from 'command-api/contract/entities';
import { useCallback, useEffect } from 'react';
import { notify } from '../../components/toasts/toaster.tsx';
import type { EditorNews } from '../../editing/editor.machine.ts';
import { mergeText } from '../../editing/messages.ts';
import { useEditors } from '../../editing/open-editors.ts';
import { useEditorKeeper } from '../../editing/use-editor-keeper.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { entryFields } from './entry-draft.ts';
import { entryDraftKey, entryEditors, type EntryEditor } from './entry-editor.ts';
import { entryText } from './messages.ts';

function tell(news: EditorNews<DrugErr>): void {
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
      notify.removed(entryText.toast.removed, entryText.toast.removedText(news.saved.errDrugLabel));
      break;
    case 'unchanged':
      break;
  }
}

interface Props {
  editor: EntryEditor;
  editorKey: string;
  user: string;
  admission: string;
  /** Has to stay the same function from one render to the next. */
  onAdded: (id: string) => void;
}

function Keeper({ editor, editorKey, user, admission, onAdded }: Props) {
  useEditorKeeper({
    fields: entryFields,
    editor,
    draftKey: entryDraftKey(user, admission, editorKey),
    nameOf: ({ errDrugLabel }) => entryText.unsaved(errDrugLabel),
    onNews: useCallback(
      (news: EditorNews<DrugErr>) => {
        tell(news);
        if (news.type === 'added') onAdded(news.saved._id);
      },
      [onAdded],
    ),
    // The list shows an entry that is only read.
    onRead: useCallback(() => entryEditors.close(editorKey), [editorKey]),
  });
  return null;
}

/** Once on the admission screen, for every tab. */
export function EntryKeepers({ user, admission, onAdded }: Omit<Props, 'editor' | 'editorKey'>) {
  const editors = useEditors(entryEditors);
  useEffect(() => () => entryEditors.closeAll(), [admission]);
  return [...editors].map(([key, editor]) => (
    <Keeper key={key} editor={editor} editorKey={key} user={user} admission={admission} onAdded={onAdded} />
  ));
}
