/** The upload machine of an admission's new image group, with its calls. Uploads go on while another tab is shown. */
import type { Answer, GalleryChange } from 'command-api/contract/entities';
import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { api } from '../../sync/client.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { createEditors, type Editors } from '../../editing/open-editors.tsx';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { sendCommand } from '../../sync/send-command.ts';
import { uuid } from '../../platform/browser.ts';
import { addGroup, cacheGallery, uploadImage } from './api.ts';
import { galleryUploadMachine, type ChosenImage } from './gallery-upload.machine.ts';

export type GalleryEditor = Actor<typeof galleryUploadMachine>;
/** By admission. Closed when the admission is left. */
export const galleryEditors: Editors<GalleryEditor> = createEditors();

export function openGallery(admission: string, draft: DraftKey): GalleryEditor {
  return galleryEditors.open(admission, () => {
    const idempotencyKeys = createIdempotencyKeys();
    const machine = galleryUploadMachine.provide({
      actors: {
        upload: fromCallback<{ type: 'never' }, { image: ChosenImage | undefined }>(
          ({ input: { image }, sendBack }) => {
            if (!image) return undefined;
            return uploadImage(
              { admission, ...image },
              {
                onPart: (part) => sendBack({ type: 'progress', part }),
                onSent: (sent) => sendBack({ type: 'sent', image: sent }),
                onFailed: (error) => sendBack({ type: 'failed', error }),
              },
            );
          },
        ),
        save: fromPromise<void, { title: string; images: readonly string[] }>(async ({ input: { title, images } }) => {
          const body = { title, images: images.map((image) => ({ image })) };
          const change = await sendCommand<Answer<GalleryChange>>(idempotencyKeys, body, (idempotencyKey) =>
            api(addGroup, { params: { id: admission }, body, idempotencyKey }),
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
