/**
 * A new group of images. The person collects a title and files; each file is uploaded, one after the other; the person
 * saves the group. A failed image keeps its file and is sent again under the same key: when the person asks for it; and
 * without being asked, if no answer came, with backoff and when the network is back. The network may fail again right
 * after the browser has said that it is back, so that news alone does not suffice. A failed image does not stop the
 * others from being saved, and stays after they are. The group does not change while it is saved.
 */
import { and, assign, emit, fromCallback, fromPromise, setup, type CallbackLogicFunction } from 'xstate';
import { limits } from 'language/domain/values/codes';
import { ApiError } from '../../platform/http/api.ts';
import { backoffMs } from '../../platform/http/retry.ts';
import { translate } from '../../platform/language/language.ts';

export interface ChosenImage {
  /** Also the idempotency key: a repeated upload adds no second image. */
  key: string;
  name: string;
  file: Blob;
}
export interface UploadingImage extends ChosenImage {
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** 0 to 1. */
  part: number;
  /** The reason why it failed. */
  error?: ApiError;
  /** The address of an uploaded image, which the group refers to. */
  image?: string;
}
export interface GalleryUploadContext {
  title: string;
  images: readonly UploadingImage[];
  /** The number of chosen images that had no room in the group. */
  notTaken: number;
  /** Uploads without an answer since the last answer. */
  failures: number;
  error: ApiError | undefined;
}
export type GalleryUploadEvent =
  | { type: 'title'; title: string }
  | { type: 'add'; images: readonly ChosenImage[] }
  | { type: 'remove'; key: string }
  | { type: 'retry'; key: string }
  /** The network is probably back. */
  | { type: 'online' }
  | { type: 'progress'; part: number }
  | { type: 'sent'; image: string }
  | { type: 'failed'; error: ApiError }
  | { type: 'save' }
  | { type: 'discard' };
export type GalleryUploadNews = { type: 'saved'; title: string };
export type UploadReport = Extract<GalleryUploadEvent, { type: 'progress' | 'sent' | 'failed' }>;
type Upload = CallbackLogicFunction<{ type: 'never' }, UploadReport, { image: ChosenImage | undefined }>;

const empty: GalleryUploadContext = { title: '', images: [], notTaken: 0, failures: 0, error: undefined };
/** Larger files than this are not scaled: a phone has not the memory for it. */
const SCALED_MAX_BYTES = 8 * limits.image;
export const tooLarge = (): ApiError =>
  new ApiError(413, translate('gallery.tooLarge', { size: limits.image / 1024 / 1024 }));

/** An empty type is unknown to the browser: the server looks at the content. */
const accepted = new Set(['', 'image/jpeg', 'image/png', 'image/webp']);

/** An image that the server would refuse is not sent. */
function toUpload(image: ChosenImage): UploadingImage {
  const refuse = (error: ApiError): UploadingImage => ({ ...image, state: 'failed', part: 0, error });
  if (image.file.size > SCALED_MAX_BYTES) return refuse(tooLarge());
  if (!accepted.has(image.file.type)) return refuse(new ApiError(415, translate('gallery.wrongKind')));
  return { ...image, state: 'waiting', part: 0 };
}
/** It failed without an answer about the image itself, so it is sent again without an action of the person. */
const isUnanswered = ({ state, error }: Pick<Partial<UploadingImage>, 'state' | 'error'>): boolean =>
  state === 'failed' && error !== undefined && (error.isTransient || error.status === 429);
const FIRST_BACKOFF_MS = 500;
const restarted = ({ key, name, file }: UploadingImage): UploadingImage => toUpload({ key, name, file });

export const isDirty = ({ title, images }: GalleryUploadContext): boolean => title.trim() !== '' || images.length > 0;
/** At least one image was sent, and none is being sent. Failed images are not part of the group. */
export const canBeSaved = ({ title, images }: GalleryUploadContext): boolean =>
  title.trim() !== '' &&
  images.some(({ state }) => state === 'sent') &&
  images.every(({ state }) => state === 'sent' || state === 'failed');

export const galleryUploadMachine = setup({
  types: {
    context: {} as GalleryUploadContext,
    events: {} as GalleryUploadEvent,
    emitted: {} as GalleryUploadNews,
    tags: {} as 'busy',
  },
  actors: {
    upload: fromCallback<{ type: 'never' }, { image: ChosenImage | undefined }>((() => {
      throw new Error('provided by gallery-editor.ts');
    }) satisfies Upload),
    save: fromPromise<void, { title: string; images: readonly string[] }>(() =>
      Promise.reject(new Error('provided by gallery-editor.ts')),
    ),
  },
  actions: {
    // A removed image leaves room for another.
    remove: assign(({ context: { images }, event }) =>
      event.type === 'remove'
        ? { images: images.filter(({ key }) => key !== event.key), notTaken: 0, error: undefined }
        : {},
    ),
    begin: assign({
      images: ({ context: { images } }) => {
        const next = images.find(({ state }) => state === 'waiting');
        return images.map((image) => (image === next ? { ...image, state: 'sending' as const } : image));
      },
    }),
    settle: assign({
      images: ({ context: { images } }, { change }: { change: Partial<UploadingImage> }) =>
        images.map((image) => (image.state === 'sending' ? { ...image, ...change } : image)),
      failures: ({ context: { failures } }, { change }: { change: Partial<UploadingImage> }) =>
        change.state === undefined ? failures : isUnanswered(change) ? failures + 1 : 0,
    }),
    resend: assign({
      images: ({ context: { images } }) => images.map((image) => (isUnanswered(image) ? restarted(image) : image)),
    }),
  },
  guards: {
    hasWaiting: ({ context }) => context.images.some(({ state }) => state === 'waiting'),
    isBeingSent: ({ context, event }) =>
      event.type === 'remove' && context.images.some(({ key, state }) => key === event.key && state === 'sending'),
    canBeSaved: ({ context }) => canBeSaved(context),
    /** False if the browser knows that it is offline. */
    hasNetwork: () => true,
    hasUnanswered: ({ context }) => context.images.some(isUnanswered),
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.failures, FIRST_BACKOFF_MS),
  },
}).createMachine({
  id: 'gallery upload',
  context: empty,
  initial: 'collecting',
  states: {
    collecting: {
      initial: 'resting',
      on: {
        title: { actions: assign({ title: ({ event }) => event.title, error: undefined }) },
        add: {
          actions: assign(({ context, event }) => {
            const images = [...context.images, ...event.images.map(toUpload)];
            const notTaken = Math.max(0, images.length - limits.imagesPerGroup);
            return { images: images.slice(0, limits.imagesPerGroup), notTaken, error: undefined };
          }),
        },
        remove: { actions: 'remove' },
        retry: {
          actions: assign({
            images: ({ context, event }) =>
              context.images.map((image) =>
                image.key === event.key && image.state === 'failed' ? restarted(image) : image,
              ),
          }),
        },
        online: { actions: ['resend', assign({ failures: 0 })] },
        save: { guard: 'canBeSaved', target: 'saving' },
        discard: { target: '.resting', actions: assign(empty) },
      },
      states: {
        resting: {
          always: { guard: 'hasWaiting', target: 'sending' },
          after: { backoff: { guard: and(['hasUnanswered', 'hasNetwork']), actions: 'resend' } },
        },
        sending: {
          entry: 'begin',
          invoke: {
            src: 'upload',
            input: ({ context }) => ({ image: context.images.find(({ state }) => state === 'sending') }),
          },
          on: {
            progress: { actions: { type: 'settle', params: ({ event }) => ({ change: { part: event.part } }) } },
            sent: {
              target: 'resting',
              actions: {
                type: 'settle',
                params: ({ event }) => ({ change: { state: 'sent', part: 1, image: event.image } }),
              },
            },
            failed: {
              target: 'resting',
              actions: { type: 'settle', params: ({ event }) => ({ change: { state: 'failed', error: event.error } }) },
            },
            // Leaving the state ends its upload.
            remove: { guard: 'isBeingSent', target: 'resting', actions: 'remove' },
          },
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'save',
        input: ({ context: { title, images } }) => ({
          title: title.trim(),
          images: images.flatMap(({ image }) => image ?? []),
        }),
        onDone: {
          target: 'collecting',
          actions: [
            emit(({ context }) => ({ type: 'saved', title: context.title.trim() })),
            assign(({ context: { images } }) => ({ ...empty, images: images.filter(({ state }) => state !== 'sent') })),
          ],
        },
        onError: { target: 'collecting', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
      },
    },
  },
});
