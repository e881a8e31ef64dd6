/** Compares the rebuilt rows with those of the screens: a checksum of each table that does not depend on the order. */
import type { ClientBase } from 'pg';
import type { Differing } from './differing.ts';
import type { Scope } from './scope.ts';
import { READ_SCHEMA } from '../schema/version.ts';

/**
 * @param snapshot a transaction that sees both at one instant
 * @param beside a second connection: both tables are read at the same time
 * @param differing what is expected to differ: it is not compared
 * @returns a sentence for each table that differs
 */
export async function differences(
  snapshot: ClientBase,
  beside: ClientBase,
  schema: string,
  { tables }: Scope,
  differing: Differing,
): Promise<string[]> {
  const found: string[] = [];
  const { rows: exported } = await snapshot.query<{ id: string }>('select pg_export_snapshot() as id');
  const id = beside.escapeLiteral(exported[0]?.id ?? '');
  await beside.query(`begin isolation level repeatable read read only; set transaction snapshot ${id}`);
  for (const table of tables) {
    const left = differing.get(table) ?? [];
    if (left === 'all') continue;
    const columns = await columnsOf(snapshot, table, left);
    const [live, made] = [rowsOf(READ_SCHEMA, table, columns), rowsOf(schema, table, columns)];
    const [ofLive, ofMade] = await Promise.all([checksum(snapshot, live), checksum(beside, made)]);
    if (ofLive.rows === ofMade.rows && ofLive.sum === ofMade.sum) continue;
    const { rows } = await snapshot.query<{ left: number; added: number }>(
      `select (${missing(live, made)})::int as left, (${missing(made, live)})::int as added`,
    );
    found.push(
      `The table ${table} differs: of ${ofLive.rows} rows that the screens read, ${rows[0]?.left} are not among the ` +
        `${ofMade.rows} rebuilt rows, of which ${rows[0]?.added} are not read by the screens.`,
    );
  }
  return found;
}

/** Generated columns are left out too: they are made of the others. */
async function columnsOf(snapshot: ClientBase, table: string, left: readonly string[]): Promise<string[]> {
  const { rows } = await snapshot.query<{ name: string }>(
    /* sql */ `
    select attname as name from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all($2)
    order by attnum`,
    [`${READ_SCHEMA}.${table}`, left],
  );
  return rows.map(({ name }) => name);
}

/** SQL: the compared columns of a table. */
const rowsOf = (schema: string, table: string, columns: readonly string[]): string =>
  `select ${columns.join(', ')} from ${schema}.${table}`;

/** The hash of a row is made of the hashes of its values: half the CPU of the row's text and its hash (measured). */
async function checksum(snapshot: ClientBase, rows: string): Promise<{ rows: string; sum: string | null }> {
  const { rows: sums } = await snapshot.query<{ rows: string; sum: string | null }>(
    `select count(*) as rows, sum(hash_record_extended(compared, 0))::text as sum from (${rows}) compared`,
  );
  return sums[0] ?? { rows: '0', sum: null };
}

const missing = (from: string, among: string): string => `select count(*) from (${from} except all ${among}) missing`;
