/** Streams that a poison event has stopped. The event is never skipped: the stream goes on from where it stopped. */
import type { Pool } from 'pg';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import type { PoisonEvent } from './failure.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { readModels } from '../read-models/all.ts';
import type { ProjectionName } from '../schema/projections.ts';

export async function park(pool: Pool, projection: ProjectionName, stream: string, poison: PoisonEvent): Promise<void> {
  await pool.query(
    /* sql */ `
    insert into parked_stream (projection, stream, from_revision, event_type, error, unknown_version)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (projection, stream) do update
    set from_revision = excluded.from_revision, event_type = excluded.event_type, error = excluded.error,
        unknown_version = excluded.unknown_version, parked_at = now()`,
    [projection, stream, poison.revision, poison.eventType, poison.message, poison.unknownVersion ?? null],
  );
}

export interface ParkedStream extends WakeUp {
  /** The revision of the event that stopped it. */
  readonly fromRevision: string;
  readonly eventType: string;
  /** A text without personal data: codes and names of the program. */
  readonly reason: string;
  readonly parkedAt: Date;
  /** It goes on by itself with a program that knows the event. */
  readonly waitsForNewerProgram: boolean;
}

const SHOWN_MAX = 100;

/** The newest ones. */
export async function parkedStreams(pool: Pool): Promise<readonly ParkedStream[]> {
  const { rows } = await pool.query<ParkedStream>(/* sql */ `
    select projection, stream, from_revision::text as "fromRevision", event_type as "eventType", error as reason,
           parked_at as "parkedAt", unknown_version is not null as "waitsForNewerProgram"
    from parked_stream
    order by parked_at desc
    limit ${SHOWN_MAX}`);
  return rows;
}

/** @returns why it is parked; undefined if it is not */
export async function parkedReason(
  pool: Pool,
  projection: ProjectionName,
  stream: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ error: string }>(
    'select error from parked_stream where projection = $1 and stream = $2',
    [projection, stream],
  );
  return rows[0]?.error;
}

/** Call it once the cause is mended. The caller wakes the worker. @returns false if the stream was not parked */
export async function unpark(pool: Pool, projection: ProjectionName, stream: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from parked_stream where projection = $1 and stream = $2', [
    projection,
    stream,
  ]);
  return rowCount === 1;
}

/**
 * Unparks the streams that an older program parked for an event that this program knows. So a stream goes on by itself
 * after an update. The caller wakes the worker.
 * @returns the unparked streams
 */
export async function unparkKnown(pool: Pool): Promise<WakeUp[]> {
  const { rows } = await pool.query<WakeUp & { event_type: string; unknown_version: number }>(
    'select projection, stream, event_type, unknown_version from parked_stream where unknown_version is not null',
  );
  const unparked: WakeUp[] = [];
  for (const { projection, stream, event_type: type, unknown_version: version } of rows) {
    const isKnown = Object.hasOwn(readModels[projection].eventsOf(stream), type) && version <= schemaVersionOf(type);
    if (isKnown && (await unpark(pool, projection, stream))) unparked.push({ projection, stream });
  }
  return unparked;
}
