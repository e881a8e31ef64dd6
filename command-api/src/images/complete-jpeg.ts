/**
 * A JPEG whose sender left out its end marker, with one: cameras and messengers that were cut off write such files. The
 * image library takes them for cut files, and so they may be: `isCompleted` says that it has to look for a gap in the data.
 */
const END = Buffer.from([0xff, 0xd9]);
const START_OF_SCAN = 0xda;

export interface CompletedJpeg {
  readonly bytes: Buffer;
  readonly isCompleted: boolean;
}

export function completeJpeg(bytes: Buffer): CompletedJpeg {
  const { segments, scan } = segmentsOf(bytes);
  const data = bytes.subarray(scan);
  // Within the data of a scan 0xff is followed by zero: these two bytes are the end.
  if (scan >= bytes.length || data.includes(END)) return { bytes, isCompleted: false };
  return { bytes: Buffer.concat([bytes.subarray(0, 2), ...segments, withoutPadding(data), END]), isCompleted: true };
}

/** The segments before the first scan, without what lies between them, and where the scan begins. */
function segmentsOf(bytes: Buffer): { segments: readonly Buffer[]; scan: number } {
  const segments: Buffer[] = [];
  let offset = 2;
  while (offset + 4 <= bytes.length) {
    const marker = bytes.readUInt8(offset + 1);
    if (bytes.readUInt8(offset) !== 0xff || marker === 0xff) offset += 1;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) offset += 2;
    else if (marker === START_OF_SCAN) return { segments, scan: offset };
    else {
      const end = offset + 2 + bytes.readUInt16BE(offset + 2);
      segments.push(bytes.subarray(offset, end));
      offset = end;
    }
  }
  return { segments, scan: bytes.length };
}

/** The data without zeros at the end. After 0xff a zero belongs to the data. */
function withoutPadding(data: Buffer): Buffer {
  let end = data.length;
  while (end > 0 && data.readUInt8(end - 1) === 0) end -= 1;
  return data.subarray(0, end < data.length && end > 0 && data.readUInt8(end - 1) === 0xff ? end + 1 : end);
}
