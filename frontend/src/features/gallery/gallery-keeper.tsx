/**
 * What the new group does wherever it is shown, or hidden: guards against leaving, goes on when the network is back,
 * tells what came of it.
 */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useEditor } from '../../editing/open-editors.ts';
import type { DraftKey } from '../../platform/storage/draft-storage.ts';
import { useKeptDraft } from '../../editing/keep-draft.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { galleryDraftKey, galleryEditors, type GalleryEditor } from './gallery-editor.ts';
import { isDirty } from './gallery-upload.machine.ts';
import { galleryText as text } from './messages.ts';

/** Once on the admission screen, whatever tab is in front. */
export function GalleryKeeper({ admission, user }: { admission: string; user: string }) {
  const editor = useEditor(galleryEditors, admission);
  useEffect(() => () => galleryEditors.close(admission), [admission]);
  return editor ? <Keeper editor={editor} draftKey={galleryDraftKey(user, admission)} /> : null;
}

const titleIn = ({ title }: { title: string }): string | undefined => (title.trim() === '' ? undefined : title);

function Keeper({ editor, draftKey }: { editor: GalleryEditor; draftKey: DraftKey }) {
  const unsaved = useSelector(editor, ({ context }) =>
    isDirty(context) ? text.unsaved(context.title.trim()) : undefined,
  );
  useUnsaved(unsaved);
  // The images themselves are not kept: a ward's computer is no place for them.
  useKeptDraft(
    draftKey,
    useSelector(editor, ({ context }) => titleIn(context)),
    undefined,
    () => titleIn(editor.getSnapshot().context),
  );
  useEffect(() => {
    const news = editor.on('saved', ({ title }) => {
      playSuccess();
      notify.saved(text.saved(title), 2_500);
    });
    const online = () => editor.send({ type: 'online' });
    window.addEventListener('online', online);
    return () => {
      news.unsubscribe();
      window.removeEventListener('online', online);
    };
  }, [editor]);
  return null;
}
