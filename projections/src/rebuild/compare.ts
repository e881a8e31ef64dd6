/** Compares the rebuilt rows with those of the screens: a checksum of each table that does not depend on the order. */
import type { ClientBase } from 'pg';
import type { Scope } from './scope.ts';
import { READ_SCHEMA } from '../schema/version.ts';

/** @returns a sentence for each table that differs @param snapshot a transaction that sees both at one instant */
export async function differences(snapshot: ClientBase, schema: string, { tables }: Scope): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const [live, made] = [await checksum(snapshot, READ_SCHEMA, table), await checksum(snapshot, schema, table)];
    if (live.rows === made.rows && live.sum === made.sum) continue;
    const { rows } = await snapshot.query<{ left: number; added: number }>(/* sql */ `
      select (${missing(READ_SCHEMA, schema, table)})::int as left, (${missing(schema, READ_SCHEMA, table)})::int as added`);
    found.push(
      `The table ${table} differs: of ${live.rows} rows that the screens read, ${rows[0]?.left} are not among the ` +
        `${made.rows} rebuilt rows, of which ${rows[0]?.added} are not read by the screens.`,
    );
  }
  return found;
}

async function checksum(
  snapshot: ClientBase,
  schema: string,
  table: string,
): Promise<{ rows: string; sum: string | null }> {
  const { rows } = await snapshot.query<{ rows: string; sum: string | null }>(
    `select count(*) as rows, sum(hashtextextended(t::text, 0)::numeric)::text as sum from ${schema}.${table} t`,
  );
  return rows[0] ?? { rows: '0', sum: null };
}

const missing = (from: string, among: string, table: string): string => /* sql */ `
  select count(*) from (
    select t::text from ${from}.${table} t except all select t::text from ${among}.${table} t
  ) missing`;
