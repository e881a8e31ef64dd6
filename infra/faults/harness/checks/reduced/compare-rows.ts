/** Compares the rows of the screens with those that the reducer makes of the log: a hash a table, then row by row. */
import { createHash } from 'node:crypto';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Pool } from 'pg';
import { READ_SCHEMA } from 'projections/schema/version';
import { reduce } from './reduce.ts';
import { keyOf, leftOut, type Row, type TableName, tableNames } from './rows.ts';

/** Rows that are named in the message of a difference. */
const NAMED = 3;

/** @param live the rows of the screens @returns a sentence for each table that differs: keys and columns, no content */
export function rowDifferences(live: ReadonlyMap<TableName, readonly Row[]>, events: readonly StoredEvent[]): string[] {
  const reduced = reduce(events);
  return tableNames.flatMap((table) => {
    const [shown, made] = [byKey(table, live.get(table) ?? []), byKey(table, reduced.of(table))];
    if (hashOf(shown) === hashOf(made)) return [];
    const keys = [...new Set([...shown.keys(), ...made.keys()])].filter((key) => shown.get(key) !== made.get(key));
    const named = keys.slice(0, NAMED).map((key) => `${key} (${differenceOf(shown.get(key), made.get(key))})`);
    return [`The table ${table} differs from the events in ${keys.length} rows: ${named.join(', ')}`];
  });
}

/** All rows of the tables that the reducer makes. */
export async function readRows(pool: Pool): Promise<Map<TableName, Row[]>> {
  const found = new Map<TableName, Row[]>();
  for (const table of tableNames) {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${READ_SCHEMA}.${table} t`);
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** The rows in the order of their keys, each as one text. */
function byKey(table: TableName, rows: readonly Row[]): ReadonlyMap<string, string> {
  const without = new Set(leftOut[table] ?? []);
  const texts = rows.map((row): [string, string] => [
    keyOf(table, row),
    canonical(Object.fromEntries(Object.entries(row).filter(([column]) => !without.has(column)))),
  ]);
  return new Map(texts.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))));
}

const hashOf = (rows: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update([...rows.values()].join('\n'))
    .digest('hex');

/** Postgres writes an instant without its last zeros, and with another zone than JavaScript. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** JSON with sorted names. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(INSTANT.test(value) ? new Date(value).toISOString() : value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

function differenceOf(shown: string | undefined, made: string | undefined): string {
  if (shown === undefined) return 'missing on the screens';
  if (made === undefined) return 'not in the log';
  const [one, other] = [JSON.parse(shown) as Row, JSON.parse(made) as Row];
  const columns = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return columns.filter((column) => JSON.stringify(one[column]) !== JSON.stringify(other[column])).join(' ');
}
