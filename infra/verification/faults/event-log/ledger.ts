/** The answers that the writers got, to compare the log with them. */
import { randomUUID } from 'node:crypto';
import { jsonEvent, type AppendResult } from '@eventstore/db-client';

const MOST_EVENTS = 5;
export const EVENT_TYPE = 'Happened';

/** One to five events that are written together or not at all. Each event names its append and their number. */
export interface Append {
  readonly id: string;
  readonly stream: string;
  readonly events: ReturnType<typeof jsonEvent>[];
}

export function newAppend(stream: string): Append {
  const append = randomUUID();
  const of = 1 + Math.floor(Math.random() * MOST_EVENTS);
  const events = Array.from({ length: of }, (_, index) =>
    jsonEvent({ id: randomUUID(), type: EVENT_TYPE, data: { append, index, of } }),
  );
  return { id: append, stream, events };
}

export interface Acknowledged {
  readonly append: Append;
  /** The revision and position of the last event of the append. */
  readonly revision: bigint;
  readonly position: bigint;
}

export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  /** Appends that were refused for their revision. None of them may be in the log. */
  readonly refused = new Set<string>();
  /** Appends of unknown outcome that were repeated. */
  repeated = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  acknowledge(append: Append, { nextExpectedRevision, position }: AppendResult): void {
    if (!position) throw new Error('What was written has a position');
    this.acknowledged.push({ append, revision: nextExpectedRevision, position: position.commit });
    for (const { resolve } of this.#waiting.filter(({ count }) => this.acknowledged.length >= count)) resolve();
    this.#waiting = this.#waiting.filter(({ count }) => this.acknowledged.length < count);
  }

  /** Resolves when this number of further appends is acknowledged. */
  more(appends: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count: this.acknowledged.length + appends, resolve }));
  }
}
