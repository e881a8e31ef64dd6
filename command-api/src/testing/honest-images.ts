/** Images as people upload them, up to the largest that are accepted, for the bench. */
import sharp from 'sharp';

/** Smoothed noise, like a sensor's image: neither flat nor random. */
async function scene(width: number, height: number) {
  const create = {
    width,
    height,
    channels: 3 as const,
    background: 'white',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 20 },
  };
  const { data, info } = await sharp({ create }).blur(3).raw().toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: info });
}

/** Images by name. Each is made on demand: decoded, one takes 150 MB and more. */
export async function honestImages(): Promise<readonly (readonly [string, () => Promise<Buffer>])[]> {
  const [large, phone, screen] = [await scene(8_165, 6_123), await scene(4_032, 3_024), await scene(3_000, 2_000)];
  const frames = (count: number) =>
    sharp(Buffer.alloc(700 * 700 * 3 * count, 99), {
      raw: { width: 700, height: 700 * count, channels: 3, pageHeight: 700 },
    });
  return [
    ['JPEG, 12 megapixels', () => phone().jpeg({ quality: 85 }).toBuffer()],
    ['JPEG, 50 megapixels', () => large().jpeg({ quality: 85 }).toBuffer()],
    [
      'JPEG, 50 megapixels, progressive, on its side',
      () =>
        large()
          .withMetadata({ orientation: 6 })
          .jpeg({ quality: 85, progressive: true, chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    ['PNG, 6 megapixels', () => screen().png().toBuffer()],
    [
      'PNG, 6 megapixels, 16 bits, interlaced',
      () => screen().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    [
      'PNG, 50 megapixels, palette',
      () =>
        sharp({ create: { width: 8_165, height: 6_123, channels: 3, background: 'white' } })
          .png({ palette: true })
          .toBuffer(),
    ],
    ['WebP, 50 megapixels', () => large().webp({ quality: 80, effort: 0 }).toBuffer()],
    ['WebP, 50 megapixels, transparency', () => large().ensureAlpha(0.5).webp({ quality: 80, effort: 0 }).toBuffer()],
    ['WebP, a hundred frames', () => frames(100).webp({ effort: 0, loop: 0 }).toBuffer()],
  ];
}
