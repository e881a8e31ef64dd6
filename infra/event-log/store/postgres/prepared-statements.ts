/**
 * Prepared statements without result rows, for the connection that writes. All their messages leave in one write.
 * node-postgres asks for a description each time, writes three buffers and builds a result object. Measured with one
 * writer: 290 instead of 350 µs of the server's processor time for an append.
 */
import type { ClientBase, Connection } from 'pg';
import { serialize } from 'pg-protocol';
import { ProtocolQuery, run } from 'service-kit/postgres/protocol-query';

export interface Prepared {
  readonly name: string;
  readonly text: string;
}
/** Texts in Postgres's notation, or bytes. */
export type Values = readonly (string | Buffer)[];

/**
 * Execute without a row limit, then Sync, which commits and ends in ReadyForQuery
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 */
const EXECUTE_AND_SYNC = Buffer.concat([serialize.execute(), serialize.sync()]);
/** Larger parameters are not copied to save a write. */
const MAX_COPIED_BYTES = 64 * 1024;

class Execution extends ProtocolQuery {
  readonly #bind: Buffer;

  constructor(bind: Buffer) {
    super();
    this.#bind = bind;
  }

  submit({ stream }: Connection): void {
    // The driver fails the query when the connection is lost.
    if (!stream.writable) return;
    if (this.#bind.length <= MAX_COPIED_BYTES) return void stream.write(Buffer.concat([this.#bind, EXECUTE_AND_SYNC]));
    stream.write(this.#bind);
    stream.write(EXECUTE_AND_SYNC);
  }
}

/** Call it once for each connection, before the first `execute`. */
export async function prepare(client: ClientBase, statements: readonly Prepared[]): Promise<void> {
  for (const { name, text } of statements) await client.query(`prepare ${name} as ${text}`);
}

/** Resolves after the commit, outside of an explicit transaction. */
export const execute = (client: ClientBase, { name }: Prepared, values: Values): Promise<void> =>
  run(client, new Execution(serialize.bind({ statement: name, values: [...values] })));
