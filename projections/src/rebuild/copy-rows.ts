/**
 * Writes rows by COPY in Postgres's text form (https://www.postgresql.org/docs/current/sql-copy.html, Text Format): the
 * fastest way to add many rows to a table.
 */
import type { ClientBase, Connection } from 'pg';
import { ProtocolQuery, run } from 'service-kit/postgres/protocol-query';
import { jsonOf } from '../catch-up/statement.ts';
import type { Row, Table, Value } from '../read-models/table.ts';

const CHUNK_CHARACTERS = 256 * 1024;

class CopyIn extends ProtocolQuery {
  readonly #text: string;
  readonly #chunks: readonly Buffer[];

  constructor(text: string, chunks: readonly Buffer[]) {
    super();
    this.#text = text;
    this.#chunks = chunks;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk);
    connection.endCopyFrom();
  }
}
/** Methods of node-postgres that its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Within the caller's transaction. @throws DatabaseError */
export async function copyRows(client: ClientBase, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const isArray = names.map((column) => columns[column]?.type === 'text[]');
  const chunks: Buffer[] = [];
  let text = '';
  for (const row of rows) {
    for (const [index, column] of names.entries()) {
      if (index > 0) text += '\t';
      text += textOf(row[column] ?? null, isArray[index] === true);
    }
    text += '\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  chunks.push(Buffer.from(text));
  await run(client, new CopyIn(`copy ${name} (${names.join(', ')}) from stdin`, chunks));
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;

function textOf(value: Value, isArray: boolean): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (isArray && Array.isArray(value)) return escaped(arrayOf(value));
  return escaped(typeof value === 'object' ? jsonOf(value) : String(value));
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO; every element is quoted. */
const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
