/** Last revisions of the streams written to most recently, so that an append asks the table nothing. */
const MAX_STREAMS = 100_000;

export class Heads {
  readonly #revisions = new Map<string, bigint>();

  get(stream: string): bigint | undefined {
    return this.#revisions.get(stream);
  }

  set(stream: string, revision: bigint): void {
    this.#revisions.delete(stream);
    this.#revisions.set(stream, revision);
    if (this.#revisions.size <= MAX_STREAMS) return;
    const [oldest] = this.#revisions.keys();
    if (oldest !== undefined) this.#revisions.delete(oldest);
  }

  clear(): void {
    this.#revisions.clear();
  }
}
