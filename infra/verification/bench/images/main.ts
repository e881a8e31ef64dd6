/**
 * `npm run bench:images`: decodes the largest images that people upload, and small files that need much work, one after
 * the other. Measures the time until the answer and the peak memory of the decoding process.
 */
import { pictureOf } from 'command-api/images/picture';
import { flatPng, jpegWithScans, pngWithComments } from 'command-api/testing/hostile-images';
import { honestImages } from 'command-api/testing/honest-images';
import { line } from '../figures.ts';
import { peakOf } from '../processes/memory.ts';
import { processTree } from '../processes/process-tree.ts';
import { describeMachine } from '../product.ts';

const EVERY_MS = 5;

const hostile: readonly (readonly [string, () => Buffer])[] = [
  ['PNG, 6,250,000 × 8 pixels', () => flatPng({ width: 6_250_000, height: 8 })],
  ['PNG, 49,900,000 × 1 pixels', () => flatPng({ width: 49_900_000, height: 1 })],
  [
    'PNG, 50 megapixels, 16 bits, interlaced',
    () => flatPng({ width: 8_165, height: 6_123, bitDepth: 16, interlaced: true }),
  ],
  [
    'PNG, 25 megapixels, 16 bits, interlaced',
    () => flatPng({ width: 6_000, height: 4_100, bitDepth: 16, interlaced: true }),
  ],
  ['PNG, 8 × 8 pixels, 4 GB of packed comments', () => pngWithComments(500)],
  ['JPEG, 49 megapixels, 5,000 scans', () => jpegWithScans(7_000, 5_000)],
];

/** Peak resident memory of a child process in MB; 0 if there is none. */
async function peakOfChildren(): Promise<number> {
  const own = (await processTree([{ name: 'bench', pid: process.pid }])).filter(({ owner }) => owner !== undefined);
  const children = own.filter(({ pid }) => pid !== process.pid);
  return Math.max(0, ...(await Promise.all(children.map(({ pid }) => peakOf(pid)))));
}

async function measure(name: string, bytes: Buffer): Promise<void> {
  let peakMb = 0;
  let looking = false;
  const sampling = setInterval(() => {
    if (looking) return;
    looking = true;
    void peakOfChildren().then((peak) => {
      looking = false;
      peakMb = Math.max(peakMb, peak);
    });
  }, EVERY_MS);
  const began = performance.now();
  const outcome = await pictureOf(bytes).then(
    (picture) => `stored as ${sizeOf(picture.content.length)}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(sampling);
  console.log(`${line(name, sizeOf(bytes.length), seconds.toFixed(2), peakMb.toFixed(0))}  ${outcome}`);
}

const sizeOf = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

describeMachine();
console.log(`${line('image', 'sent as', 'seconds', 'MB')}  outcome`);
for (const [name, make] of await honestImages()) await measure(name, await make());
for (const [name, make] of hostile) await measure(name, make());
