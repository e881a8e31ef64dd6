/** What a read model gives to the worker: a pure translation of events into rows. */
import type * as z from 'zod';
import type { PoolClient } from 'pg';
import type { StoredEvent } from 'command-api/event-log';
import type { EventsOf } from 'command-api/domain/event-schema';
import type { ProjectionName } from './schema/projections.ts';

/** The transaction that holds the guard, the rows and the change (architecture, rule 7). */
export type Transaction = Pick<PoolClient, 'query'>;

export interface Projection {
  readonly name: ProjectionName;
  /**
   * Writes one event's rows. No clock, no random number, no network: the same log gives the same rows, so that a rebuild can be
   * compared with what is live. Called in the order of the stream, once per event; a type it does not know changes nothing.
   */
  project(tx: Transaction, event: StoredEvent): Promise<void>;
  /** Tags of what the event touched, for the live notes. */
  touched(event: StoredEvent): readonly string[];
  /** The tag of the whole: what a note says when it cannot say more exactly. */
  aggregateTag(stream: string): string;
}

/** The id behind the first dash of a stream's name; the name itself where there is none. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** The event as one of the table's, or undefined for a type that this code does not know (a newer version may write it). */
export const known = <Table extends Record<string, z.ZodType<object>>>(table: Table, event: StoredEvent): (StoredEvent & EventsOf<Table>) | undefined =>
  isIn(table, event) ? event : undefined;

/** The log has held every event of a type that it knows against its schema; the type is all there is to ask. */
const isIn = <Table extends Record<string, z.ZodType<object>>>(table: Table, event: StoredEvent): event is StoredEvent & EventsOf<Table> => Object.hasOwn(table, event.type);

/** A row that must be there was not: the rows and the log have parted, and the stream must stop. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}

/** @throws RowMissing unless exactly one row was changed. */
export async function changeOne(tx: Transaction, sql: string, values: readonly unknown[]): Promise<void> {
  const { rowCount } = await tx.query(sql, [...values]);
  if (rowCount !== 1) throw new RowMissing(`${rowCount ?? 0} rows changed where one was expected`);
}
