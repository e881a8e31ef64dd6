/** The clients' commands with their answers, to compare with the log, and how long the others waited to see them. */
import type { Written } from 'command-api/contract/entities';
import { v5 as uuidv5 } from 'uuid';

export interface Intention {
  /** As in the event metadata: `uuidv5(Idempotency-Key, user id)`. */
  readonly commandId: string;
  readonly what: string;
  readonly admission: string;
  /** The final answer. Neither of the two: the client gave up, and the outcome is unknown. */
  readonly acknowledged?: Written;
  readonly refused?: number;
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
  /** performance.now() */
  readonly at: number;
}

/** What a screen reports. */
export interface Observer {
  counted(what: 'reads' | 'readsFailed' | 'staleReads' | 'wentBack'): void;
  /** The screen shows the stream up to revision `to`. Before it showed it up to `from`. */
  shown(stream: string, from: number, to: number): void;
}

export class Ledger implements Observer {
  readonly intentions: Intention[] = [];
  readonly counts = {
    edits: 0,
    repeated: 0,
    conflicts: 0,
    merged: 0,
    keptMine: 0,
    tookTheirs: 0,
    refused: 0,
    drops: 0,
    reads: 0,
    readsFailed: 0,
    staleReads: 0,
    wentBack: 0,
  };
  /** One for each pair of an edit and a client that showed it. */
  readonly waits: Wait[] = [];
  /** performance.now() of each acknowledgement. */
  readonly acknowledgements: number[] = [];
  readonly #acknowledgedAt = new Map<string, Map<number, number>>();

  /** Called when the answer has come. */
  note(intention: Omit<Intention, 'commandId' | 'answeredAt'> & { key: string; userId: string }): void {
    const { key, userId, ...said } = intention;
    this.intentions.push({ ...said, commandId: uuidv5(key, userId), answeredAt: performance.now() });
    const { acknowledged } = said;
    if (!acknowledged) return;
    this.acknowledgements.push(performance.now());
    const ofStream = this.#acknowledgedAt.get(acknowledged.stream) ?? new Map<number, number>();
    this.#acknowledgedAt.set(acknowledged.stream, ofStream.set(acknowledged.revision, performance.now()));
  }

  counted(what: keyof Ledger['counts']): void {
    this.counts[what] += 1;
  }

  shown(stream: string, from: number, to: number): void {
    const now = performance.now();
    const ofStream = this.#acknowledgedAt.get(stream);
    for (let revision = from + 1; ofStream && revision <= to; revision += 1) {
      const at = ofStream.get(revision);
      if (at !== undefined) this.waits.push({ ms: now - at, stream, revision, at });
    }
  }
}
