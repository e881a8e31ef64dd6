/** Brings one stream's rows up to the log: read from the checkpoint, commit a batch, until the end that was read. */
import type { Pool } from 'pg';
import type { EventLog, StoredEvent } from 'command-api/event-log';
import { commitBatch, readProgress } from './checkpoint.ts';
import { isTransient, PoisonEvent } from './failure.ts';
import type { Projection } from './projection.ts';

/** Events of one transaction at most: what people notice is one command's events; the rest is catching up. */
const BATCH = 200;

export interface Sources {
  /** Its search_path is the read schema. */
  readonly pool: Pool;
  readonly log: EventLog;
}

/**
 * Any number may run at once, after any wake-up, late or double: the guard lets one batch through, the others read again.
 * No Postgres connection is held while the log is read.
 * @returns the revision that the rows have reached; a parked stream stays where it is.
 * @throws PoisonEvent at an event that cannot be projected; everything before it is committed.
 * @throws transient errors as they are; what was committed before stays.
 */
export async function catchUp({ pool, log }: Sources, projection: Projection, stream: string): Promise<bigint> {
  let batchSize = BATCH;
  for (;;) {
    const { revision, parked } = await readProgress(pool, projection.name, stream);
    if (parked) return revision;
    const { events, failure } = await readBatch(log, stream, revision, batchSize);
    const last = events.at(-1);
    if (!last) {
      if (failure !== undefined) throw asPoison(failure, revision + 1n, 'unreadable');
      return revision;
    }
    try {
      const committed = await commitBatch(pool, projection, stream, revision, events);
      // The end of the stream: an event that came since has its own wake-up, which waits until this look is over.
      if (committed && events.length < batchSize && failure === undefined) return last.revision;
    } catch (error) {
      const [first] = events;
      if (events.length === 1 && first) throw asPoison(error, first.revision, first.type);
      if (isTransient(error)) throw error;
      // One at a time up to the event that it is.
      batchSize = 1;
    }
  }
}

const asPoison = (error: unknown, revision: bigint, type: string): unknown => (isTransient(error) ? error : new PoisonEvent(revision, type, error));

/** What could be read, and why no more, if so: events before one that cannot be read are still good. @throws transient errors */
async function readBatch(log: EventLog, stream: string, after: bigint, maxCount: number): Promise<{ events: StoredEvent[]; failure?: unknown }> {
  const events: StoredEvent[] = [];
  try {
    for await (const event of log.readStream(stream, { from: after + 1n, maxCount })) {
      const expected = after + BigInt(events.length) + 1n;
      if (event.revision !== expected) throw new GapInStream(`Revision ${event.revision} where ${expected} was expected`);
      events.push(event);
    }
    return { events };
  } catch (failure) {
    if (isTransient(failure)) throw failure;
    return { events, failure };
  }
}

/** The log gave an event that does not follow the one before: nothing may be projected over the gap. */
export class GapInStream extends Error {
  override readonly name = 'GapInStream';
}
