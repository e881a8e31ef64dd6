const NOTHING = Buffer.alloc(0);

/**
 * A copy of the bytes from `start` up to `end` of a buffer that is reused, or is larger than the part that is kept.
 * This is the fastest copy in Node for the few hundred bytes of an event.
 */
export function copiedBytes(message: Buffer, start: number, end: number): Buffer {
  if (start === end) return NOTHING;
  const copy = Buffer.allocUnsafe(end - start);
  message.copy(copy, 0, start, end);
  return copy;
}
