import { limits } from 'language/domain/values/codes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scaledToLimit } from './scaled-image.ts';

/** jsdom has no canvas: this one "encodes" a pixel as `bytesPerPixel` bytes, and keeps the sizes that were asked for. */
const drawn: { width: number; height: number }[] = [];
let bytesPerPixel = 0.5;
beforeEach(() => {
  drawn.length = 0;
  bytesPerPixel = 0.5;
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (file.type === 'image/broken') throw new Error('not an image');
    return { width: 8_000, height: 6_000, close: () => undefined };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as unknown as null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function encode(this: HTMLCanvasElement, answer) {
    drawn.push({ width: this.width, height: this.height });
    answer({ size: this.width * this.height * bytesPerPixel, type: 'image/jpeg' } as Blob);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const photograph = (type = 'image/jpeg') => new Blob(['x'], { type });

test('an image keeps its shape and is drawn smaller until it is within the limit', async () => {
  bytesPerPixel = 1.5;
  expect((await scaledToLimit(photograph())).size).toBeLessThanOrEqual(limits.image);
  expect(drawn).toEqual([
    { width: 4000, height: 3000 },
    { width: 2828, height: 2121 },
  ]);
});

test('a file that is sent again has the same bytes: its key has one body', async () => {
  const file = photograph();
  expect(await scaledToLimit(file)).toBe(await scaledToLimit(file));
  expect(drawn).toHaveLength(1);
});

test('what cannot be read or made small enough is refused', async () => {
  await expect(scaledToLimit(photograph('image/broken'))).rejects.toThrow('not an image');
  bytesPerPixel = 100;
  await expect(scaledToLimit(photograph())).rejects.toThrow('too large');
});
