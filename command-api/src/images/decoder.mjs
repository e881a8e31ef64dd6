// @ts-check
/**
 * Decodes one uploaded image in a process of its own, and ends. `decoding.ts` starts it with limits. Plain JavaScript,
 * so that specs start it without a build.
 */
import sharp from 'sharp';

const THUMBNAIL_PX = 320;

// No other decoder reads an upload, and nothing decoded is cached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * @param {import('./decoding.ts').Encoded} image
 * @returns {Promise<import('./decoding.ts').Decoded>}
 */
async function decoded({ bytes, contentType, pixels, isCompleted }) {
  // More pixels than the header said are not decoded.
  const failOn = isCompleted ? 'warning' : 'truncated';
  const upright = sharp(bytes, { limitInputPixels: pixels, failOn }).autoOrient();
  const encoded =
    contentType === 'image/jpeg'
      ? upright.jpeg({ quality: 88 })
      : contentType === 'image/png'
        ? upright.png()
        : upright.webp({ quality: 88 });
  const content = await encoded.toBuffer();
  const thumbnail = await sharp(content, { limitInputPixels: pixels })
    .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();
  return { content, thumbnail };
}

/**
 * The libraries' messages when the system gives no more memory. Other errors mean a broken file.
 * @param {unknown} error
 */
const isOutOfMemory = (error) => /memory|allocate|system error/i.test(String(error));

/** @param {import('./decoding.ts').DecodingResult} outcome */
const answer = (outcome) => process.send?.(outcome, undefined, undefined, () => process.exit());

process.once('message', (/** @type {import('./decoding.ts').Encoded} */ image) => {
  decoded(image).then(
    (picture) => answer({ picture }),
    (error) => answer({ failure: isOutOfMemory(error) ? 'limits' : 'broken' }),
  );
});
// An orderly exit would wait for the decoder's thread.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
