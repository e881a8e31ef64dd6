// @ts-check
/**
 * Decodes one image that a stranger sent, in a process of its own (`decoding.ts` starts it with limits), and ends.
 * Plain JavaScript, so that specs start it without a build.
 */
import sharp from 'sharp';

const THUMBNAIL_PX = 320;

// No other decoder ever sees what a stranger sends; nothing decoded is kept.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * @param {import('./decoding.ts').Encoded} image
 * @returns {Promise<import('./decoding.ts').Decoded>}
 */
async function decoded({ bytes, contentType, pixels }) {
  // More pixels than the header said are not decoded.
  const upright = sharp(bytes, { limitInputPixels: pixels, failOn: 'truncated' }).autoOrient();
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
 * What the libraries say when the system gives no more memory. Everything else is a broken file.
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
// An orderly exit would wait for a decoder thread that runs.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
