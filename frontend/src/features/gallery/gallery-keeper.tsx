import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useEditor } from '../../editing/open-editors.tsx';
import type { DraftKey } from '../../platform/storage/draft-storage.ts';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { playSuccess } from '../../platform/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { galleryDraftKey, galleryEditors, type GalleryEditor } from './gallery-editor.ts';
import { isDirty } from './gallery-upload.machine.ts';
import { galleryText as text } from './messages.ts';

/**
 * The effects of the new image group, also while another tab of the chart is shown: it asks before the person leaves,
 * keeps the title as a draft, resumes uploads when the network is back, and confirms a save.
 * Rendered once on the admission screen. Closes the group's editor when the screen is left.
 */
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
  // Images are not kept as a draft: a ward's computer is shared.
  useKeptDraft(
    draftKey,
    useSelector(editor, ({ context }) => titleIn(context)),
    undefined,
    () => titleIn(editor.getSnapshot().context),
  );
  useEffect(() => {
    const subscription = editor.on('saved', ({ title }) => {
      playSuccess();
      notify.saved(text.saved(title), 2_500);
    });
    const onOnline = () => editor.send({ type: 'online' });
    window.addEventListener('online', onOnline);
    return () => {
      subscription.unsubscribe();
      window.removeEventListener('online', onOnline);
    };
  }, [editor]);
  return null;
}
