/**
 * Format, size and bit depth of an uploaded image, from its first bytes, read at fixed places. The image library sees a
 * file only after this check: it allocates memory as the header asks (measured: a 4 MB PNG of 8 × 8 pixels with
 * compressed text takes 2.3 GB before its size is known).
 */
export interface ImageHeader {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Bits of one colour of one decoded pixel. */
  readonly bitDepth: 8 | 16;
}

const startsWith = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

/**
 * Reads the content and ignores the name and type that the sender gave.
 * @returns undefined if it is not a JPEG, PNG or WebP, or has no size
 */
export function imageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = statedHeader(bytes);
  return header && header.width > 0 && header.height > 0 ? header : undefined;
}

function statedHeader(bytes: Buffer): ImageHeader | undefined {
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return jpegHeader(bytes);
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return pngHeader(bytes);
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return webpHeader(bytes);
  return undefined;
}

/** IHDR is the first chunk: length, name, width, height, bit depth. */
function pngHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 25 || !startsWith(bytes, 12, 'IHDR')) return undefined;
  return {
    contentType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bitDepth: bytes.readUInt8(24) > 8 ? 16 : 8,
  };
}

/**
 * The frame header (SOF0 to SOF15) follows other segments, each with its length. It holds precision, height, width. Between
 * segments some cameras write padding: like the image library, this looks for the next marker.
 */
function jpegHeader(bytes: Buffer): ImageHeader | undefined {
  for (let offset = 2; offset + 9 <= bytes.length;) {
    const marker = bytes.readUInt8(offset + 1);
    // Padding, or a fill byte.
    if (bytes.readUInt8(offset) !== 0xff || marker === 0xff) offset += 1;
    // Padding again, or markers without a segment.
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) offset += 2;
    else if (isFrameHeader(marker)) {
      return {
        contentType: 'image/jpeg',
        width: bytes.readUInt16BE(offset + 7),
        height: bytes.readUInt16BE(offset + 5),
        bitDepth: bytes.readUInt8(offset + 4) > 8 ? 16 : 8,
      };
    } else offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** C4, C8 and CC are Huffman tables, a reserved marker and arithmetic conditioning. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The first chunk has the size: lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`: the canvas of all frames). */
function webpHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 30) return undefined;
  const size = (width: number, height: number): ImageHeader => ({
    contentType: 'image/webp',
    width,
    height,
    bitDepth: 8,
  });
  // 14 bits each; the two above them are for scaling on a screen.
  if (startsWith(bytes, 12, 'VP8 ') && startsWith(bytes, 23, '\x9d\x01\x2a'))
    return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (startsWith(bytes, 12, 'VP8L') && bytes.readUInt8(20) === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (startsWith(bytes, 12, 'VP8X')) return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  return undefined;
}
