/** Lines on their way out, at the pace of whoever takes them. */
import type { Writable } from 'node:stream';

const AT_ONCE = 64 * 1024;

export class Output {
  readonly #stream: Writable;
  #waiting: string[] = [];
  #length = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // A failure is reported to the write that meets it.
    stream.on('error', () => undefined);
  }

  /**
   * Keeps lines back until they are worth a write.
   * @throws what the stream says, such as EPIPE where nobody reads any more
   */
  async write(line: string): Promise<void> {
    this.#waiting.push(line);
    this.#length += line.length;
    if (this.#length >= AT_ONCE) await this.flush();
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
