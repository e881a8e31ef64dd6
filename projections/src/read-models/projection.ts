/** What a read model gives to the worker: a pure translation of events into rows. */
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { ProjectionName } from '../schema/projections.ts';

/** The transaction that holds the guard, the rows and the change (architecture, rule 7). */
export interface Transaction {
  query<Row extends QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

/** By their texts. A read model has so many statements and no more: what an event says is in their values. */
const names = new Map<string, string>();
function nameOf(statement: string): string {
  const name = names.get(statement) ?? `projection ${names.size}`;
  names.set(statement, name);
  return name;
}

/** Each connection prepares a statement once: to plan it takes longer than to do it. */
export const prepared = (client: Pick<PoolClient, 'query'>): Transaction => ({
  query: (text, values = []) => client.query({ name: nameOf(text), text, values: [...values] }),
});

export interface Projection {
  readonly name: ProjectionName;
  /**
   * Every type of event that may lie in the stream, by name. One that is not in it was written by a newer program, and
   * stops the stream.
   */
  eventsOf(stream: string): Readonly<Record<string, unknown>>;
  /**
   * Writes one event's rows. No clock, no random number, no network: the same log gives the same rows, so that a
   * rebuild can be compared with what is live. Called in the order of the stream, once per event, for events that can
   * be read and are of a known type.
   */
  project(tx: Transaction, event: StoredEvent): Promise<void>;
  /** Removes every row that is made of the stream. */
  forget(tx: Transaction, stream: string): Promise<void>;
  /**
   * Its changes are nobody's news, or told by another projection: nothing is announced, and no change is kept for the
   * heartbeat.
   */
  readonly isSilent?: true;
  /** Tags of what the event touched, for the live notes. */
  touched(event: StoredEvent): readonly string[];
  /** The tag of the whole: what a note says when it cannot say more exactly. */
  aggregateTag(stream: string): string;
}

/** The id behind the first dash of a stream's name; the name itself where there is none. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** A row that must be there was not: the rows and the log have parted, and the stream must stop. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}

/** @throws RowMissing unless exactly one row was changed. */
export async function changeOne(tx: Transaction, sql: string, values: readonly unknown[]): Promise<void> {
  const { rowCount } = await tx.query(sql, values);
  if (rowCount !== 1) throw new RowMissing(`${rowCount ?? 0} rows changed where one was expected`);
}
