import type { Page } from 'playwright-core';

/** An image file for an upload field. */
export async function imageFile(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 400, height: 300 });
    const pen = canvas.getContext('2d');
    if (pen) Object.assign(pen, { fillStyle: '#2f628f' }).fillRect(40, 40, 320, 220);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}
