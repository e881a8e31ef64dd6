/** Reads a stream on from its checkpoint, and sees whether the log still has the event at the checkpoint. */
import { type EventLog, MalformedEvent, type StoredEvent } from 'service-kit/event-log/port';
import { NOTHING, type Progress } from './checkpoint.ts';
import { isTransient } from './failure.ts';

export interface ReadResult {
  readonly events: readonly StoredEvent[];
  /** Set if an event could not be read. The events before it are still valid. */
  readonly failure?: { readonly error: unknown; readonly revision: bigint };
}

export interface News extends ReadResult {
  /** The events are the stream's first. Its rows belong to another history and are removed first. */
  readonly isRebuild: boolean;
}

/**
 * Reads the events after the checkpoint, together with the event at the checkpoint. If the log holds another event
 * there, or none, the rows belong to another history: a restored backup, or another log. Then the stream is read from
 * its beginning.
 * @throws transient errors
 */
export async function readFromCheckpoint(
  log: EventLog,
  stream: string,
  progress: Progress,
  maxCount: number,
): Promise<News> {
  if (progress.revision === NOTHING) return { ...(await readBatch(log, stream, 0n, maxCount)), isRebuild: false };
  const {
    events: [seen, ...events],
    failure,
  } = await readBatch(log, stream, progress.revision, maxCount + 1);
  const isSameHistory =
    seen && progress.eventId !== null
      ? seen.id === progress.eventId
      : !progress.isUnverified && (seen !== undefined || failure !== undefined);
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
class GapInStream extends Error {
  override readonly name = 'GapInStream';
}
