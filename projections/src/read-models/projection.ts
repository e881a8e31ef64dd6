/** A projection: a pure translation of events into rows, called by the worker. */
import type { StoredEvent } from 'service-kit/event-log/port';
import type { RowChange } from './row-change.ts';
import type { Rows } from './stream-rows.ts';
import type { Table } from './table.ts';
import type { ProjectionName } from '../schema/projections.ts';
import type { Touched } from 'language/domain/values/touched';

/** A change by which the rows of events that were projected before differ (docs/change-a-read-model.md). */
export interface RowsChange {
  /** The tables that differ, or single columns: `review`, `review.author_id`. Their past states are meant too. */
  readonly differs: readonly string[];
}

export interface Projection {
  readonly name: ProjectionName;
  /** Oldest first, and never edited: each makes a version. Without any, the version is 1. */
  readonly changes?: readonly RowsChange[];
  /** Every event type of the stream, by name. An event of another type is from a newer program and stops the stream. */
  eventsOf(stream: string): Readonly<Record<string, unknown>>;
  /** The tables of the stream's rows, children before their parents. Always the same array for streams of one kind. */
  tablesOf(stream: string): readonly Table[];
  /**
   * The changes that one event makes in the rows of its stream. Uses no clock, random number,
   * database or network: the same log gives the same rows, so that a rebuild can be compared with
   * the live rows. Called once for each readable event of a known type, in stream order.
   * @throws RowMissing if rows and log do not match
   */
  project(rows: Rows, event: StoredEvent): readonly RowChange[];
  /**
   * Announces nothing and writes no change row: the changes are not for the screens, or another projection announces
   * them.
   */
  readonly isSilent?: true;
  /** Tags of what the event touched, for the live notices. */
  touched(event: StoredEvent): readonly Touched[];
  /** The tag of the whole aggregate, for a notice that cannot be more exact. */
  aggregateTag(stream: string): string;
}

/** Rows of an older version are rebuilt at the start (`../rebuild/self-rebuild.ts`). */
export const versionOf = ({ changes = [] }: Pick<Projection, 'changes'>): number => 1 + changes.length;

/** The id after the first dash of a stream's name; the whole name if there is no dash. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
