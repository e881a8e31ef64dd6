/**
 * Checks that no stream lacks an event. A scavenged log has lost deleted and truncated events, and an event cannot keep
 * its revision in another log without those before it.
 */
import { Failure } from '../failures.ts';
import { isTombstone, nameOf, type StoredEvent } from '../log/stored-event.ts';

/** A stream that is no longer in memory is not checked here; the target's append checks its revision. */
const MAX_STREAMS = 100_000;

export class GapCheck {
  readonly #next = new Map<string, bigint>();
  #forgotten = false;

  /** @throws Failure when events before this one are missing */
  check(event: StoredEvent): void {
    if (isTombstone(event)) return;
    const next = this.#next.get(event.stream) ?? (this.#forgotten ? event.revision : 0n);
    if (event.revision !== next) throw gapFailure(event, next);
    this.#next.delete(event.stream);
    this.#next.set(event.stream, next + 1n);
    if (this.#next.size <= MAX_STREAMS) return;
    const [oldest] = this.#next.keys();
    if (oldest !== undefined) this.#next.delete(oldest);
    this.#forgotten = true;
  }
}

/** @param next the expected revision */
export const gapFailure = (event: StoredEvent, next: bigint): Failure =>
  new Failure(
    event.revision > next
      ? `The file has ${nameOf(event)} where ${next} should come: revisions ${next} to ${event.revision - 1n} ` +
          'are missing. The log was scavenged before it was exported; it cannot be carried over with its revisions, ' +
          'and without them links, checkpoints and truncations would point elsewhere. ' +
          'Export a backup from before the scavenge.'
      : `The file has ${nameOf(event)} where ${next} should come: the order of its lines was changed.`,
  );
