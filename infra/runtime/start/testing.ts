/** For specs of programs that refuse to start. */
import type { Pool } from 'pg';

/** The tables of all schemas, and the rows that a start writes first. */
export const writtenAtStart = async (pool: Pool): Promise<unknown> =>
  (
    await pool.query(
      `select (select array_agg(schemaname || '.' || tablename order by schemaname, tablename) from pg_tables
               where schemaname not in ('pg_catalog', 'information_schema')) as tables,
              (select jsonb_agg(m order by step) from accounts.migration m) as steps,
              (select jsonb_agg(k) from accounts.master_key k) as keys,
              (select count(*)::int from accounts.master_key_holder) as holders,
              (select count(*)::int from accounts.security_line) as security_lines`,
    )
  ).rows;
