/** The rows of every stream have reached its last event, or the stream is parked and named so. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RawEvent } from 'service-kit/event-log/port';
import type { Pool } from 'pg';
import { projectionsOf } from 'projections/schema/projections';
import { READ_SCHEMA } from 'projections/schema/version';

const LOOK_MS = 250;
/** Named in the message. */
const NAMED = 3;

export interface Progress {
  /** By `<projection> <stream>`. */
  readonly checkpoints: ReadonlyMap<string, bigint>;
  readonly parked: ReadonlySet<string>;
}

/** Looks until the rows are where they have to be, at most for `seconds`. @returns the faults of the last look */
export async function awaitProgress(
  pool: Pool,
  log: readonly RawEvent[],
  mustBeParked: readonly string[],
  seconds: number,
): Promise<string[]> {
  const until = performance.now() + 1_000 * seconds;
  for (;;) {
    const found = progressFaults(log, await readProgress(pool), mustBeParked);
    if (found.length === 0 || performance.now() > until) return found;
    await pause(LOOK_MS);
  }
}

/** @param mustBeParked streams with a poison event */
export function progressFaults(
  log: readonly RawEvent[],
  { checkpoints, parked }: Progress,
  mustBeParked: readonly string[],
): string[] {
  const heads = new Map(log.map(({ stream, revision }) => [stream, revision]));
  const found = mustBeParked
    .filter((stream) => ![...parked].some((key) => key.endsWith(` ${stream}`)))
    .map((stream) => `${stream} has an event that cannot be projected, and is not parked`);
  const behind: string[] = [];
  for (const [stream, head] of heads)
    for (const projection of projectionsOf(stream)) {
      const key = `${projection} ${stream}`;
      if (parked.has(key) && !mustBeParked.includes(stream)) found.push(`${stream} is parked in ${projection}`);
      else if (!parked.has(key) && (checkpoints.get(key) ?? -1n) < head && !mustBeParked.includes(stream))
        behind.push(`${key} is at ${checkpoints.get(key) ?? 'nothing'} of ${head}`);
    }
  if (behind.length > 0)
    found.push(`The rows of ${behind.length} streams are behind the log: ${behind.slice(0, NAMED).join(', ')}`);
  return found;
}

async function readProgress(pool: Pool): Promise<Progress> {
  const { rows } = await pool.query<{ key: string; revision: string | null }>(/* sql */ `
    select projection || ' ' || stream as key, revision::text from ${READ_SCHEMA}.projection_checkpoint
    union all
    select projection || ' ' || stream, null from ${READ_SCHEMA}.parked_stream`);
  return {
    checkpoints: new Map(rows.flatMap(({ key, revision }) => (revision === null ? [] : [[key, BigInt(revision)]]))),
    parked: new Set(rows.flatMap(({ key, revision }) => (revision === null ? [key] : []))),
  };
}
