/** The appends of a batch call whose messages are still arriving. */
import type { BatchAppendMessage } from '../protocol/batch-append-request.ts';
import {
  AppendTooLarge,
  EVENT_OVERHEAD,
  LogUnavailable,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  sizeOf,
  type Append,
  type ProposedEvent,
} from '../store/event.ts';

interface Unfinished extends Append {
  readonly events: ProposedEvent[];
  bytes: number;
}

/** The default deadline of the protocol's clients, for a client without a deadline. */
const DEFAULT_DEADLINE_MS = 10_000;
/** An append is kept for this time after its deadline, so that a late message is still answered. */
const OVERDUE_MS = 10_000;
/** The maximum of unfinished appends of a client, and of their memory. */
const MAX_APPENDS = 2_000;
const MAX_BYTES = 32 * 1024 * 1024;

const costOf = ({ bytes, events }: Unfinished): number => bytes + events.length * EVENT_OVERHEAD;

export class UnfinishedAppends {
  readonly #appends = new Map<string, Unfinished>();
  #cost = 0;

  /**
   * @returns the append when its final message has arrived. After an error call `forget`: later messages of the append
   * are skipped, because a second response to an append breaks the client.
   * @throws BadRequest · AppendTooLarge · OutcomeUnknown · LogUnavailable
   */
  add(message: BatchAppendMessage): Append | undefined {
    const { correlationId } = message;
    const append = this.#appends.get(correlationId) ?? this.#begin(message);
    if (!append) return undefined;
    if (append.deadline <= Date.now())
      throw new OutcomeUnknown('The deadline has passed before the whole append had come in: nothing was written');
    for (const event of message.takeEvents()) {
      const bytes = sizeOf(event);
      append.events.push(event);
      append.bytes += bytes;
      this.#cost += bytes + EVENT_OVERHEAD;
      if (append.bytes > MAX_APPEND_BYTES)
        throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
      if (this.#cost > MAX_BYTES) throw new LogUnavailable('Too much has been begun and not been finished');
    }
    if (!message.isFinal) return undefined;
    this.forget(correlationId);
    return append;
  }

  /** @returns the stream of the append; empty when it is not known */
  forget(correlationId: string): string {
    const append = this.#appends.get(correlationId);
    if (!append) return '';
    this.#appends.delete(correlationId);
    this.#cost -= costOf(append);
    return append.stream;
  }

  #begin(message: BatchAppendMessage): Unfinished | undefined {
    const target = message.takeTarget();
    if (!target) return undefined;
    this.#forgetOverdue();
    const append: Unfinished = {
      kind: 'append',
      ...target,
      deadline: target.deadline ?? Date.now() + DEFAULT_DEADLINE_MS,
      events: [],
      bytes: 0,
    };
    this.#appends.set(message.correlationId, append);
    if (this.#appends.size > MAX_APPENDS)
      throw new LogUnavailable('Too many appends have been begun and not been finished');
    return append;
  }

  /** Forgets the appends whose client waits no more. */
  #forgetOverdue(): void {
    for (const [correlationId, { deadline }] of this.#appends)
      if (deadline + OVERDUE_MS < Date.now()) this.forget(correlationId);
  }
}
