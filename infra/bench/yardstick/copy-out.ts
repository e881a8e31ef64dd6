/** `copy … to stdout`: the fastest way to get many rows out of Postgres. */
import type { ClientBase, Connection } from 'pg';
import { ProtocolQuery, run } from 'service-kit/postgres/protocol-query';

class CopyOut extends ProtocolQuery {
  bytes = 0;
  rows = 0;
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  /** Postgres sends a message for each row. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.bytes += chunk.length;
    this.rows += 1;
  }
}

/** @throws DatabaseError */
export async function copyOut(client: ClientBase, text: string): Promise<{ bytes: number; rows: number }> {
  const copy = new CopyOut(text);
  await run(client, copy);
  return copy;
}
