/**
 * Rows as they were, for reports that are asked for as known at an instant (query-api, "As known on"). A row knows
 * since when it is what it is; what it was before lies in `past_<table>`, with the instant and the revision of the
 * event that ended it. The instants are those at which the log took the events: what was done earlier and came later
 * was not known before. What is only added to costs nothing.
 */
import { recordedAtOf } from 'command-api/domain/command';
import { RowMissing, type Transaction } from './projection.ts';
import type { TableWithPast } from '../schema/past.ts';

/** What ends the old state and begins the new one. */
export interface EndingEvent {
  readonly metadata: { readonly occurredAt: string; readonly recordedAt?: string };
  readonly revision: bigint;
}

/** Never before the row came to be what it was: clocks of several processes differ by milliseconds. */
const keep = (table: TableWithPast, where: string): string =>
  `insert into past_${table} select greatest(kept.since, $1::timestamptz), $2::bigint, kept.* from ${table} kept where ${where}`;

const run = async (
  tx: Transaction,
  sql: string,
  { metadata, revision }: EndingEvent,
  values: readonly unknown[],
): Promise<number> => (await tx.query(sql, [recordedAtOf(metadata), revision, ...values])).rowCount ?? 0;

/**
 * In `set` and `where`, $1 is the event's instant, $2 its revision, and `values` begin at $3.
 * @returns how many rows there are
 */
export const updateKeepingPast = (
  tx: Transaction,
  table: TableWithPast,
  event: EndingEvent,
  set: string,
  where: string,
  values: readonly unknown[],
): Promise<number> =>
  run(
    tx,
    `with was as (${keep(table, where)}) update ${table} set ${set}, since = greatest(since, $1::timestamptz) where ${where}`,
    event,
    values,
  );

/** As {@link updateKeepingPast}. @throws RowMissing unless exactly one row was changed. */
export const updateOneKeepingPast = async (...changed: Parameters<typeof updateKeepingPast>): Promise<void> =>
  expectOne(await updateKeepingPast(...changed));

/** As {@link updateKeepingPast}. */
export const deleteKeepingPast = (
  tx: Transaction,
  table: TableWithPast,
  event: EndingEvent,
  where: string,
  values: readonly unknown[],
): Promise<number> => run(tx, `with was as (${keep(table, where)}) delete from ${table} where ${where}`, event, values);

/** As {@link updateKeepingPast}. @throws RowMissing unless exactly one row went. */
export const deleteOneKeepingPast = async (...removed: Parameters<typeof deleteKeepingPast>): Promise<void> =>
  expectOne(await deleteKeepingPast(...removed));

function expectOne(count: number): void {
  if (count !== 1) throw new RowMissing(`${count} rows changed where one was expected`);
}
