/**
 * Moves accesses from their outbox (`service-kit/accesses/access-outbox.ts`) to the log, in batches, ordered by time as
 * far as they are known by then. Nothing else writes to `access-` streams.
 */
import type { AccessBatch, AccessOutbox } from 'service-kit/accesses/access-outbox';
import type { Fence } from 'service-kit/postgres/leader-lock';
import { type EventMetadata, latestOf, recordedAtOf } from 'language/domain/command';
import { accessStream } from 'language/domain/access/events';
import { type EventLog, type NewEvent, WrongExpectedRevision } from 'service-kit/event-log/port';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { eventId } from '../commands/record-events.ts';
import type { LogFollowerParts } from './process-managers/process-manager.ts';
import { pause, runFollower } from './followers/run-follower.ts';

export const ACCESS_LOG = 'access-log';

/** About the delay until an access is in the log. */
const EVERY_MS = 1_000;

/** Runs until `signal` aborts. */
export const runAccessLogWriter = (
  parts: LogFollowerParts & { readonly notes: AccessOutbox },
  signal: AbortSignal,
): Promise<void> =>
  runFollower(
    parts,
    ACCESS_LOG,
    async (leading) => {
      // Only an earlier leader, or a round that failed, leaves a batch: both begin a new leadership.
      let mayBePending = true;
      while (!leading.signal.aborted) {
        const now = new Date();
        if (await writeNextBatch(parts, leading.fence, mayBePending)) {
          await leading.moved();
        } else {
          mayBePending = false;
          await leading.caughtUp(now);
          await pause(EVERY_MS, leading.signal);
        }
      }
    },
    signal,
  );

interface WriterParts {
  readonly notes: AccessOutbox;
  readonly log: Pick<EventLog, 'append' | 'readLast' | 'headAt'>;
}

/**
 * Writes one batch.
 * @param mayBePending whether a batch may have been assigned before
 * @returns whether there was one
 * @throws what the log or the database throws; the next call tries the same batch
 */
export async function writeNextBatch(parts: WriterParts, fence?: Fence, mayBePending = true): Promise<boolean> {
  if (mayBePending && (await writePendingBatch(parts, fence))) return true;
  return (await assignNextBatch(parts, fence)) && writePendingBatch(parts, fence);
}

/** @returns whether there was a batch */
async function writePendingBatch({ notes, log }: WriterParts, fence: Fence | undefined): Promise<boolean> {
  const batch = await notes.pendingBatch();
  if (!batch) return false;
  try {
    const last = batch.after === undefined ? undefined : await log.headAt(batch.stream, batch.after);
    // Clocks of several processes differ: `recordedAt` is never before the previous event's, nor before the accesses.
    const recordedAt = latestOf(
      new Date().toISOString(),
      ...batch.notes.map(({ at }) => at.toISOString()),
      ...(last ? [recordedAtOf(last.metadata)] : []),
    );
    await log.append(
      batch.stream,
      batch.after ?? 'no_stream',
      batch.notes.map((note) => eventOf(note, batch.stream, recordedAt)),
    );
    await notes.appended(batch.batch, fence);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    await notes.putBack(batch.batch, fence);
  }
  return true;
}

/** @returns whether there were due accesses */
async function assignNextBatch({ notes, log }: WriterParts, fence: Fence | undefined): Promise<boolean> {
  const due = await notes.nextDue();
  if (!due) return false;
  await notes.assign(due, (await log.readLast(accessStream(due.teamId, due.month)))?.revision, fence);
  return true;
}

function eventOf(
  { noteId, teamId, actorId, kind: type, data, at }: AccessBatch['notes'][number],
  stream: string,
  recordedAt: string,
): NewEvent {
  const occurredAt = at.toISOString();
  const metadata: EventMetadata = {
    commandId: noteId,
    command: 'RecordAccess',
    actorId,
    occurredAt,
    recordedAt,
    schemaVersion: schemaVersionOf(type),
    teamId,
  };
  return { id: eventId(noteId, stream, 0), type, data, metadata };
}
