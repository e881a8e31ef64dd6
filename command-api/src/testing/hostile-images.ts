/** Small files that cause much work, for specs and the bench. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

interface Png {
  readonly width: number;
  readonly height: number;
  readonly bitDepth?: 8 | 16;
  readonly interlaced?: boolean;
  readonly extra?: readonly Buffer[];
}

/** A single colour, so that millions of pixels take some kilobytes. */
export function flatPng({ width, height, bitDepth = 8, interlaced = false, extra = [] }: Png): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, TRUE_COLOUR_WITH_ALPHA, 0, 0, interlaced ? 1 : 0], 8);
  const bytesPerPixel = bitDepth / 2;
  // Interlaced: seven passes, each with fewer rows than the image has.
  const bytes = (width * bytesPerPixel + 1) * height + (interlaced ? 7 * (height + width) : 0);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const TRUE_COLOUR_WITH_ALPHA = 6;

/** 8 × 8 pixels and `comments` texts of 8 MB, each packed into 8 kB: the library unpacks them with the header. */
export function pngWithComments(comments: number): Buffer {
  const comment = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 })]),
  );
  return flatPng({ width: 8, height: 8, extra: Array.from({ length: comments }, () => comment) });
}

const segment = (marker: number, data: readonly number[] | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), Buffer.from(data)]);

/** A grey progressive JPEG. Each of its `scans` takes some 80 bytes, and a walk over the whole image. */
export function jpegWithScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const sides = [side >> 8, side & 0xff];
  const tableOfOneCode = (table: number, symbol: number): Buffer =>
    segment(0xc4, [table, 1, ...Array.from({ length: 15 }, () => 0), symbol]);
  const firstScan = Buffer.concat([segment(0xda, [1, 1, 0x00, 0, 0, 0]), Buffer.alloc(Math.ceil(blocks / 8))]);
  const emptyScan = Buffer.concat([segment(0xda, [1, 1, 0x00, 1, 63, 0]), endOfBlocks(blocks)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, ...sides, ...sides, 1, 1, 0x11, 0]),
    tableOfOneCode(0x00, 0x00),
    tableOfOneCode(0x10, END_OF_16384_BLOCKS),
    firstScan,
    ...Array.from({ length: scans }, () => emptyScan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
/** The symbol for a run of 2^14 empty blocks, plus the number in the next 14 bits. */
const END_OF_16384_BLOCKS = 0xe0;

/** Encodes, in runs, that the rest of every block is empty. */
function endOfBlocks(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; left -= 32_767)
    bits += `0${Math.max(0, Math.min(left, 32_767) - 16_384)
      .toString(2)
      .padStart(14, '0')}`;
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  // A byte FF in the data is followed by a 0.
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}
