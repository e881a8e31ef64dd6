/** The rows of before the last rebuild: kept for a while, to go back to. */
import type { Pool } from 'pg';
import { PROGRESS_TABLE } from './next-schema.ts';
import { type ProjectionName, projectionNames } from '../schema/projections.ts';
import { OLD_SCHEMA } from '../schema/version.ts';

interface Kept {
  readonly projections: readonly ProjectionName[];
  readonly isOver: boolean;
}

export async function readKept(pool: Pool): Promise<Kept | undefined> {
  const { rows: there } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${OLD_SCHEMA}.${PROGRESS_TABLE}`,
  ]);
  if (!there[0]?.exists) return undefined;
  const { rows } = await pool.query<{ projections: string; is_over: boolean }>(
    `select projections, kept_until < now() as is_over from ${OLD_SCHEMA}.${PROGRESS_TABLE}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const names = new Set(row.projections.split(' ').map((one) => one.split(':')[0]));
  return { projections: projectionNames.filter((name) => names.has(name)), isOver: row.is_over };
}

/** Removes them when their time is over. @returns whether it has */
export async function dropKept(pool: Pool): Promise<boolean> {
  if (!(await readKept(pool))?.isOver) return false;
  await pool.query(`drop schema if exists ${OLD_SCHEMA} cascade`);
  return true;
}
