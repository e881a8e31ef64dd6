/** A projection: a pure translation of events into rows, called by the worker. */
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { ProjectionName } from '../schema/projections.ts';

/** The transaction of the guard, the rows and the change (docs/architecture.md, "Rule 7: one transaction"). */
export interface Transaction {
  query<Row extends QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

/** Prepared names by statement text. The number of statements is fixed: an event's data is in their values. */
const names = new Map<string, string>();
function nameOf(statement: string): string {
  const name = names.get(statement) ?? `projection ${names.size}`;
  names.set(statement, name);
  return name;
}

/** Each connection prepares a statement once: planning a statement takes longer than running it. */
export const prepared = (client: Pick<PoolClient, 'query'>): Transaction => ({
  query: (text, values = []) => client.query({ name: nameOf(text), text, values: [...values] }),
});

export interface Projection {
  readonly name: ProjectionName;
  /** Every event type of the stream, by name. An event of another type is from a newer program and stops the stream. */
  eventsOf(stream: string): Readonly<Record<string, unknown>>;
  /**
   * Writes one event's rows. Uses no clock, random number or network: the same log gives the same rows, so that a
   * rebuild can be compared with the live rows. Called once for each readable event of a known type, in stream order.
   */
  project(tx: Transaction, event: StoredEvent): Promise<void>;
  /** Removes every row of the stream. */
  forget(tx: Transaction, stream: string): Promise<void>;
  /**
   * Announces nothing and writes no change row: the changes are not for the screens, or another projection announces
   * them.
   */
  readonly isSilent?: true;
  /** Tags of what the event touched, for the live notices. */
  touched(event: StoredEvent): readonly string[];
  /** The tag of the whole aggregate, for a notice that cannot be more exact. */
  aggregateTag(stream: string): string;
}

/** The id after the first dash of a stream's name; the whole name if there is no dash. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** A row that must exist is missing: rows and log do not match, and the stream must stop. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}

/** @throws RowMissing unless exactly one row was changed */
export async function changeOne(tx: Transaction, sql: string, values: readonly unknown[]): Promise<void> {
  const { rowCount } = await tx.query(sql, values);
  if (rowCount !== 1) throw new RowMissing(`${rowCount ?? 0} rows changed where one was expected`);
}
