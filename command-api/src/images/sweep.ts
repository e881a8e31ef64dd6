/**
 * Images that no gallery has held for a day are removed: uploads that were never saved, groups that were deleted. Whether a gallery
 * holds an image is asked of the admission's own stream.
 */
import type { Folds } from '../folds.ts';
import type { Logger } from '../service/log.ts';
import type { ImageStore } from './store.ts';

const EVERY_MS = 60 * 60_000;
const AT_ONCE = 200;

/** One round over all that nobody has looked at for a day. Several processes may sweep at once. @returns how many were removed */
export async function sweepImages({ images, folds }: { images: ImageStore; folds: Pick<Folds, 'admission'> }): Promise<number> {
  let removed = 0;
  for (;;) {
    const unseen = await images.longestUnseen(AT_ONCE);
    for (const image of unseen) {
      const { state } = await folds.admission.now(image.admissionId);
      const held = state.status === 'open' || state.status === 'discharged' ? state.gallery.flatMap((group) => group.images) : [];
      if (await images.seen(image, held.includes(image.image))) removed += 1;
    }
    if (unseen.length < AT_ONCE) return removed;
  }
}

/** Sweeps every hour until stopped. */
export function keepSweeping(parts: Parameters<typeof sweepImages>[0] & { logger: Logger }): { stop(): void } {
  const sweeping = setInterval(() => {
    sweepImages(parts).then(
      (removed) => removed > 0 && parts.logger.info({ removed }, 'images that no gallery holds were removed'),
      (error: unknown) => parts.logger.warn({ error }, 'images could not be swept right now'),
    );
  }, EVERY_MS);
  return { stop: () => clearInterval(sweeping) };
}
