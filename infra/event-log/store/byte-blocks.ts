/**
 * Copies of small byte strings that are kept for long. Node puts small buffers into slabs of 8 KiB that all code shares:
 * one kept string keeps its whole slab, also when everything else in it is garbage (measured: 7 KB for an event of
 * 1.5 KB).
 */
const BLOCK_BYTES = 64 * 1024;
/** Longer strings get memory of their own. */
const MAX_SHARED_BYTES = 8 * 1024;

export class ByteBlocks {
  #block = Buffer.alloc(0);
  #used = 0;

  copy(bytes: Uint8Array): Uint8Array {
    if (bytes.length > MAX_SHARED_BYTES) return Uint8Array.from(bytes);
    if (this.#used + bytes.length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
    this.#block.set(bytes, this.#used);
    const copied = this.#block.subarray(this.#used, this.#used + bytes.length);
    this.#used += bytes.length;
    return copied;
  }
}
