/** Writes events to a log at their own revisions. Each step may be repeated. */
import { Difference } from './log-comparison.ts';
import { Failure } from '../failures.ts';
import { type AppendGroup } from './append-groups.ts';
import { differenceOf, isSame } from './event-identity.ts';
import { firstOf, lastOf, type LogClient } from '../log/log-client.ts';
import { gapFailure } from '../file/gap-check.ts';
import { retry } from '../log/retry.ts';
import { isDeletion, isTombstone, streamOfMetadata, nameOf, type StoredEvent } from '../log/stored-event.ts';
import { MaxAppendSizeExceededError } from '@eventstore/db-client';

export class LogWriter {
  written = 0;
  /** Events that the target had created itself. */
  createdByTarget = 0;
  readonly #log: LogClient;
  readonly #signal: AbortSignal;

  constructor(log: LogClient, signal: AbortSignal) {
    this.#log = log;
    this.#signal = signal;
  }

  /** @throws Failure when the target has another event there */
  async write(group: AppendGroup): Promise<void> {
    if (await this.#write(group)) this.written += group.events.length;
    else this.createdByTarget += group.events.length;
  }

  /** @returns false where the target had made it by itself */
  async #write({ events, next }: AppendGroup): Promise<boolean> {
    const [first] = events;
    const about = streamOfMetadata(first);
    if (isTombstone(first)) {
      await retry(() => this.#log.tombstone(first.stream), this.#signal);
      return true;
    }
    // Any metadata appended for a deleted stream restores it, and the log adds metadata with the new first revision.
    if (about !== undefined && (await this.#isDeleted(first))) {
      if (isDeletion(first)) await this.#onceAt(first, () => this.#log.deleteStream(about));
      else if (next?.stream !== first.stream) await this.#onceAt(first, () => this.#log.touch(about));
      else return this.#append(events);
      return true;
    }
    return this.#append(events);
  }

  /** @returns false where the target had made it by itself */
  async #append(events: AppendGroup['events']): Promise<boolean> {
    const [first] = events;
    const appended = await retry(() => this.#log.append(first.stream, first.revision, events), this.#signal).catch(
      (error: unknown) => {
        if (error instanceof MaxAppendSizeExceededError)
          throw new Failure(
            `${nameOf(first)} is larger than the ${error.maxAppendSize} bytes that the event log takes at once.`,
          );
        throw error;
      },
    );
    if (appended.kind === 'written') return true;
    const next = (appended.at ?? -1n) + 1n;
    if (next < first.revision) throw gapFailure(first, next);
    const there = await this.#eventAt(first);
    // A deleted stream that is written again gets metadata from the log itself, with its new first revision.
    if (there && streamOfMetadata(first) !== undefined && isSame(first, there)) return false;
    throw new Difference(
      there
        ? `${nameOf(there)} has come to be there meanwhile ` +
            `and differs from the file's in ${differenceOf(first, there)}.`
        : `The event log has more in ${first.stream} than the file: somebody else writes to it.`,
    );
  }

  /** True if the stream of this metadata event is deleted now. */
  async #isDeleted(event: StoredEvent): Promise<boolean> {
    const last = await this.#last(event.stream);
    return last !== undefined && last.revision < event.revision && isDeletion(last);
  }

  /** Lets the log create this event. An earlier attempt may have succeeded without an answer. */
  async #onceAt(event: StoredEvent, make: () => Promise<void>): Promise<void> {
    await retry(async () => {
      const last = await this.#last(event.stream);
      if (!last || last.revision < event.revision) await make();
    }, this.#signal);
  }

  #last(stream: string): Promise<StoredEvent | undefined> {
    return retry(() => lastOf(this.#log, stream), this.#signal);
  }

  #eventAt({ stream, revision }: StoredEvent): Promise<StoredEvent | undefined> {
    return retry(async () => {
      const event = await firstOf(this.#log.read({ stream, from: revision, maxCount: 1n }));
      return event?.revision === revision ? event : undefined;
    }, this.#signal);
  }
}
