/** `copy … from stdin`: the fastest way to add many rows to a table. */
import type { ClientBase, Connection } from 'pg';
import { ProtocolQuery, run } from './protocol-query.ts';

/** Methods of node-postgres that its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

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

/** Within the caller's transaction. @throws DatabaseError */
export const copyIn = (client: ClientBase, text: string, chunks: readonly Buffer[]): Promise<void> =>
  run(client, new CopyIn(text, chunks));
