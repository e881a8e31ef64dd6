/** Queries that speak Postgres's protocol themselves, where node-postgres's own handling costs too much. */
import type { ClientBase, Connection, Submittable } from 'pg';

/** The methods that node-postgres calls on a query object. */
export abstract class ProtocolQuery implements Submittable {
  /** node-postgres wraps it for `query_timeout`. */
  callback: (error?: Error) => void = () => {};
  /** Given to the callback when the connection is free again. */
  protected failure: Error | undefined;

  abstract submit(connection: Connection): void;

  handleCommandComplete(): void {}

  /** Only now the write is committed (outside of an explicit transaction). */
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
