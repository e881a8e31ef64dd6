/** Brings one stream's rows up to the log: read from the checkpoint, commit a batch, until the end that was read. */
import type { Pool } from 'pg';
import { type EventLog, MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { type Batch, commitBatch, NOTHING, type Progress, readProgress, trust } from './checkpoint.ts';
import { isTransient, PoisonEvent } from './failure.ts';
import type { Projection } from '../read-models/projection.ts';

/** Events of one transaction at most: what people notice is one command's events; the rest is catching up. */
const BATCH = 200;

export interface Sources {
  /** Its search_path is the read schema. */
  readonly pool: Pool;
  readonly log: EventLog;
}

/**
 * Any number may run at once, after any wake-up, late or double: the guard lets one batch through, the others read
 * again. No Postgres connection is held while the log is read.
 * @returns the revision that the rows have reached; a parked stream stays where it is.
 * @throws PoisonEvent at an event that cannot be projected; everything before it is committed.
 * @throws transient errors as they are; what was committed before stays.
 */
export async function catchUp({ pool, log }: Sources, projection: Projection, stream: string): Promise<bigint> {
  let batchSize = BATCH;
  for (;;) {
    const progress = await readProgress(pool, projection.name, stream);
    if (progress.parked) return progress.revision;
    const { failure, ...batch } = await readOn(log, stream, progress, batchSize);
    const { events, anew } = batch;
    if (events.length === 0) {
      if (failure) throw asPoison(failure.error, failure.revision, 'unreadable');
      if (!anew) {
        if (progress.inDoubt) await trust(pool, projection.name, stream, progress);
        return progress.revision;
      }
    }
    try {
      const committed = await commitBatch(pool, projection, stream, progress, batch);
      // The end of the stream: an event that came since has its own wake-up, which waits until this look is over.
      if (committed && events.length < batchSize && !failure) return events.at(-1)?.revision ?? NOTHING;
    } catch (error) {
      const [first] = events;
      if (events.length <= 1) throw asPoison(error, first?.revision ?? progress.revision, first?.type ?? 'none');
      if (isTransient(error)) throw error;
      // One at a time up to the event that it is.
      batchSize = 1;
    }
  }
}

const asPoison = (error: unknown, revision: bigint, type: string): unknown =>
  isTransient(error) ? error : new PoisonEvent(revision, type, error);

interface Read {
  readonly events: readonly StoredEvent[];
  /** Why no more could be read, if so: events before one that cannot be read are still good. */
  readonly failure?: { readonly error: unknown; readonly revision: bigint };
}

/**
 * What comes after the checkpoint. The event at the checkpoint is read with it: where another one lies there, or none,
 * the rows are of another history (a backup of the log has taken its place, or another log), and the stream is read
 * from its beginning.
 * @throws transient errors
 */
async function readOn(log: EventLog, stream: string, progress: Progress, maxCount: number): Promise<Read & Batch> {
  if (progress.revision === NOTHING) return { ...(await readBatch(log, stream, 0n, maxCount)), anew: false };
  const {
    events: [seen, ...events],
    failure,
  } = await readBatch(log, stream, progress.revision, maxCount + 1);
  const stands =
    seen && progress.eventId !== null
      ? seen.id === progress.eventId
      : !progress.inDoubt && (seen !== undefined || failure !== undefined);
  if (stands) return { events, ...(failure && { failure }), anew: false };
  return { ...(await readBatch(log, stream, 0n, maxCount)), anew: true };
}

/** @throws transient errors */
async function readBatch(log: EventLog, stream: string, from: bigint, maxCount: number): Promise<Read> {
  const events: StoredEvent[] = [];
  try {
    for await (const event of log.readStream(stream, { from, maxCount })) {
      const expected = from + BigInt(events.length);
      if (event.revision !== expected)
        throw new GapInStream(`Revision ${event.revision} where ${expected} was expected`);
      events.push(event);
    }
    return { events };
  } catch (error) {
    if (isTransient(error)) throw error;
    return {
      events,
      failure: { error, revision: error instanceof MalformedEvent ? error.revision : from + BigInt(events.length) },
    };
  }
}

/** The log gave an event that does not follow the one before: nothing may be projected over the gap. */
export class GapInStream extends Error {
  override readonly name = 'GapInStream';
}
