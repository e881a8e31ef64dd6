/** As much of protobuf's wire format as events need (https://protobuf.dev/programming-guides/encoding): numbers, and lengths with bytes. */

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const SMALL = 0x80;
/** Below this, a shift by 7 is a division that a double does exactly. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** @returns bytes of a whole number ≥ 0 below 2^64 */
export function sizeOfVarint(value: bigint | number): number {
  let rest = Number(value);
  // Above 2^53 a double may round up to the next power of two.
  if (typeof value === 'bigint' && value > SAFE) return Math.ceil(value.toString(2).length / 7);
  let size = 1;
  while (rest >= SMALL) {
    rest = Math.floor(rest / SMALL);
    size += 1;
  }
  return size;
}

/** @returns bytes of a field that holds `length` bytes, its tag and length included; all our field numbers are below 16 */
export const sizeOfBytes = (length: number): number => 1 + sizeOfVarint(length) + length;

/** Writes one message into a buffer of exactly its size. */
export class Wire {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  number(field: number, value: bigint): void {
    this.#tag(field, VARINT);
    this.#varint(value);
  }

  /** The beginning of a field whose `length` bytes come next. */
  length(field: number, length: number): void {
    this.#tag(field, LENGTH_DELIMITED);
    this.#varint(length);
  }

  bytes(field: number, bytes: Uint8Array): void {
    this.length(field, bytes.length);
    this.raw(bytes);
  }

  /** @param size of the text in UTF-8 */
  text(field: number, text: string, size: number): void {
    this.length(field, size);
    this.#at += this.buffer.write(text, this.#at, size, 'utf8');
  }

  ascii(field: number, text: string): void {
    this.length(field, text.length);
    this.#at += this.buffer.write(text, this.#at, text.length, 'latin1');
  }

  raw(bytes: Uint8Array): void {
    this.buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #tag(field: number, type: number): void {
    this.buffer[this.#at++] = field * 8 + type;
  }

  #varint(value: bigint | number): void {
    if (typeof value === 'bigint' && value > SAFE) return this.#large(value);
    let rest = Number(value);
    while (rest >= SMALL) {
      this.buffer[this.#at++] = (rest % SMALL) + SMALL;
      rest = Math.floor(rest / SMALL);
    }
    this.buffer[this.#at++] = rest;
  }

  #large(value: bigint): void {
    let rest = value;
    while (rest >= 128n) {
      this.buffer[this.#at++] = Number(rest & 127n) + SMALL;
      rest >>= 7n;
    }
    this.buffer[this.#at++] = Number(rest);
  }
}
