/**
 * Removes uploads that no gallery took within a day: a form was left, or a save failed. Images that an event of the
 * admission refers to stay until the patient is deleted, also after their group was removed: history shows them.
 */
import { admissionEvents, admissionStream } from 'language/domain/admission/events';
import { knownEvent } from 'language/domain/event-schema';
import { type EventLog, MalformedEvent } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import type { ImageStore } from './store.ts';

const EVERY_MS = 60 * 60_000;
const AT_ONCE = 200;

interface Parts {
  readonly images: ImageStore;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly logger: Logger;
}

/**
 * One round over all images that were not checked for a day. Several processes may sweep at once.
 * @returns how many were removed
 */
export async function sweepImages({ images, log, logger }: Parts): Promise<number> {
  const galleries = new Map<string, ReadonlySet<string> | undefined>();
  let removed = 0;
  for (;;) {
    const unused = await images.findUnused(AT_ONCE);
    for (const image of unused) {
      const { admissionId } = image;
      if (!galleries.has(admissionId)) galleries.set(admissionId, await everInGallery(log, admissionId, logger));
      const taken = galleries.get(admissionId);
      if (taken === undefined) await images.postpone(image);
      else if (taken.has(image.image)) await images.markUsed(image.imageId);
      else if (await images.remove(image)) removed += 1;
    }
    if (unused.length < AT_ONCE) return removed;
  }
}

/**
 * Undefined if the stream holds an event that cannot be read: it may refer to an image. The deletion of a patient
 * removes their images itself.
 */
async function everInGallery(
  log: Parts['log'],
  admissionId: string,
  logger: Logger,
): Promise<ReadonlySet<string> | undefined> {
  const taken = new Set<string>();
  try {
    for await (const stored of log.readStream(admissionStream(admissionId))) {
      if (stored.unreadable) return undefined;
      const event = knownEvent(admissionEvents, stored);
      if (event?.type === 'GalleryGroupAdded') for (const image of event.data.images) taken.add(image);
      if (event?.type === 'MovedFromAnotherChart' && event.data.moved.kind === 'images')
        for (const image of event.data.moved.images) taken.add(image);
    }
    return taken;
  } catch (error) {
    if (!(error instanceof MalformedEvent)) throw error;
    logger.warn({ error }, 'images of an admission are kept, as one of its events cannot be read');
    return undefined;
  }
}

/** Sweeps every hour until stopped. */
export function startSweeping(parts: Parts): { stop(): void } {
  const sweeping = setInterval(() => {
    sweepImages(parts).then(
      (removed) => removed > 0 && parts.logger.info({ removed }, 'images that no gallery took were removed'),
      (error: unknown) => parts.logger.warn({ error }, 'images could not be swept right now'),
    );
  }, EVERY_MS);
  return { stop: () => clearInterval(sweeping) };
}
