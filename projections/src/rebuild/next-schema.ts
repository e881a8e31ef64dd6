/**
 * The schema in which a rebuild makes the rows: its tables, and a row that says how far the rebuild is, so that a killed
 * rebuild goes on.
 */
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { noticeLossInStatements } from 'service-kit/postgres/lost-connections';
import type { Position } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import { CannotRebuild } from './errors.ts';
import type { Scope } from './scope.ts';
import { madeVersions, recordVersions } from './versions.ts';
import { projectedPrefixes } from '../schema/projections.ts';
import { areOfSameSteps, makeReadModels } from '../schema/migrate.ts';
import { NEXT_SCHEMA, READ_SCHEMA } from '../schema/version.ts';

/** Its row moves with the schema: in the old rows it says until when they are kept. */
export const PROGRESS_TABLE = 'rebuild_progress';

/**
 * Finds tables in `schema`. What is not there, because another projection makes it, is found in the rows of the screens.
 * Statements may take as long as they need.
 */
export function schemaPool(databaseUrl: string, schema: string, logger: Logger): Pool {
  const pool = new Pool({
    ...POSTGRES_TIMEOUTS,
    connectionString: databaseUrl,
    options: `-c search_path=${schema},${READ_SCHEMA} -c synchronous_commit=off`,
    max: 6,
    query_timeout: 0,
    application_name: 'rebuild',
  });
  pool.on('connect', noticeLossInStatements);
  pool.on('error', (error) => logger.warn({ error }, 'idle connection lost'));
  return pool;
}

export interface LoadProgress {
  /** The last event that is loaded. */
  readonly after: Position | undefined;
  readonly events: number;
  readonly isLoaded: boolean;
}

/** Nothing stays of the tables of other projections, so that their names are found in the rows of the screens. */
const shared = ['change', 'dispatcher_position', 'stream_head'];

/**
 * Makes the schema, or finds that of a rebuild that was interrupted. A schema of other projections, or of another version
 * of the program, is replaced.
 * @returns how far it is
 * @throws CannotRebuild if another version of the program has made the tables of the screens
 */
export async function openNextSchema(databaseUrl: string, pool: Pool, scope: Scope): Promise<LoadProgress> {
  const versions = madeVersions(scope.projections);
  // An earlier program has named no `indexed`, and has begun tables without their indexes: they are not used.
  const wanted = [...versions].map(([name, version]) => `${name}:${version}:indexed`).join(' ');
  const found = await readLoadProgress(pool, wanted);
  if (found && (await areOfSameSteps(pool, NEXT_SCHEMA))) return found;
  await pool.query(`drop schema if exists ${NEXT_SCHEMA} cascade`);
  await makeReadModels(databaseUrl, NEXT_SCHEMA);
  if (!(await areOfSameSteps(pool, NEXT_SCHEMA)))
    throw new CannotRebuild(
      'Another version of the program has made the tables of the screens. Start the version of this command first.',
    );
  await inTransaction(pool, async (tx) => {
    await tx.query(/* sql */ `
      create table ${NEXT_SCHEMA}.${PROGRESS_TABLE} (
        projections text not null,            -- with their versions
        commit      numeric(20),
        prepare     numeric(20),
        events      bigint not null default 0,
        is_loaded   boolean not null default false,
        kept_until  timestamptz               -- set by the switch
      )`);
    await dropOthers(tx, scope);
    await recordVersions(tx, NEXT_SCHEMA, versions);
    await tx.query(`insert into ${NEXT_SCHEMA}.${PROGRESS_TABLE} (projections) values ($1)`, [wanted]);
  });
  return { after: undefined, events: 0, isLoaded: false };
}

async function readLoadProgress(pool: Pool, projections: string): Promise<LoadProgress | undefined> {
  const { rows: there } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${NEXT_SCHEMA}.${PROGRESS_TABLE}`,
  ]);
  if (!there[0]?.exists) return undefined;
  const { rows } = await pool.query<{ commit: string | null; prepare: string | null; events: string; done: boolean }>(
    `select commit, prepare, events, is_loaded as done from ${NEXT_SCHEMA}.${PROGRESS_TABLE} where projections = $1`,
    [projections],
  );
  const [row] = rows;
  if (!row) return undefined;
  const after =
    row.commit === null || row.prepare === null
      ? undefined
      : { commit: BigInt(row.commit), prepare: BigInt(row.prepare) };
  return { after, events: Number(row.events), isLoaded: row.done };
}

/** After the rows: a crash in between repeats events whose rows are there. */
export const storeLoadProgress = (pool: Pool, { after, events }: Omit<LoadProgress, 'isLoaded'>): Promise<unknown> =>
  pool.query(`update ${NEXT_SCHEMA}.${PROGRESS_TABLE} set commit = $1, prepare = $2, events = $3`, [
    after?.commit.toString() ?? null,
    after?.prepare.toString() ?? null,
    events,
  ]);

async function dropOthers(tx: PoolClient, scope: Scope): Promise<void> {
  if (scope.projections.length === Object.keys(projectedPrefixes).length) return;
  const progress = ['projection_checkpoint', 'parked_stream', 'projection_version', PROGRESS_TABLE];
  const { rows } = await tx.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind = 'r' and relname <> all($2)`,
    [NEXT_SCHEMA, [...scope.tables, ...progress, ...shared, 'migration', 'migration_lock']],
  );
  for (const { name } of rows) await tx.query(`drop table ${NEXT_SCHEMA}.${name} cascade`);
}

/** After the load: what the planner knows of the tables, and which pages an index alone can answer for. */
export async function finishSchema(pool: Pool, scope: Scope): Promise<void> {
  for (const table of [...scope.tables, 'projection_checkpoint'])
    await pool.query(`vacuum (analyze) ${NEXT_SCHEMA}.${table}`);
  await pool.query(`update ${NEXT_SCHEMA}.${PROGRESS_TABLE} set is_loaded = true`);
}
