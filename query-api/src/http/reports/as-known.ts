/**
 * Reports as known at an instant: the very statements of the live reports, over the rows that stood then. projections
 * keeps what a row was before it was changed or went, with the instants of the events that began and ended it
 * (`projections/src/read-models/past.ts`), so the same question gives the same answer for ever, whatever happens
 * afterwards. Only what is erased with its patient is gone from both.
 *
 * Rejected: folding the log. What a team's figures were a year ago is in every stream that has been touched since;
 * reading and decrypting them takes seconds for each ten thousand events.
 */
import { because } from 'command-api/domain/reasons/because';
import { tablesWithPast } from 'projections/schema/past';
import * as z from 'zod';
import type { ReadRequest } from '../read-route.ts';

/**
 * What was said at an instant lies in the log, and in the rows, after this time at the latest, where nothing stands
 * still.
 */
const SETTLED_MS = 10_000;

export const isSettled = (instant: string): boolean => Date.now() - Date.parse(instant) >= SETTLED_MS;

const WHAT = because('not-a-past-instant');
/** An instant with its offset, as UTC; not of the future, about which nothing is known. */
export const Instant = z.iso
  .datetime({ offset: true, error: WHAT })
  .transform((text) => new Date(text).toISOString())
  .refine((instant) => Date.parse(instant) <= Date.now(), WHAT);

export const AsOf = z.object({ asOf: Instant.optional() });

/** SQL: the rows of a table as they are and as they were, with the instants between which they stood. */
export const everKnown = (table: string): string =>
  `(select 'infinity'::timestamptz as until, null::bigint as ended_by, now.* from ${table} now union all select * from past_${table})`;
/** SQL: the rows of a table that stood at the instant. */
export const knownAt = (table: string, instant: string): string =>
  `select known.* from ${everKnown(table)} known where known.since <= ${instant} and known.until > ${instant}`;

/** A review is as new as the last event that touched one of its entries, or took one away. */
const reviewKnownAt = (instant: string): string => /* sql */ `
select known.review_id, known.admission_id, known.patient_id, known.team_id, known.review_date, known.clinical_note, known.author_id, known.created_at, known.version, known.copied_from,
       (select coalesce(max(greatest(case when touched.since <= ${instant} then touched.version end, case when touched.until <= ${instant} then touched.ended_by end)), 0)
        from ${everKnown('review_entry')} touched where touched.review_id = known.review_id) as entries_version
from ${everKnown('review')} known where known.since <= ${instant} and known.until > ${instant}`;

/** The reviews' own question comes first: it means the tables themselves. */
const ofReports = (instant: string): string =>
  [
    `review as not materialized (${reviewKnownAt(instant)})`,
    ...tablesWithPast
      .filter((table) => table !== 'review')
      .map((table) => `${table} as not materialized (${knownAt(table, instant)})`),
  ].join(',\n');

/**
 * A statement over the tables of the reports, asked of what they held at the instant: their names stand for the rows of
 * then.
 * @param instant the parameter that holds it, such as `$4`
 */
export const asKnown = (statement: string, instant: string): string =>
  `with ${ofReports(instant)}${/^\s*with\s/.test(statement) ? statement.replace(/^\s*with\s/, ',\n') : `\n${statement}`}`;

/**
 * The statement and its parameters, as the rows are or as they were known. An instant that is hardly over may not be
 * told in full yet: such an answer says that it may be older than it should be.
 */
export function known(
  { about }: Pick<ReadRequest<unknown>, 'about'>,
  asOf: string | undefined,
  statement: string,
  values: readonly string[],
): [statement: string, values: string[]] {
  if (asOf === undefined) return [statement, [...values]];
  if (!isSettled(asOf)) about.isUnsettled = true;
  return [asKnown(statement, `$${values.length + 1}`), [...values, asOf]];
}
