/** Brings a stream's rows up to the log: reads from the checkpoint and commits batches up to the end of the stream. */
import type { Pool } from 'pg';
import { type EventLog, MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { type Batch, clearDoubt, commitBatch, NOTHING, type Progress, readProgress } from './checkpoint.ts';
import { isTransient, PoisonEvent } from './failure.ts';
import type { Projection } from '../read-models/projection.ts';

/** At most this many events in one transaction. A single command writes far fewer; only catching up reaches it. */
const BATCH = 200;

export interface Sources {
  /** Its search_path is the read schema. */
  readonly pool: Pool;
  readonly log: EventLog;
}

/**
 * Any number of calls may run at the same time, also after a late or doubled wake-up. The guard commits one batch; the
 * other calls read again. No Postgres connection is held while the log is read.
 * @returns the revision that the rows have reached; a parked stream stays where it is
 * @throws PoisonEvent at an event that cannot be projected; the events before it are committed
 * @throws transient errors unchanged; batches that were committed before stay committed
 */
export async function catchUp({ pool, log }: Sources, projection: Projection, stream: string): Promise<bigint> {
  let batchSize = BATCH;
  for (;;) {
    const progress = await readProgress(pool, projection.name, stream);
    if (progress.parked) return progress.revision;
    const { failure, ...batch } = await readFromCheckpoint(log, stream, progress, batchSize);
    const { events, isRebuild } = batch;
    if (events.length === 0) {
      if (failure) throw asPoison(failure.error, failure.revision, 'unreadable');
      if (!isRebuild) {
        if (progress.inDoubt) await clearDoubt(pool, projection.name, stream, progress);
        return progress.revision;
      }
    }
    try {
      const committed = await commitBatch(pool, projection, stream, progress, batch);
      // The end of the stream. A newer event has its own wake-up, which waits until this job is over.
      if (committed && events.length < batchSize && !failure) return events.at(-1)?.revision ?? NOTHING;
    } catch (error) {
      const [first] = events;
      if (events.length <= 1) throw asPoison(error, first?.revision ?? progress.revision, first?.type ?? 'none');
      if (isTransient(error)) throw error;
      // Retries one event at a time, to find the event that fails.
      batchSize = 1;
    }
  }
}

const asPoison = (error: unknown, revision: bigint, type: string): unknown =>
  isTransient(error) ? error : new PoisonEvent(revision, type, error);

interface ReadResult {
  readonly events: readonly StoredEvent[];
  /** Set if an event could not be read. The events before it are still valid. */
  readonly failure?: { readonly error: unknown; readonly revision: bigint };
}

/**
 * Reads the events after the checkpoint, together with the event at the checkpoint. If the log holds another event
 * there, or none, the rows belong to another history: a restored backup, or another log. Then the stream is read from
 * its beginning.
 * @throws transient errors
 */
async function readFromCheckpoint(
  log: EventLog,
  stream: string,
  progress: Progress,
  maxCount: number,
): Promise<ReadResult & Batch> {
  if (progress.revision === NOTHING) return { ...(await readBatch(log, stream, 0n, maxCount)), isRebuild: false };
  const {
    events: [seen, ...events],
    failure,
  } = await readBatch(log, stream, progress.revision, maxCount + 1);
  const isSameHistory =
    seen && progress.eventId !== null
      ? seen.id === progress.eventId
      : !progress.inDoubt && (seen !== undefined || failure !== undefined);
  if (isSameHistory) return { events, ...(failure && { failure }), isRebuild: false };
  return { ...(await readBatch(log, stream, 0n, maxCount)), isRebuild: true };
}

/** @throws transient errors */
async function readBatch(log: EventLog, stream: string, from: bigint, maxCount: number): Promise<ReadResult> {
  const events: StoredEvent[] = [];
  try {
    // The dispatcher wakes a stream when it has its new events, which need no second read then. Events that it does not
    // have yet come with the next wake-up.
    const found = log.readRecent(stream, { from, maxCount }) ?? log.readStream(stream, { from, maxCount });
    for await (const event of found) {
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

/** The log returned an event that does not follow the previous one. Nothing is projected past the gap. */
export class GapInStream extends Error {
  override readonly name = 'GapInStream';
}
