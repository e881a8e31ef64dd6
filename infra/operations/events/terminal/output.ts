/** Writes lines to a stream in blocks, at the reader's pace. */
import type { Writable } from 'node:stream';

/** Characters. */
const BLOCK_LENGTH = 64 * 1024;

export class Output {
  readonly #stream: Writable;
  #waiting: string[] = [];
  #length = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // The failing write reports the error.
    stream.on('error', () => undefined);
  }

  /**
   * Buffers lines up to a block.
   * @throws the stream's error, such as EPIPE where the reader has closed the pipe
   */
  async write(line: string): Promise<void> {
    this.#waiting.push(line);
    this.#length += line.length;
    if (this.#length >= BLOCK_LENGTH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#length === 0) return;
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#length = 0;
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}
