/** The clients' commands with their answers, to compare with the log, and how long the others waited to see them. */
import type { Written } from 'language/contract/entities';
import { v5 as uuidv5 } from 'uuid';

export interface Refused {
  readonly status: number;
  /** Undefined in an answer without one. */
  readonly reason: string | undefined;
}

export interface Intention {
  /** As in the event metadata: `uuidv5(Idempotency-Key, user id)`. */
  readonly commandId: string;
  readonly what: string;
  readonly admission: string;
  /** The final answer. Neither of the two: the client gave up, and the outcome is unknown. */
  readonly acknowledged?: Written;
  readonly refused?: Refused;
  /** A teammate may have made the same change before. Then there is nothing to write. */
  readonly mayChangeNothing: boolean;
  /** performance.now(), before the first try and after the last. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface Wait {
  readonly ms: number;
  readonly stream: string;
  readonly revision: number;
  /** performance.now() of the acknowledgement */
  readonly at: number;
  /** On the screen of the person who made the change. */
  readonly isOwn: boolean;
}

/** The reports of a screen. */
export interface Observer {
  counted(what: 'reads'): void;
  /**
   * The screen shows the stream up to revision `to`. Before it showed it up to `from`.
   * @param userId whose screen it is
   */
  shown(stream: string, from: number, to: number, userId?: string): void;
}

export class Ledger implements Observer {
  readonly intentions: Intention[] = [];
  readonly counts = { repeated: 0, conflicts: 0, drops: 0, reads: 0 };
  /** One for each pair of an edit and a client that showed it. */
  readonly waits: Wait[] = [];
  /** performance.now() of each acknowledgement. */
  readonly acknowledgements: number[] = [];
  readonly #acknowledged = new Map<string, Map<number, { at: number; userId: string }>>();
  /** The newest revision of each stream that a person's screen has shown. */
  readonly #shown = new Map<string, Map<string, number>>();

  /** Called when the answer has come. */
  note(intention: Omit<Intention, 'commandId' | 'answeredAt'> & { key: string; userId: string }): void {
    const { key, userId, ...said } = intention;
    this.intentions.push({ ...said, commandId: uuidv5(key, userId), answeredAt: performance.now() });
    const { acknowledged } = said;
    if (!acknowledged) return;
    this.acknowledgements.push(performance.now());
    const ofStream = this.#acknowledged.get(acknowledged.stream) ?? new Map<number, { at: number; userId: string }>();
    const by = { at: performance.now(), userId };
    const { stream, revision } = acknowledged;
    this.#acknowledged.set(stream, ofStream.set(revision, by));
    // A screen may be faster than the answer.
    for (const [who, to] of this.#shown.get(stream) ?? [])
      if (to >= revision) this.waits.push({ ms: 0, stream, revision, at: by.at, isOwn: who === userId });
  }

  counted(what: keyof Ledger['counts']): void {
    this.counts[what] += 1;
  }

  shown(stream: string, from: number, to: number, userId?: string): void {
    const now = performance.now();
    if (userId !== undefined) {
      const byPerson = this.#shown.get(stream) ?? new Map<string, number>();
      this.#shown.set(stream, byPerson.set(userId, to));
    }
    const ofStream = this.#acknowledged.get(stream);
    for (let revision = from + 1; ofStream && revision <= to; revision += 1) {
      const by = ofStream.get(revision);
      if (by) this.waits.push({ ms: now - by.at, stream, revision, at: by.at, isOwn: by.userId === userId });
    }
  }
}
