import { limits } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import {
  galleryUploadMachine,
  type ChosenImage,
  type GalleryUploadNews,
  type UploadReport,
} from './gallery-upload.machine.ts';

interface Upload {
  key: string;
  report: (report: UploadReport) => void;
  isCancelled: boolean;
}
const file = (bytes = 3) => ({ size: bytes, type: 'image/jpeg' }) as Blob;
const chosen = (...keys: string[]): ChosenImage[] => keys.map((key) => ({ key, name: `${key}.jpg`, file: file() }));
const noNetwork = new ApiError(0, 'No connection to the server');

function open(save: (group: { title: string; images: readonly string[] }) => Promise<void> = async () => undefined) {
  const network = { up: true };
  const uploads: Upload[] = [];
  const news: GalleryUploadNews[] = [];
  const machine = galleryUploadMachine.provide({
    guards: { hasNetwork: () => network.up },
    actors: {
      upload: fromCallback<{ type: 'never' }, { image: ChosenImage | undefined }>(({ input, sendBack }) => {
        const upload: Upload = { key: input.image?.key ?? '', report: sendBack, isCancelled: false };
        uploads.push(upload);
        return () => {
          upload.isCancelled = true;
        };
      }),
      save: fromPromise<void, { title: string; images: readonly string[] }>(({ input }) => save(input)),
    },
  });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock }).start();
  actor.on('*', (emitted) => news.push(emitted));
  const arrive = (key: string) =>
    uploads.findLast((upload) => upload.key === key)?.report({ type: 'sent', image: `/api/images/${key}` });
  return {
    actor,
    clock,
    network,
    uploads,
    news,
    arrive,
    images: () => Object.fromEntries(actor.getSnapshot().context.images.map(({ key, state }) => [key, state])),
  };
}

test('images are uploaded one after the other, with their progress', () => {
  const { actor, uploads, arrive, images } = open();
  actor.send({ type: 'add', images: chosen('a', 'b') });
  expect(uploads.map(({ key }) => key)).toEqual(['a']);
  uploads[0]!.report({ type: 'progress', part: 0.5 });
  expect(actor.getSnapshot().context.images.map(({ part }) => part)).toEqual([0.5, 0]);
  arrive('a');
  expect(images()).toEqual({ a: 'sent', b: 'sending' });
  arrive('b');
  expect(images()).toEqual({ a: 'sent', b: 'sent' });
});

test('without a network nothing is lost, and uploads resume when it is back', () => {
  const { actor, clock, network, uploads, images } = open();
  network.up = false;
  actor.send({ type: 'title', title: 'Chest X-ray' });
  actor.send({ type: 'add', images: chosen('a', 'b') });
  uploads[0]!.report({ type: 'failed', error: noNetwork });
  uploads[1]!.report({ type: 'failed', error: noNetwork });
  expect(images()).toEqual({ a: 'failed', b: 'failed' });
  expect(actor.getSnapshot().context.title).toBe('Chest X-ray');
  clock.increment(60_000);
  expect(uploads).toHaveLength(2);
  network.up = true;
  actor.send({ type: 'online' });
  expect(images()).toEqual({ a: 'sending', b: 'waiting' });
  expect(uploads.map(({ key }) => key)).toEqual(['a', 'b', 'a']);
});

test('an upload that fails after the browser was online again is repeated with backoff', () => {
  const { actor, clock, uploads, arrive, images } = open();
  actor.send({ type: 'add', images: chosen('a', 'b') });
  uploads[0]!.report({ type: 'failed', error: noNetwork });
  uploads[1]!.report({ type: 'failed', error: noNetwork });
  actor.send({ type: 'online' });
  uploads[2]!.report({ type: 'failed', error: noNetwork });
  arrive('b');
  expect(images()).toEqual({ a: 'failed', b: 'sent' });
  clock.increment(500);
  expect(images()).toEqual({ a: 'sending', b: 'sent' });

  uploads.at(-1)!.report({ type: 'failed', error: new ApiError(503, 'The server cannot save right now') });
  clock.increment(499);
  expect(images()).toEqual({ a: 'failed', b: 'sent' });
  clock.increment(501);
  expect(images()).toEqual({ a: 'sending', b: 'sent' });
  arrive('a');
  expect(images()).toEqual({ a: 'sent', b: 'sent' });
  expect(uploads.map(({ key }) => key)).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
});

test('an upload that began before the network came back, and fails after it, is repeated', () => {
  const { actor, clock, uploads, images } = open();
  actor.send({ type: 'add', images: chosen('a') });
  actor.send({ type: 'online' });
  uploads[0]!.report({ type: 'failed', error: noNetwork });
  clock.increment(1_000);
  expect(images()).toEqual({ a: 'sending' });
  expect(uploads).toHaveLength(2);
});

test('a refused image waits until the person retries it, and the next one is uploaded', () => {
  const { actor, clock, uploads, arrive, images } = open();
  actor.send({ type: 'add', images: chosen('a', 'b') });
  uploads[0]!.report({ type: 'failed', error: new ApiError(415, 'This is no JPEG, PNG or WebP image') });
  actor.send({ type: 'online' });
  expect(images()).toEqual({ a: 'failed', b: 'sending' });
  arrive('b');
  clock.increment(60_000);
  expect(images()).toEqual({ a: 'failed', b: 'sent' });
  actor.send({ type: 'retry', key: 'a' });
  expect(images()).toEqual({ a: 'sending', b: 'sent' });
});

test('an image that is too large to be scaled is refused before it is sent', () => {
  const { actor, uploads, images } = open();
  actor.send({ type: 'add', images: [{ key: 'a', name: 'a.jpg', file: file(8 * limits.image + 1) }] });
  expect(images()).toEqual({ a: 'failed' });
  expect(actor.getSnapshot().context.images[0]?.error?.message).toBe('An image is at most 10 MB');
  expect(uploads).toEqual([]);
});

test('removing the image that is being uploaded cancels its upload and starts the next', () => {
  const { actor, uploads, images } = open();
  actor.send({ type: 'add', images: chosen('a', 'b') });
  actor.send({ type: 'remove', key: 'a' });
  expect(uploads[0]!.isCancelled).toBe(true);
  expect(images()).toEqual({ b: 'sending' });
});

test('a group is saved with its title and images once all are uploaded, and the form is empty again', async () => {
  const groups: unknown[] = [];
  const { actor, arrive, news } = open(async (group) => void groups.push(group));
  actor.send({ type: 'add', images: chosen('a') });
  arrive('a');
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  actor.send({ type: 'title', title: ' Wound ' });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await waitFor(actor, (state) => state.matches('collecting'));
  expect(groups).toEqual([{ title: 'Wound', images: ['/api/images/a'] }]);
  expect(news).toEqual([{ type: 'saved', title: 'Wound' }]);
  expect(actor.getSnapshot().context).toMatchObject({ title: '', images: [] });
});

test('a group without any uploaded image is not saved', () => {
  const { actor, uploads } = open();
  actor.send({ type: 'title', title: 'Wound' });
  actor.send({ type: 'add', images: chosen('a') });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  uploads[0]!.report({ type: 'failed', error: noNetwork });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
});

test('a refused image does not stop the others from being saved, and keeps its reason', async () => {
  const groups: unknown[] = [];
  const { actor, uploads, arrive, images, news } = open(async (group) => void groups.push(group));
  actor.send({ type: 'title', title: 'Wound' });
  actor.send({ type: 'add', images: chosen('a', 'b', 'c') });
  arrive('a');
  uploads[1]!.report({ type: 'failed', error: new ApiError(415, 'This is no JPEG, PNG or WebP image') });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  arrive('c');
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('collecting'));
  expect(groups).toEqual([{ title: 'Wound', images: ['/api/images/a', '/api/images/c'] }]);
  expect(news).toEqual([{ type: 'saved', title: 'Wound' }]);
  expect(images()).toEqual({ b: 'failed' });
  expect(actor.getSnapshot().context).toMatchObject({ title: '', images: [{ error: { status: 415 } }] });
});

test('the count of images without room is shown until there is room', () => {
  const { actor } = open();
  const notTaken = () => actor.getSnapshot().context.notTaken;
  const keys = Array.from({ length: limits.imagesPerGroup + 2 }, (_, index) => `i${index}`);
  actor.send({ type: 'add', images: chosen(...keys) });
  expect(notTaken()).toBe(2);
  actor.send({ type: 'remove', key: 'i0' });
  expect(notTaken()).toBe(0);
  actor.send({ type: 'add', images: chosen('x', 'y') });
  expect(notTaken()).toBe(1);
  actor.send({ type: 'remove', key: 'i5' });
  expect(notTaken()).toBe(0);
});

test('a group does not change while it is saved, and a refused save keeps everything', async () => {
  let refuse: (error: ApiError) => void = () => undefined;
  const { actor, arrive } = open(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  actor.send({ type: 'title', title: 'Wound' });
  actor.send({ type: 'add', images: chosen('a') });
  arrive('a');
  actor.send({ type: 'save' });
  actor.send({ type: 'title', title: 'Another' });
  actor.send({ type: 'remove', key: 'a' });
  actor.send({ type: 'add', images: chosen('late') });
  refuse(new ApiError(503, 'The server cannot save right now, please try again'));
  await waitFor(actor, (state) => state.matches('collecting'));
  expect(actor.getSnapshot().context).toMatchObject({
    title: 'Wound',
    images: [{ key: 'a', state: 'sent' }],
    error: { status: 503 },
  });
});
