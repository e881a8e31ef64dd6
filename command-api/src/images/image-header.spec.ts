import sharp from 'sharp';
import { expect, test } from 'vitest';
import { flatPng, jpegWithScans } from '../testing/hostile-images.ts';
import { imageHeader } from './image-header.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });
const frames = sharp(Buffer.alloc(70 * 40 * 3 * 5, 7), {
  raw: { width: 70, height: 200, channels: 3, pageHeight: 40 },
});

const images: readonly [string, () => Promise<Buffer> | Buffer, object][] = [
  ['JPEG', () => picture(70, 40).jpeg().toBuffer(), { contentType: 'image/jpeg', bitDepth: 8 }],
  [
    'progressive JPEG',
    () => picture(70, 40).jpeg({ progressive: true }).toBuffer(),
    { contentType: 'image/jpeg', bitDepth: 8 },
  ],
  [
    'JPEG with what a camera writes',
    () =>
      picture(70, 40)
        .withExif({ IFD0: { Copyright: 'C'.repeat(900) } })
        .jpeg()
        .toBuffer(),
    { contentType: 'image/jpeg', bitDepth: 8 },
  ],
  ['PNG', () => picture(70, 40).png().toBuffer(), { contentType: 'image/png', bitDepth: 8 }],
  [
    'PNG with a palette',
    () => picture(70, 40).png({ palette: true, colours: 2 }).toBuffer(),
    { contentType: 'image/png', bitDepth: 8 },
  ],
  [
    'PNG of 16 bits',
    () => picture(70, 40).toColourspace('rgb16').png().toBuffer(),
    { contentType: 'image/png', bitDepth: 16 },
  ],
  [
    'interlaced PNG of 16 bits',
    () => flatPng({ width: 70, height: 40, bitDepth: 16, interlaced: true }),
    { contentType: 'image/png', bitDepth: 16 },
  ],
  ['lossy WebP', () => picture(70, 40).removeAlpha().webp().toBuffer(), { contentType: 'image/webp', bitDepth: 8 }],
  ['WebP with transparency', () => picture(70, 40).webp().toBuffer(), { contentType: 'image/webp', bitDepth: 8 }],
  [
    'lossless WebP',
    () => picture(70, 40).webp({ lossless: true }).toBuffer(),
    { contentType: 'image/webp', bitDepth: 8 },
  ],
  ['animated WebP', () => frames.webp({ loop: 0, delay: 50 }).toBuffer(), { contentType: 'image/webp', bitDepth: 8 }],
];

test.each(images)(
  'the header of a %s says its size and depth, and so does the image library',
  async (_, made, expected) => {
    const bytes = await made();
    expect(imageHeader(bytes)).toEqual({ ...expected, width: 70, height: 40 });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 70, height: 40 });
  },
);

test.each(images)('a %s that is cut off anywhere has a header or none', async (_, made) => {
  const bytes = await made();
  for (let length = 0; length < bytes.length; length += 1)
    expect(imageHeader(bytes.subarray(0, length))).toSatisfy((header) => header === undefined || header.width === 70);
});

test('large sizes are read completely', () => {
  expect(imageHeader(flatPng({ width: 70_000, height: 1 }))).toMatchObject({ width: 70_000, height: 1 });
  expect(imageHeader(jpegWithScans(7_000, 1))).toMatchObject({ width: 7_000, height: 7_000 });
});

test('a file that is not a JPEG, PNG or WebP, or has no size, has no header', async () => {
  for (const file of [
    '',
    'GIF89a',
    'RIFF0000WAVEfmt 00000000000000',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    '\xff\xd8\xff',
  ])
    expect(imageHeader(Buffer.from(file, 'latin1'))).toBeUndefined();
  expect(imageHeader(flatPng({ width: 0, height: 9 }))).toBeUndefined();
});
