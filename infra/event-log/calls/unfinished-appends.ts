/** Appends of one batch call whose messages are still coming in. */
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

/** A client that names no deadline gets the one that the protocol's clients have by default. */
const DEFAULT_DEADLINE_MS = 10_000;
/** Kept a little longer than its client waits, so that a late message of it is still answered. */
const OVERDUE_MS = 10_000;
/** What a client begins and does not finish costs no more than this: so many appends, and so many bytes of memory. */
const MOST = 2_000;
const MOST_BYTES = 32 * 1024 * 1024;

const costOf = ({ bytes, events }: Unfinished): number => bytes + events.length * EVENT_OVERHEAD;

export class UnfinishedAppends {
  readonly #appends = new Map<string, Unfinished>();
  #cost = 0;

  /**
   * @returns the append once its final message is there. An append is refused with the first message that makes it
   * impossible, and is then to be forgotten: what comes of it after that is passed over, since a second answer to the
   * same append would break the client.
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
      if (this.#cost > MOST_BYTES) throw new LogUnavailable('Too much has been begun and not been finished');
    }
    if (!message.isFinal) return undefined;
    this.forget(correlationId);
    return append;
  }

  /** @returns the name of the stream that it was for, as far as it is known */
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
    if (this.#appends.size > MOST) throw new LogUnavailable('Too many appends have been begun and not been finished');
    return append;
  }

  /** Those that their client has given up. */
  #forgetOverdue(): void {
    for (const [correlationId, { deadline }] of this.#appends)
      if (deadline + OVERDUE_MS < Date.now()) this.forget(correlationId);
  }
}
