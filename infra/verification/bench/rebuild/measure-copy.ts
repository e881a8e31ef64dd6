/** The control: COPY of the final rows into equal, empty tables with all of their indexes, by Postgres alone. */
import type { LogEngines } from './engines.ts';

const SCHEMA = 'bench_copy';
/** A rebuild does not make these. */
const OTHERS = ['migration', 'migration_lock', 'change', 'stream_head', 'dispatcher_position', 'parked_stream'];

export interface Copied {
  readonly rows: number;
  readonly seconds: number;
}

export async function measureCopy({ pool }: LogEngines): Promise<Copied> {
  const client = await pool.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'read_v1'::regnamespace and relkind = 'r' and relname <> all($1) order by 1`,
      [OTHERS],
    );
    const { rows: folders } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    const file = client.escapeLiteral(`${folders[0]?.folder}/bench.copy`);
    await client.query(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`);
    let [rows, ms] = [0, 0];
    for (const { name } of tables) {
      await client.query(`copy read_v1.${name} to ${file}`);
      await client.query(`create table ${SCHEMA}.${name} (like read_v1.${name} including all)`);
      const begun = performance.now();
      const { rowCount } = await client.query(`copy ${SCHEMA}.${name} from ${file}`);
      ms += performance.now() - begun;
      rows += rowCount ?? 0;
    }
    // Postgres removes no file that COPY has written; an empty one stays.
    await client.query(`copy (select 1 where false) to ${file}`);
    await client.query(`drop schema ${SCHEMA} cascade`);
    return { rows, seconds: ms / 1_000 };
  } finally {
    client.release(true);
  }
}
