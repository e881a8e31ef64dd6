/**
 * The frames of MLLP: a message stands between the bytes 0x0B and 0x1C 0x0D. A chunk of the connection may hold a part of a
 * message, or several. Bytes between frames are noise and are dropped, the last 0x0D too: senders leave it out. Memory is
 * bounded: of a message that is too large nothing is kept.
 */
const START = 0x0b;
const END = 0x1c;
const CARRIAGE_RETURN = 0x0d;

/** A message of more bytes than the limit is `tooLarge`: its content is not kept. */
export type Frame = { readonly kind: 'message'; readonly bytes: Buffer } | { readonly kind: 'tooLarge' };

export interface Framer {
  /** The frames that this chunk completes, in their order. */
  push(chunk: Buffer): readonly Frame[];
  /** True while a frame has begun and has not ended. */
  readonly isInside: boolean;
}

/** @param bytesMax of one message */
export function createFramer(bytesMax: number): Framer {
  let parts: Buffer[] | undefined;
  let length = 0;

  const keep = (bytes: Buffer): void => {
    length += bytes.length;
    // A copy: a small part would keep the whole chunk in memory.
    if (length <= bytesMax) parts?.push(Buffer.from(bytes));
    else parts = [];
  };
  const end = (): Frame => {
    const bytes = Buffer.concat(parts ?? []);
    parts = undefined;
    return length <= bytesMax ? { kind: 'message', bytes } : { kind: 'tooLarge' };
  };

  return {
    get isInside() {
      return parts !== undefined;
    },
    push(chunk) {
      const frames: Frame[] = [];
      for (let at = 0; at < chunk.length;) {
        const start = chunk.indexOf(START, at);
        const stop = parts === undefined ? -1 : chunk.indexOf(END, at);
        if (stop >= 0 && (start < 0 || stop < start)) {
          keep(chunk.subarray(at, stop));
          frames.push(end());
          at = stop + 1;
        } else if (start >= 0) {
          // No message holds a start byte: inside a frame, the sender has given up the one before.
          [parts, length, at] = [[], 0, start + 1];
        } else {
          keep(chunk.subarray(at));
          at = chunk.length;
        }
      }
      return frames;
    },
  };
}

/** @param bytes of an answer */
export const framed = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([START]), bytes, Buffer.from([END, CARRIAGE_RETURN])]);
