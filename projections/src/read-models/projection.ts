/** A projection: a pure translation of events into rows, called by the worker. */
import type { StoredEvent } from 'service-kit/event-log/port';
import type { RowChange } from './row-change.ts';
import type { Rows } from './stream-rows.ts';
import type { Table } from './table.ts';
import type { ProjectionName } from '../schema/projections.ts';

export interface Projection {
  readonly name: ProjectionName;
  /** Every event type of the stream, by name. An event of another type is from a newer program and stops the stream. */
  eventsOf(stream: string): Readonly<Record<string, unknown>>;
  /** The tables of the stream's rows, children before their parents. Always the same array for streams of one kind. */
  tablesOf(stream: string): readonly Table[];
  /**
   * What one event changes in the rows of its stream. Uses no clock, random number, database or network: the same log
   * gives the same rows, so that a rebuild can be compared with the live rows. Called once for each readable event of a
   * known type, in stream order.
   * @throws RowMissing if rows and log do not match
   */
  project(rows: Rows, event: StoredEvent): readonly RowChange[];
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
