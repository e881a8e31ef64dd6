import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

test('an image that would take more than it may once it is encoded anew is refused with a sentence', async () => {
  const noise = { create: { width: 400, height: 400, channels: 3 as const, background: 'white', noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } } };
  const sent = await sharp(noise).jpeg({ quality: 10 }).toBuffer();
  const { content } = await pictureOf(sent);
  expect(content.length).toBeGreaterThan(sent.length);
  expect((await pictureOf(sent, content.length)).content.length).toBe(content.length);
  await expect(pictureOf(sent, content.length - 1)).rejects.toMatchObject({
    problem: { code: 'tooLarge', message: expect.stringMatching(/^This image would take more than \d+ MB once it is stored: send it smaller$/), fields: { image: 'Too large once it is stored' } },
  });
});
