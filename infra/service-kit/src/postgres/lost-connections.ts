import type { ClientBase, Pool } from 'pg';

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

/** For a pool whose work fails with its next statement, and needs no other word of a lost connection. */
export function ignoreLosses(pool: Pool): Pool {
  return pool.on('error', ignore).on('connect', noticeLossInStatements);
}
