/**
 * Rows in Postgres's own binary form, which node-postgres has for nothing but COPY: bytes come as bytes and not as
 * hexadecimal text, numbers need not be written and read, and nothing is put together for a result that nobody looks
 * at.
 */
import type { Connection, Pool } from 'pg';
import { copiedBytes } from '../../copied-bytes.ts';
import { ProtocolQuery, run } from './protocol-query.ts';

/**
 * https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format": before the first row stand a signature, flags
 * and an extension.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const EXTENSION_AT = SIGNATURE.length + 4;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
/** Where the next row's number of columns would stand. */
const END = -1;
const MICROSECONDS_IN_A_MS = 1_000;
/** Postgres counts from 2000-01-01, in UTC. */
const EPOCH_MS = 946_684_800_000;
const HIGH = 2 ** 32;
const NOTHING = Buffer.alloc(0);

/**
 * One row after the other of one query, its columns to be taken in their order; none of them may be null. What is taken
 * stays valid, the row does not.
 */
export class CopiedRow {
  #bytes: Buffer = NOTHING;
  #at = 0;
  #isFirst = true;

  /** @returns false for a message that holds no row */
  begin(message: Buffer): boolean {
    this.#bytes = message;
    this.#at = this.#isFirst ? afterHeader(message) : 0;
    this.#isFirst = false;
    if (this.#at >= message.length || message.readInt16BE(this.#at) === END) return false;
    this.#at += COUNT_BYTES;
    return true;
  }

  bigint(): bigint {
    return this.#bytes.readBigInt64BE(this.#column());
  }

  boolean(): boolean {
    return this.#bytes[this.#column()] === 1;
  }

  text(): string {
    const start = this.#column();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  bytes(): Buffer {
    const start = this.#column();
    return copiedBytes(this.#bytes, start, this.#at);
  }

  /** @returns whole milliseconds since 1970 */
  timestamp(): number {
    const start = this.#column();
    const microseconds = this.#bytes.readInt32BE(start) * HIGH + this.#bytes.readUInt32BE(start + 4);
    return Math.round(microseconds / MICROSECONDS_IN_A_MS) + EPOCH_MS;
  }

  /** @returns where the next column begins; it ends where the one after it does */
  #column(): number {
    const start = this.#at + LENGTH_BYTES;
    this.#at = start + this.#bytes.readInt32BE(this.#at);
    return start;
  }
}

/** @throws Error when it is not the beginning of rows in binary form */
function afterHeader(message: Buffer): number {
  if (!message.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new Error('These are not rows in the binary form of COPY');
  return EXTENSION_AT + LENGTH_BYTES + message.readUInt32BE(EXTENSION_AT);
}

interface CopyData {
  readonly chunk: Buffer;
}

/** Postgres sends a message a row. */
class CopyQuery extends ProtocolQuery {
  readonly #text: string;
  readonly #take: (row: CopiedRow) => void;
  readonly #row = new CopiedRow();

  constructor(text: string, take: (row: CopiedRow) => void) {
    super();
    this.#text = text;
    this.#take = take;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: CopyData): void {
    try {
      if (this.#row.begin(chunk)) this.#take(this.#row);
    } catch (error) {
      // Whoever asked is to be told, and not the connection.
      this.failure ??= error as Error;
    }
  }
}

/**
 * @param select without parameters, which COPY does not have: `pg.escapeLiteral` for texts
 * @param rowOf is given each row while it is there
 */
export async function copyRows<Row>(pool: Pool, select: string, rowOf: (row: CopiedRow) => Row): Promise<Row[]> {
  const client = await pool.connect();
  // A connection that is lost says so to its query too; unheard, it would end the process.
  client.on('error', heard);
  try {
    const rows: Row[] = [];
    await run(client, new CopyQuery(`copy (${select}) to stdout (format binary)`, (row) => void rows.push(rowOf(row))));
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    client.off('error', heard);
  }
}

const heard = (): void => {};
