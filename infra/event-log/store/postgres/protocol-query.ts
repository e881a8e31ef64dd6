/**
 * Queries that speak Postgres's protocol themselves, where what node-postgres makes of a query costs more than it
 * gives.
 */
import type { ClientBase, Connection, Submittable } from 'pg';

/** What node-postgres asks of a query that it is handed as an object. */
export abstract class ProtocolQuery implements Submittable {
  /** node-postgres puts its own in front of it, for its time limit. */
  callback: (error?: Error) => void = () => {};
  /** Told to who asked, once the connection is free again. */
  protected failure: Error | undefined;

  abstract submit(connection: Connection): void;

  handleCommandComplete(): void {}

  /** Only now what it wrote is committed, where no transaction has been begun. */
  handleReadyForQuery(): void {
    this.callback(this.failure);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

/** Resolves when the connection is free again. @throws DatabaseError, or the error of a connection that was lost */
export function run(client: ClientBase, query: ProtocolQuery): Promise<void> {
  return new Promise((resolve, reject) => {
    query.callback = (error) => (error ? reject(error) : resolve());
    client.query(query);
  });
}
