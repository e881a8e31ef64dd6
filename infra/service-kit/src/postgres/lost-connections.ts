import type { ClientBase } from 'pg';

const ignore = (): void => undefined;

/**
 * For each client of a pool (`pool.on('connect', noticeLossInStatements)`), and for a client without a pool. A client of
 * node-postgres emits 'error' when its connection is lost between two statements, and without a listener the event ends
 * the process. The pool listens only while a client is idle in it. The next statement on a lost connection fails.
 */
export function noticeLossInStatements<Connection extends ClientBase>(client: Connection): Connection {
  client.on('error', ignore);
  return client;
}
