/** What the clients did and were told, for the comparison with the log, and how long the others waited to see it. */
import type { Written } from 'command-api/contract/entities';
import { v5 as uuidv5 } from 'uuid';

export interface Intention {
  /** As the log calls it: `uuidv5(Idempotency-Key, user id)`. */
  readonly commandId: string;
  readonly what: string;
  readonly admission: string;
  /** Of the first try; what it was told at last. Neither: given up, and it may have been done or not. */
  readonly acknowledged?: Written;
  readonly refused?: number;
  /** Somebody else may have done the same before: then there is nothing to write. */
  readonly mayChangeNothing: boolean;
}

export interface Wait {
  readonly ms: number;
  readonly stream: string;
  readonly revision: number;
  /** performance.now() */
  readonly at: number;
}

/** What a screen tells of itself. */
export interface Observer {
  counted(what: 'reads' | 'readsFailed' | 'staleReads' | 'wentBack'): void;
  /** Whoever looks at it sees the stream up to `to` now, and saw it up to `from` before. */
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
  /** One for each edit and client that it was shown to. */
  readonly waits: Wait[] = [];
  readonly #acknowledgedAt = new Map<string, Map<number, number>>();

  note(intention: Omit<Intention, 'commandId'> & { key: string; userId: string }): void {
    const { key, userId, ...said } = intention;
    this.intentions.push({ ...said, commandId: uuidv5(key, userId) });
    const { acknowledged } = said;
    if (!acknowledged) return;
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
