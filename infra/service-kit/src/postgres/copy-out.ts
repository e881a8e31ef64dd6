/** `copy … to stdout`: rows in Postgres's text form, a line each, at the pace of the reader. */
import type { ClientBase, Connection } from 'pg';
import { ProtocolQuery, run } from './protocol-query.ts';

/** Rows are handed on together. */
const CHUNK_BYTES = 64 * 1024;

/** @returns a promise where the reader cannot take more yet; its rejection becomes the failure of the query */
export type TakeRows = (rows: Buffer, count: number) => Promise<unknown> | undefined;

class CopyOut extends ProtocolQuery {
  readonly #text: string;
  readonly #take: TakeRows;
  #connection: Connection | undefined;
  #waiting: Buffer[] = [];
  #bytes = 0;

  constructor(text: string, take: TakeRows) {
    super();
    this.#text = text;
    this.#take = take;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver uses the memory of a message again.
    this.#waiting.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= CHUNK_BYTES) this.#handOn();
  }

  override handleCommandComplete(): void {
    this.#handOn();
  }

  #handOn(): void {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    if (rows.length === 0 || this.failure) return;
    try {
      const full = this.#take(Buffer.concat(rows), rows.length);
      if (!full) return;
      const socket = this.#connection?.stream;
      socket?.pause();
      full.then(
        () => socket?.resume(),
        (error: unknown) => {
          this.#fail(error);
          socket?.resume();
        },
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
  }
}

/** Within the caller's transaction. @throws DatabaseError, or what `take` throws */
export const copyOut = (client: ClientBase, text: string, take: TakeRows): Promise<void> =>
  run(client, new CopyOut(text, take));
