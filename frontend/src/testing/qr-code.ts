/** For specs: the text that a reader finds in a drawn QR code. */
import jsQR from 'jsqr';

const SCALE = 4;

/** Draws the squares of the code, as a camera would see them. @returns undefined where it cannot be read */
export function readQrCode(code: Element): string | undefined {
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2]) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const squares =
    code
      .querySelector('[fill="#000"]')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? [];
  for (const [, x, y] of squares)
    for (let row = 0; row < SCALE; row += 1) {
      const start = ((Number(y) * SCALE + row) * side + Number(x) * SCALE) * 4;
      for (let at = start; at < start + SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  return jsQR(pixels, side, side)?.data;
}
