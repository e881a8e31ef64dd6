import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { flatPng, jpegWithScans, pngWithComments } from '../testing/hostile-images.ts';
import { pictureOf } from './picture.ts';

test('an image that is too large after re-encoding is refused', async () => {
  const noise = {
    create: {
      width: 400,
      height: 400,
      channels: 3 as const,
      background: 'white',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  };
  const sent = await sharp(noise).jpeg({ quality: 10 }).toBuffer();
  const { content } = await pictureOf(sent);
  expect(content.length).toBeGreaterThan(sent.length);
  expect((await pictureOf(sent, { maxBytes: content.length })).content.length).toBe(content.length);
  await expect(pictureOf(sent, { maxBytes: content.length - 1 })).rejects.toMatchObject({
    problem: {
      code: 'tooLarge',
      message: expect.stringMatching(/^This image would take more than \d+ MB once it is stored: send it smaller$/),
      fields: { image: 'Too large once it is stored' },
    },
  });
});

describe('a small file that causes much work is refused', () => {
  const tooLarge = (message: string) => ({
    problem: { code: 'tooLarge', message, fields: { image: expect.any(String) } },
  });
  const good = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();

  test.each([
    ['a row of 6,250,000 pixels', { width: 6_250_000, height: 8 }],
    ['one pixel too wide', { width: 16_385, height: 1 }],
    ['one pixel too high', { width: 1, height: 16_385 }],
  ])('for its sides: %s', async (_, size) => {
    await expect(pictureOf(flatPng(size))).rejects.toMatchObject(
      tooLarge('This image is more than 16384 pixels wide or high'),
    );
  });

  test('for its depth: fewer than 50 million pixels, of 16 bits a colour', async () => {
    await expect(pictureOf(flatPng({ width: 6_000, height: 4_200, bitDepth: 16 }))).rejects.toMatchObject(
      tooLarge('This image has more than 25 million pixels of 16 bits a colour'),
    );
  });

  test('for the memory of its decoder, even with few pixels; the next image is decoded', async () => {
    const [hostile, honest] = await Promise.allSettled([pictureOf(pngWithComments(60)), pictureOf(await good())]);
    expect(hostile).toMatchObject({
      reason: tooLarge('This image takes too much memory or time to read: send it smaller'),
    });
    expect(honest).toMatchObject({ value: { contentType: 'image/png' } });
    expect(await pictureOf(await good())).toMatchObject({ contentType: 'image/png' });
  });

  test('for the time of its decoder; the next image is decoded', async () => {
    await expect(pictureOf(jpegWithScans(7_000, 5_000), { timeMs: 500 })).rejects.toMatchObject(
      tooLarge('This image takes too much memory or time to read: send it smaller'),
    );
    expect(await pictureOf(await good())).toMatchObject({ contentType: 'image/png' });
  });
});

test.each([
  [
    'a long side',
    () =>
      sharp(flatPng({ width: 16_384, height: 2 }))
        .png()
        .toBuffer(),
    { width: 16_384, height: 2 },
  ],
  [
    '16 bits a colour, interlaced',
    () => flatPng({ width: 2_000, height: 1_000, bitDepth: 16, interlaced: true }),
    { width: 2_000, height: 1_000 },
  ],
  [
    'a palette',
    () =>
      sharp(flatPng({ width: 2_000, height: 1_000 }))
        .png({ palette: true })
        .toBuffer(),
    { width: 2_000, height: 1_000 },
  ],
  [
    'ten frames, of which the first is kept',
    () =>
      sharp(Buffer.alloc(600 * 400 * 30, 7), { raw: { width: 600, height: 4_000, channels: 3, pageHeight: 400 } })
        .webp({ loop: 0 })
        .toBuffer(),
    { width: 600, height: 400 },
  ],
  [
    '7.5 million pixels in a progressive JPEG, lying on its side',
    () =>
      sharp(flatPng({ width: 3_000, height: 2_500 }))
        .removeAlpha()
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive: true })
        .toBuffer(),
    { width: 2_500, height: 3_000 },
  ],
  [
    'transparency, in a WebP',
    () =>
      sharp(flatPng({ width: 2_000, height: 1_000 }))
        .webp({ effort: 0 })
        .toBuffer(),
    { width: 2_000, height: 1_000 },
  ],
])('an image is taken that has %s', async (_, made, size) => {
  const { content, thumbnail } = await pictureOf(await made());
  expect(await sharp(content).metadata()).toMatchObject({ ...size, depth: 'uchar' });
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp' });
});

describe('a photograph that is not quite as the standard says', () => {
  const photograph = (progressive: boolean): Promise<Buffer> =>
    sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg({ quality: 80, progressive })
      .toBuffer();
  /** Padding after the first and the second segment. */
  const padded = (jpeg: Buffer, padding: Buffer): Buffer => {
    const first = 4 + jpeg.readUInt16BE(4);
    const second = first + 2 + jpeg.readUInt16BE(first + 2);
    return Buffer.concat([
      jpeg.subarray(0, first),
      padding,
      jpeg.subarray(first, second),
      padding,
      jpeg.subarray(second),
    ]);
  };
  const withoutEnd = (jpeg: Buffer): Buffer => jpeg.subarray(0, -2);

  test.each([
    ['zeros between its segments', (jpeg: Buffer) => padded(jpeg, Buffer.alloc(7))],
    ['other bytes between its segments', (jpeg: Buffer) => padded(jpeg, Buffer.from('maker\xff\0note', 'latin1'))],
    ['no end marker', withoutEnd],
    ['zeros in place of its end marker', (jpeg: Buffer) => Buffer.concat([withoutEnd(jpeg), Buffer.alloc(512)])],
    ['padding and no end marker', (jpeg: Buffer) => withoutEnd(padded(jpeg, Buffer.alloc(3)))],
    ['data after its end marker', (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from('trailer')])],
  ])('is taken whole with %s', async (_, change) => {
    for (const progressive of [false, true]) {
      const jpeg = await photograph(progressive);
      const whole = await pictureOf(jpeg);
      expect((await pictureOf(change(jpeg))).content.equals(whole.content)).toBe(true);
    }
  });

  test.each([0.3, 0.7, 0.99])(
    'is refused where it was cut at %d of its bytes: a part of it would be grey',
    async (part) => {
      for (const progressive of [false, true]) {
        const jpeg = await photograph(progressive);
        await expect(pictureOf(jpeg.subarray(0, Math.floor(jpeg.length * part)))).rejects.toMatchObject({
          problem: { reason: 'not-an-image' },
        });
      }
    },
  );
});
