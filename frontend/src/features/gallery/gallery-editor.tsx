/** The upload machine of an admission's new image group, with its calls. Uploads go on while another tab is shown. */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { Answer, GalleryChange } from 'language/contract/entities';
import { useSelector } from '@xstate/react';
import { limits } from 'language/domain/values/codes';
import { useEffect } from 'react';
import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { api } from '../../sync/client.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { createEditors, useEditor, type Editors } from '../../editing/open-editors.tsx';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { sendCommand } from '../../sync/commands.ts';
import { uuid } from '../../platform/browser.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { playSuccess } from '../../platform/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { cacheGallery, uploadImage } from './api.ts';
import { galleryUploadMachine, isDirty, tooLarge, type ChosenImage } from './gallery-upload.machine.ts';
import { scaledToLimit } from './scaled-image.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export type GalleryEditor = Actor<typeof galleryUploadMachine>;
/** By admission. Closed when the admission is left. */
export const galleryEditors: Editors<GalleryEditor> = createEditors();

export function openGallery(admission: string, draft: DraftKey): GalleryEditor {
  return galleryEditors.open(admission, () => {
    const idempotencyKeys = createIdempotencyKeys();
    const machine = galleryUploadMachine.provide({
      guards: { hasNetwork: () => navigator.onLine },
      actors: {
        upload: fromCallback<{ type: 'never' }, { image: ChosenImage | undefined }>(
          ({ input: { image }, sendBack }) => {
            if (!image) return undefined;
            const upload = (file: Blob) =>
              uploadImage(
                { admission, ...image, file },
                {
                  onPart: (part) => sendBack({ type: 'progress', part }),
                  onSent: (sent) => sendBack({ type: 'sent', image: sent }),
                  onFailed: (error) => sendBack({ type: 'failed', error }),
                },
              );
            if (image.file.size <= limits.image) return upload(image.file);
            let isCancelled = false;
            let cancel = () => {
              isCancelled = true;
            };
            scaledToLimit(image.file).then(
              (file) => {
                if (!isCancelled) cancel = upload(file);
              },
              () => sendBack({ type: 'failed', error: tooLarge() }),
            );
            return () => cancel();
          },
        ),
        save: fromPromise<void, { title: string; images: readonly string[] }>(async ({ input: { title, images } }) => {
          const body = { title, images: images.map((image) => ({ image })) };
          const change = await sendCommand<Answer<GalleryChange>>(idempotencyKeys, body, (idempotencyKey) =>
            api(admissionCalls.addGalleryGroup, { params: { id: admission }, body, idempotencyKey }),
          );
          drafts.settle(draft);
          await cacheGallery(change);
        }),
      },
    });
    return createActor(machine).start();
  });
}

/** The draft of the title. */
export const galleryDraftKey = (user: string, admission: string): DraftKey => ({
  user,
  of: `${admissionDrafts(admission)}gallery`,
});

export const chosenOf = (files: Iterable<File>): ChosenImage[] =>
  [...files].map((file) => ({ key: uuid(), name: file.name, file }));

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
  const t = useTranslation();
  const unsaved = useSelector(editor, ({ context }) => (isDirty(context) ? context.title.trim() : undefined));
  useUnsaved(
    unsaved === ''
      ? t('gallery.unsavedUntitled')
      : unsaved === undefined
        ? undefined
        : t('gallery.unsaved', { title: unsaved }),
  );
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
      notify.saved(translate('gallery.saved', { title }), 2_500);
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
