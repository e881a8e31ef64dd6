/**
 * The rows of streams that this process has projected lately, each at its checkpoint. A wake-up of such a stream reads
 * nothing from Postgres: the guard compares the checkpoint and the generation of the rows, so a cached state that is too
 * old, or of rows that were rebuilt, writes nothing.
 */
import { LRUCache } from 'lru-cache';
import type { StreamState } from './checkpoint.ts';
import type { ProjectionName } from '../schema/projections.ts';

/** The size of rows as text. In memory they take two to three times as much. */
const BYTES = 16 * 1024 * 1024;

export class RowCache {
  readonly #states: LRUCache<string, StreamState>;

  constructor(maxSize = BYTES) {
    this.#states = new LRUCache({ maxSize, sizeCalculation: ({ rows }) => 1_000 + rows.bytes });
  }

  /** Removes the state: it has one owner, who puts it back after a successful write. */
  take(projection: ProjectionName, stream: string): StreamState | undefined {
    const key = `${projection}/${stream}`;
    const state = this.#states.get(key);
    this.#states.delete(key);
    return state;
  }

  /** @param state as it was committed */
  put(projection: ProjectionName, stream: string, state: StreamState): void {
    this.#states.set(`${projection}/${stream}`, state);
  }
}
