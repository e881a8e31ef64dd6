/**
 * The image service of a team's account (docs/product.md, "Image storage"): an unsigned upload in the form of
 * Cloudinary's public API, `POST <base>/v1_1/<cloudName>/image/upload` with `file` and `upload_preset`. The image's
 * metadata is removed before.
 */
import * as z from 'zod';
import { refusal } from 'language/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Picture } from './picture.ts';
import type { StoredImage } from './store.ts';

const TIMEOUT_MS = 20_000;
const THUMBNAIL = 'c_limit,h_320,w_320';

export interface ImageService {
  /** @throws HttpProblem 400 if the service refuses the account, 503 if it does not answer */
  upload(
    account: { cloudName: string; uploadPreset: string },
    picture: Picture,
  ): Promise<Pick<StoredImage, 'image' | 'thumbnail'>>;
}

const Uploaded = z.object({ secure_url: z.url({ protocol: /^https?$/ }).max(2_000) });

/** @param base such as https://api.cloudinary.com */
export function createImageService(base: string, logger: Logger): ImageService {
  return {
    async upload({ cloudName, uploadPreset }, { content, contentType }) {
      const form = new FormData();
      form.set('upload_preset', uploadPreset);
      form.set('file', new Blob([new Uint8Array(content)], { type: contentType }), 'image');
      const address = new URL(`/v1_1/${encodeURIComponent(cloudName)}/image/upload`, base);
      const answer = await answerOf(() =>
        fetch(address, { method: 'POST', body: form, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
      );
      if (answer?.ok) {
        const uploaded = Uploaded.safeParse(await answerOf(() => answer.json()));
        if (uploaded.success && mayBeShown(uploaded.data.secure_url, base))
          return { image: uploaded.data.secure_url, thumbnail: thumbnailOf(uploaded.data.secure_url) };
      }
      logger.warn({ status: answer?.status, address: address.origin }, 'the image service has not accepted an image');
      if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        throw new HttpProblem(refusal('image-service-refused'), { field: 'image' });
      }
      throw new HttpProblem(refusal('image-service-away'));
    },
  };
}

/** Undefined for a failed connection, a late answer, or an answer that is not JSON. */
const answerOf = <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => ask().catch(() => undefined);

/** Only https, unless the setting of the service has no https either. */
const mayBeShown = (address: string, base: string): boolean =>
  ['https:', new URL(base).protocol].includes(new URL(address).protocol);

const thumbnailOf = (address: string): string => address.replace('/image/upload/', `/image/upload/${THUMBNAIL}/`);
