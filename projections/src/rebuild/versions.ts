/**
 * Which version of each projection has made the rows, and which this program makes
 * (docs/decisions/read-side/changed-read-models.md).
 */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { readModels } from '../read-models/all.ts';
import { versionOf } from '../read-models/projection.ts';
import { type ProjectionName, projectionNames } from '../schema/projections.ts';
import { READ_SCHEMA, SWITCH_CHANNEL } from '../schema/version.ts';

/** A version by projection. */
export type Versions = ReadonlyMap<ProjectionName, number>;

/** The versions that this program makes. */
export const madeVersions = (projections: readonly ProjectionName[] = projectionNames): Versions =>
  new Map(projections.map((name) => [name, versionOf(readModels[name])]));

/** The versions of a schema's rows. A projection that no program has recorded yet is not there. */
export async function readVersions(pool: Pool, schema: string): Promise<Versions> {
  const { rows } = await pool.query<{ projection: ProjectionName; version: number }>(
    `select projection, version from ${schema}.projection_version`,
  );
  return new Map(rows.map(({ projection, version }) => [projection, version]));
}

const changedSince = (live: Versions): ProjectionName[] =>
  [...madeVersions()].flatMap(([name, version]) => ((live.get(name) ?? 0) < version ? [name] : []));

/** The projections whose rows are older than this program. */
export const changedProjections = async (pool: Pool): Promise<ProjectionName[]> =>
  changedSince(await readVersions(pool, READ_SCHEMA));

/** The projections whose rows are newer than this program. */
export const newerProjections = (live: Versions, projections?: readonly ProjectionName[]): ProjectionName[] =>
  [...madeVersions(projections)].flatMap(([name, version]) => ((live.get(name) ?? 0) > version ? [name] : []));

export const recordVersions = (tx: PoolClient, schema: string, versions: Versions): Promise<unknown> =>
  tx.query(
    /* sql */ `
    insert into ${schema}.projection_version as kept (projection, version) select * from unnest($1::text[], $2::int[])
    on conflict (projection) do update set version = excluded.version, generation = kept.generation + 1`,
    [[...versions.keys()], [...versions.values()]],
  );

/**
 * A projection that has no rows yet needs no rebuild: it begins with the version of this program. Called before the
 * first event is projected.
 * @returns the projections that this program must rebuild, and those that it leaves to a newer one
 */
export async function beginVersions(pool: Pool): Promise<{ changed: ProjectionName[]; newer: ProjectionName[] }> {
  const live = await readVersions(pool, READ_SCHEMA);
  const [changed, newer] = [changedSince(live), newerProjections(live)];
  if (changed.length === 0) return { changed, newer };
  return inTransaction(pool, async (tx) => {
    // Stops the workers: none begins a projection with an older version meanwhile.
    await tx.query('lock table projection_checkpoint in share row exclusive mode');
    const { rows } = await tx.query<{ projection: ProjectionName }>(
      `select projection from unnest($1::text[]) as changed(projection)
       where not exists (select from projection_checkpoint c where c.projection = changed.projection)`,
      [changed],
    );
    const begun = rows.map(({ projection }) => projection);
    await recordVersions(tx, READ_SCHEMA, madeVersions(begun));
    return { changed: changed.filter((name) => !begun.includes(name)), newer };
  });
}

/**
 * In the transaction of a switch: the versions change places as the tables do, and each process hears that its cached
 * rows are of another generation.
 */
export async function exchangeVersions(
  tx: PoolClient,
  schema: string,
  projections: readonly ProjectionName[],
): Promise<void> {
  const of = (name: string): string => `select * from ${name}.projection_version where projection = any($1)`;
  await tx.query(
    /* sql */ `
    with live as (${of(READ_SCHEMA)}), made as (${of(schema)}), kept as (
      update ${schema}.projection_version v set version = live.version from live where v.projection = live.projection
    )
    update ${READ_SCHEMA}.projection_version v set version = made.version, generation = v.generation + 1
    from made where v.projection = made.projection`,
    [projections],
  );
  await tx.query(`delete from ${READ_SCHEMA}.rebuild_note where projection = any($1)`, [projections]);
  await tx.query('select pg_notify($1, $2)', [SWITCH_CHANNEL, projections.join(' ')]);
}
