/** What all kinds of calls share on the server's side. */
import type { EventEmitter } from 'node:events';
import type { Deadline } from '@grpc/grpc-js';
import type { Message } from './frames.ts';

export interface ServerCall extends EventEmitter {
  readonly cancelled: boolean;
}

/** Milliseconds since 1970; Infinity where the client named none. */
export function deadlineOf(call: { getDeadline(): Deadline }): number {
  const deadline = call.getDeadline();
  return deadline instanceof Date ? deadline.getTime() : deadline;
}

/** As `frames.ts` has it: a write is many messages. */
interface WritableCall extends ServerCall {
  write(messages: readonly Message[], written: () => void): boolean;
  end(): void;
}

/** So much goes to the connection in one write. */
const WRITE_MESSAGES = 512;
const WRITE_BYTES = 64 * 1024;
/** While one write is on its way, the next is already there. */
const WRITES_UNDER_WAY = 2;

/** A call's answers, written at the client's pace. */
export class Outlet {
  readonly #call: WritableCall;
  readonly #signal: AbortSignal;
  /** Messages that leave together at the end of this tick. */
  #gathered: Message[] = [];
  #underWay = 0;
  readonly #sleepers: (() => void)[] = [];

  constructor(call: WritableCall, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake());
  }

  /** Resolves to false when the call has ended: nobody reads the answer. */
  async send(message: Message): Promise<boolean> {
    if (!this.#hasRoom && !(await this.#room())) return false;
    if (this.#gathered.push(message) === 1) process.nextTick(() => this.#flush());
    return true;
  }

  /** The same for many: resolves to false when the call has ended before the last was sent. */
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
    this.#underWay += 1;
    this.#call.write(messages, () => {
      this.#underWay -= 1;
      this.#wake();
    });
  }

  get #hasRoom(): boolean {
    return this.#underWay < WRITES_UNDER_WAY && !this.#signal.aborted;
  }

  /** Resolves to true when the connection takes more, to false when the call has ended. */
  async #room(): Promise<boolean> {
    while (this.#underWay >= WRITES_UNDER_WAY && !this.#signal.aborted)
      await new Promise<void>((resolve) => this.#sleepers.push(resolve));
    return !this.#signal.aborted;
  }

  #wake(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }
}
