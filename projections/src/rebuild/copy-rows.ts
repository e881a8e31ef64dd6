/**
 * Writes rows by COPY in Postgres's text form (https://www.postgresql.org/docs/current/sql-copy.html, Text Format): the
 * fastest way to add many rows to a table.
 */
import type { ClientBase } from 'pg';
import { arrayOf, quoted } from 'service-kit/postgres/array-text';
import { copyIn } from 'service-kit/postgres/copy-in';
import { jsonOf } from '../catch-up/statement.ts';
import type { Row, Table, Value } from '../read-models/table.ts';

const CHUNK_CHARACTERS = 256 * 1024;

/** Within the caller's transaction. @throws DatabaseError */
export async function copyRows(client: ClientBase, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const [first = '', ...others] = names;
  const arrays = new Set(names.filter((column) => columns[column]?.type === 'text[]'));
  const chunks: Buffer[] = [];
  let text = '';
  for (const row of rows) {
    text += textOf(row[first] ?? null, arrays.has(first));
    for (const column of others) text += `\t${textOf(row[column] ?? null, arrays.has(column))}`;
    text += '\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  chunks.push(Buffer.from(text));
  await copyIn(client, `copy ${name} (${names.join(', ')}) from stdin`, chunks);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;

function textOf(value: Value, isArray: boolean): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (isArray && Array.isArray(value)) return escaped(arrayOf(value, (item) => quoted(String(item))));
  return escaped(typeof value === 'object' ? jsonOf(value) : String(value));
}
