/** Writes the responses of a call at the client's pace. */
import type { Message } from './frames.ts';
import type { ServerCall } from './server-call.ts';

/** A write takes many messages (`frames.ts`). */
interface WritableCall extends ServerCall {
  write(messages: readonly Message[], written: () => void): boolean;
  end(): void;
}

/** The size of one write to the connection. */
const WRITE_MESSAGES = 512;
const WRITE_BYTES = 64 * 1024;
/** Two writes: the next one waits while the connection takes the last. */
const MAX_WRITES = 2;

export class ResponseWriter {
  readonly #call: WritableCall;
  readonly #signal: AbortSignal;
  /** Messages that are written together at the end of this tick. */
  #gathered: Message[] = [];
  #writesUnderWay = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(call: WritableCall, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake());
  }

  /** Resolves to false when the call has ended. */
  async send(message: Message): Promise<boolean> {
    if (!this.#hasRoom && !(await this.#room())) return false;
    if (this.#gathered.push(message) === 1) process.nextTick(() => this.#flush());
    return true;
  }

  /** Sends many messages. Resolves to false when the call has ended before the last one. */
  async sendAll<Item>(items: Iterable<Item>, messageOf: (item: Item) => Message): Promise<boolean> {
    this.#flush();
    let messages: Message[] = [];
    let bytes = 0;
    for (const item of items) {
      const message = messageOf(item);
      messages.push(message);
      bytes += message.byteLength;
      if (messages.length < WRITE_MESSAGES && bytes < WRITE_BYTES) continue;
      if (!(await this.#room())) return false;
      this.#write(messages);
      messages = [];
      bytes = 0;
    }
    if (messages.length === 0) return !this.#signal.aborted;
    if (!(await this.#room())) return false;
    this.#write(messages);
    return true;
  }

  end(): void {
    this.#flush();
    this.#call.end();
  }

  #flush(): void {
    if (this.#gathered.length === 0) return;
    const messages = this.#gathered;
    this.#gathered = [];
    if (!this.#signal.aborted) this.#write(messages);
  }

  #write(messages: readonly Message[]): void {
    this.#writesUnderWay += 1;
    this.#call.write(messages, () => {
      this.#writesUnderWay -= 1;
      this.#wake();
    });
  }

  get #hasRoom(): boolean {
    return this.#writesUnderWay < MAX_WRITES && !this.#signal.aborted;
  }

  /** Resolves to true when the connection takes another write, to false when the call has ended. */
  async #room(): Promise<boolean> {
    while (this.#writesUnderWay >= MAX_WRITES && !this.#signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return !this.#signal.aborted;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
