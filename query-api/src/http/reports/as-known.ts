/**
 * Reports as known at an instant: the statements of the live reports, over the rows of that instant
 * (docs/decisions/read-side/as-known-on.md). A report statement takes its tables as parameters: the tables themselves,
 * or expressions that select the states of the instant from each table and its past
 * (`projections/src/read-models/past.ts`).
 */
import { because } from 'command-api/domain/reasons/because';
import { type TableWithPast, tablesWithPast } from 'projections/schema/past';
import * as z from 'zod';
import type { About } from '../freshness.ts';

/** If no stream is parked, an event is in the log and in the rows after this time at the latest. */
const SETTLED_MS = 10_000;

export const isSettled = (instant: string): boolean => Date.now() - Date.parse(instant) >= SETTLED_MS;

const NOT_PAST = because('not-a-past-instant');
/** A past instant with its offset, as UTC. */
export const Instant = z.iso
  .datetime({ offset: true, error: NOT_PAST })
  .transform((text) => new Date(text).toISOString())
  .refine((instant) => Date.parse(instant) <= Date.now(), NOT_PAST);

export const AsOf = z.object({ asOf: Instant.optional() });

/** SQL: current and past states of a table's rows; a state is known from `since` to `until`. */
export const allStates = (table: TableWithPast): string => /* sql */ `(
  select 'infinity'::timestamptz as until, null::bigint as ended_by, now.* from ${table} now
  union all
  select * from past_${table})`;

/** SQL: the states of a table's rows that were known at the instant. */
export const statesAt = (table: TableWithPast, instant: string): string => /* sql */ `(
  select known.* from ${allStates(table)} known
  where known.since <= ${instant} and known.until > ${instant})`;

/** The entries' version of a review at the instant: of the last event by then that changed or removed an entry. */
const reviewsAt = (instant: string): string => /* sql */ `(
  select known.review_id, known.admission_id, known.patient_id, known.team_id, known.review_date, known.clinical_note,
         known.author_id, known.created_at, known.version, known.copied_from, known.moved_from,
         (
           select coalesce(max(greatest(
             case when touched.since <= ${instant} then touched.version end,
             case when touched.until <= ${instant} then touched.ended_by end
           )), 0)
           from ${allStates('review_entry')} touched
           where touched.review_id = known.review_id
         ) as entries_version
  from ${allStates('review')} known
  where known.since <= ${instant} and known.until > ${instant})`;

/** The tables of the reports, as SQL expressions that a statement selects from. */
export type ReportTables = Readonly<Record<TableWithPast, string>>;
export type ReportStatement = (tables: ReportTables) => string;

const tablesOf = (expression: (table: TableWithPast) => string): ReportTables =>
  Object.fromEntries(tablesWithPast.map((table) => [table, expression(table)])) as ReportTables;

/** The current rows. */
export const liveTables = tablesOf((table) => table);

/** @param instant the SQL parameter that holds it, such as `$4` */
const tablesAt = (instant: string): ReportTables =>
  tablesOf((table) => (table === 'review' ? reviewsAt(instant) : statesAt(table, instant)));

/**
 * The statement over the current rows, or over those of `asOf`, with its parameters. Not all events of a very recent
 * instant may have arrived: then the answer is marked as stale.
 */
export function statementAsOf(
  { about }: { readonly about: About },
  asOf: string | undefined,
  statement: ReportStatement,
  values: readonly string[],
): [statement: string, values: string[]] {
  if (asOf === undefined) return [statement(liveTables), [...values]];
  if (!isSettled(asOf)) about.isUnsettled = true;
  return [statement(tablesAt(`$${values.length + 1}`)), [...values, asOf]];
}
