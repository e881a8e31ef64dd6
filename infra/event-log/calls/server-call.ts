/** What all kinds of calls share on the server's side. */
import type { EventEmitter } from 'node:events';
import type { Deadline } from '@grpc/grpc-js';

export interface ServerCall extends EventEmitter {
  readonly cancelled: boolean;
}

/** Milliseconds since 1970; Infinity where the client named none. */
export function deadlineOf(call: { getDeadline(): Deadline }): number {
  const deadline = call.getDeadline();
  return deadline instanceof Date ? deadline.getTime() : deadline;
}

interface WritableCall<Message> extends ServerCall {
  write(message: Message): boolean;
}

/** A call's answers, written at the client's pace. */
export class Outlet<Message> {
  readonly #call: WritableCall<Message>;
  readonly #signal: AbortSignal;
  /** While the connection is full: resolves when it has drained, or the call has ended. */
  #full: Promise<void> | undefined;

  constructor(call: WritableCall<Message>, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
  }

  /** Resolves to false when the call has ended: nobody reads the answer. */
  async send(message: Message): Promise<boolean> {
    while (this.#full && !this.#signal.aborted) await this.#full;
    if (this.#signal.aborted) return false;
    if (!this.#call.write(message)) this.#full = this.#drained();
    return true;
  }

  /** The same for many: resolves to false when the call has ended before the last was sent. */
  async sendAll<Item>(items: Iterable<Item>, messageOf: (item: Item) => Message): Promise<boolean> {
    for (const item of items) {
      while (this.#full && !this.#signal.aborted) await this.#full;
      if (this.#signal.aborted) return false;
      if (!this.#call.write(messageOf(item))) this.#full = this.#drained();
    }
    return true;
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#call.off('drain', go);
        this.#signal.removeEventListener('abort', go);
        this.#full = undefined;
        resolve();
      };
      this.#call.on('drain', go);
      this.#signal.addEventListener('abort', go);
    });
  }
}
