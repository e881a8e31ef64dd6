/** The progress of a generated log: a row in a schema of its own. A log without it is not a generated one. */
import type { ClientBase } from 'pg';
import type { LogRequest } from './size.ts';

export interface GeneratedSoFar {
  /** Complete days. */
  readonly days: number;
  /** The position of the last event. */
  readonly position: bigint;
  /** The time of the last event, in milliseconds since 1970. */
  readonly created: number;
  readonly isComplete: boolean;
}

/** This database is not one to generate into. The message is for people. */
export class NotOurLog extends Error {
  override readonly name = 'NotOurLog';
}

const NOTHING: GeneratedSoFar = { days: 0, position: 0n, created: 0, isComplete: false };

/**
 * Idempotent; `event_log.event` exists.
 * @throws NotOurLog for a log of another origin or request, or with events that the generator has not written
 */
export async function progressOf(client: ClientBase, request: LogRequest): Promise<GeneratedSoFar> {
  const { rows: heads } = await client.query<{ position: string }>(
    'select coalesce(max(position), 0)::text as position from event_log.event',
  );
  const head = BigInt(heads[0]?.position ?? 0);
  await client.query('create schema if not exists bench');
  await client.query(`create table if not exists bench.generated_log (
    id boolean primary key default true check (id),
    seed bigint not null, scale double precision not null, until text not null,
    days integer not null, position bigint not null, created bigint not null, complete boolean not null)`);
  const { rows } = await client.query<{
    seed: string;
    scale: number;
    until: string;
    days: number;
    position: string;
    created: string;
    complete: boolean;
  }>('select * from bench.generated_log');
  const [row] = rows;
  if (!row) {
    if (head > 0n) throw new NotOurLog('There is a log that was not generated here: choose an empty data folder.');
    return NOTHING;
  }
  if (Number(row.seed) !== request.seed || row.scale !== request.scale || row.until !== request.until)
    throw new NotOurLog(
      `There is a log with --seed ${row.seed} --scale ${row.scale} --until ${row.until}: ` +
        'go on with these, or choose an empty data folder.',
    );
  const position = BigInt(row.position);
  if (!row.complete && head !== position)
    throw new NotOurLog('The product has written to this log before it was complete: choose an empty data folder.');
  return { days: row.days, position, created: Number(row.created), isComplete: row.complete };
}

/** Within the transaction of the events. */
export async function saveProgress(
  client: ClientBase,
  { seed, scale, until }: LogRequest,
  { days, position, created, isComplete }: GeneratedSoFar,
): Promise<void> {
  await client.query(
    `insert into bench.generated_log (seed, scale, until, days, position, created, complete)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set days = excluded.days, position = excluded.position, created = excluded.created,
       complete = excluded.complete`,
    [seed, scale, until, days, String(position), created, isComplete],
  );
}
