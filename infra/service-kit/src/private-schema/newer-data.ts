/**
 * A downgrade: the data was changed by a newer version of the program, and this version would misread it
 * (docs/decisions/installation/downgrades.md).
 */
import type { Pool, PoolClient } from 'pg';
import { schemaVersionOf } from '../event-log/upcast.ts';
import { schemaOf } from '../event-log/vocabulary.ts';
import { SettingsError } from '../process/settings.ts';
import { productVersion } from '../telemetry/product-version.ts';
import { privateSchema } from './steps.ts';

type Queries = Pick<Pool | PoolClient, 'query'>;

/** How many types of events a sentence names. */
const NAMED = 3;
const ADVICE = 'Start the newer version, or restore the backup from before it. Nothing was changed.';

interface MigrationRow {
  readonly done: number;
  readonly needed: number;
  /** Null for a version that did not record its name. */
  readonly program: string | null;
}
interface EventVersionRow {
  readonly type: string;
  readonly version: number;
  readonly program: string;
}

/**
 * Reads only. Call it before anything is written.
 * @throws SettingsError, which names both versions, when a newer version of the program has changed private tables that
 * this one uses, or has written events that this one does not know; no restart helps
 */
export async function refuseNewerData(db: Queries): Promise<void> {
  const { rows: tables } = await db.query<{ steps: boolean; events: boolean }>(
    `select to_regclass('accounts.migration') is not null as steps,
            to_regclass('accounts.event_version') is not null as events`,
  );
  if (tables[0]?.steps) refuseNewerSteps(await newestStep(db));
  if (tables[0]?.events) refuseNewerEvents(await unknownEvents(db));
}

/** An older version has not made the columns `oldest_reader` and `program`. */
async function newestStep(db: Queries): Promise<MigrationRow | undefined> {
  const { rows } = await db.query<MigrationRow>(
    `select max(step) over () as done,
            coalesce(max((to_jsonb(m) ->> 'oldest_reader')::int) over (), 1) as needed,
            to_jsonb(m) ->> 'program' as program
     from accounts.migration m order by step desc limit 1`,
  );
  return rows[0];
}

function refuseNewerSteps(newest: MigrationRow | undefined): void {
  if (!newest || newest.needed <= privateSchema.steps) return;
  const newer = newest.program === null ? '' : `version ${newest.program}, `;
  throw new SettingsError(
    `A newer version of the program (${newer}${newest.done} steps of the private tables) has changed the data so that ` +
      `this one (version ${productVersion()}, ${privateSchema.steps} steps) cannot work on it. ${ADVICE}`,
  );
}

async function unknownEvents(db: Queries): Promise<readonly EventVersionRow[]> {
  const { rows } = await db.query<EventVersionRow>(
    'select type, version, program from accounts.event_version order by recorded_at desc, type, version',
  );
  return rows.filter(({ type, version }) => !schemaOf(type) || version > schemaVersionOf(type));
}

function refuseNewerEvents(unknown: readonly EventVersionRow[]): void {
  const [newest] = unknown;
  if (!newest) return;
  const names = unknown.slice(0, NAMED).map(({ type, version }) => `${type} in version ${version}`);
  const others = unknown.length > NAMED ? ` and ${unknown.length - NAMED} others` : '';
  throw new SettingsError(
    `A newer version of the program (version ${newest.program}) has written events that this one (version ` +
      `${productVersion()}) does not know: ${names.join(', ')}${others}. ${ADVICE}`,
  );
}
