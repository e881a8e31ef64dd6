/** Streams that a poison event has stopped. They are shown, never skipped, and heal by replay from where they stopped. */
import type { Pool } from 'pg';
import type { PoisonEvent } from './failure.ts';
import type { ProjectionName } from './schema/projections.ts';

export async function park(pool: Pool, projection: ProjectionName, stream: string, poison: PoisonEvent): Promise<void> {
  await pool.query(
    `insert into parked_stream (projection, stream, from_revision, event_type, error) values ($1, $2, $3, $4, $5)
     on conflict (projection, stream) do update
     set from_revision = excluded.from_revision, event_type = excluded.event_type, error = excluded.error, parked_at = now()`,
    [projection, stream, poison.revision, poison.eventType, poison.message],
  );
}

/** Frees a stream, once its cause is mended. The caller wakes the worker. @returns false where it was not parked */
export async function unpark(pool: Pool, projection: ProjectionName, stream: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from parked_stream where projection = $1 and stream = $2', [projection, stream]);
  return rowCount === 1;
}
