/**
 * Inserts the same rows with plain Postgres: prepared statements into a table with a primary key, each committed
 * durably.
 */
import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { rate } from './rate.ts';
import { EVENT_TYPE, sampleData } from './sample-event.ts';

interface Where {
  readonly databaseUrl: string;
  readonly seconds: number;
}

const COLUMNS = 9;
let position = 0;

/** One connection, one row after the other. @returns rows a second */
export const sequentialInserts = ({ databaseUrl, seconds }: Where): Promise<number> =>
  onTable(databaseUrl, 1, (pool) => rate({ workers: 1, seconds }, async () => void (await pool.query(insert(1)))));

/** One row a statement, on several connections. @returns rows a second */
export const pooledInserts = ({
  databaseUrl,
  seconds,
  connections,
}: Where & { connections: number }): Promise<number> =>
  onTable(databaseUrl, connections, (pool) =>
    rate({ workers: connections, seconds }, async () => void (await pool.query(insert(1)))),
  );

/** One connection, several rows a statement. @returns rows a second */
export const batchedInserts = ({ databaseUrl, seconds, rows }: Where & { rows: number }): Promise<number> =>
  onTable(
    databaseUrl,
    1,
    async (pool) => rows * (await rate({ workers: 1, seconds }, async () => void (await pool.query(insert(rows))))),
  );

/** A new table each time, so that the rows of one measurement do not slow another. */
async function onTable(
  databaseUrl: string,
  connections: number,
  measure: (pool: Pool) => Promise<number>,
): Promise<number> {
  const admin = new Client(databaseUrl);
  const pool = new Pool({ connectionString: databaseUrl, max: connections, options: '-c synchronous_commit=on' });
  await admin.connect();
  try {
    await admin.query(`create table bare_event (
      position bigint primary key, stream text collate "C" not null, revision bigint not null, id uuid not null,
      type text collate "C" not null, is_json boolean not null, data bytea not null, metadata bytea not null,
      created timestamptz not null)`);
    // Every connection is open and has prepared its statement before the clock starts.
    const opened = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    for (const client of opened) await client.query(insert(1));
    for (const client of opened) client.release();
    return await measure(pool);
  } finally {
    await pool.end();
    await admin.query('drop table bare_event');
    await admin.end();
  }
}

const row = (): unknown[] => [
  (position += 1),
  'bench-1',
  position,
  randomUUID(),
  EVENT_TYPE,
  true,
  Buffer.from(JSON.stringify(sampleData())),
  Buffer.alloc(0),
  new Date(),
];
const statements = new Map<number, { name: string; text: string }>();

function insert(rows: number) {
  const statement = statements.get(rows) ?? {
    name: `insert-${rows}`,
    text: `insert into bare_event values ${Array.from({ length: rows }, (_, index) => placeholders(index)).join(', ')}`,
  };
  statements.set(rows, statement);
  return { ...statement, values: Array.from({ length: rows }, row).flat() };
}
const placeholders = (index: number): string =>
  `(${Array.from({ length: COLUMNS }, (_, column) => `$${index * COLUMNS + column + 1}`).join(', ')})`;
