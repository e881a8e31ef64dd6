/**
 * Reports as known at an instant: the statements of the live reports, over the rows of that instant
 * (docs/decisions/read-side/as-known-on.md). A report statement takes its tables as parameters: the tables themselves,
 * or expressions that select the states of the instant from each table and its past
 * (`projections/src/read-models/past.ts`).
 */
import { because } from 'language/domain/reasons/because';
import { type TableWithPast, tablesWithPast } from 'projections/schema/past';
import type { Pool } from 'pg';
import * as z from 'zod';
import { isNow } from '../../history/point-in-time.ts';
import type { About } from '../freshness.ts';
import { tagNames } from '../catalogue/names.ts';
import { leftPatients } from '../patients/left-patients.ts';
import { isError, isRepeated } from './is-error.ts';
import { allStates, statesAt } from './states.ts';

const NOT_PAST = because('not-a-past-instant');
/** A past instant with its offset, as UTC. */
export const Instant = z.iso
  .datetime({ offset: true, error: NOT_PAST })
  .transform((text) => new Date(text).toISOString())
  .refine((instant) => Date.parse(instant) <= Date.now(), NOT_PAST);

export const AsOf = z.object({ asOf: Instant.optional() });

/**
 * The entries' version of a review at the instant: of the last event by then that changed or removed an entry. A
 * reminder ends a state and gives the next one no version.
 */
const reviewsAt = (instant: string): string => /* sql */ `(
  select known.review_id, known.admission_id, known.patient_id, known.team_id, known.review_date, known.clinical_note,
         known.author_id, known.created_at, known.version, known.copied_from, known.moved_from,
         (
           select coalesce(max(greatest(
             touched.version,
             case when touched.until <= ${instant} then touched.ended_by end
           )), 0)
           from (
             select distinct on (state.entry_id) state.version, state.until, state.ended_by
             from ${allStates('review_entry')} state
             where state.review_id = known.review_id and state.since <= ${instant}
             order by state.entry_id, state.until desc, state.version desc, state.ended_by desc nulls first
           ) touched
         ) as entries_version
  from ${allStates('review')} known
  where known.since <= ${instant} and known.until > ${instant})`;

/**
 * SQL: the stays of admissions in teams: in the present team, and in earlier ones until the day of the transfer. An
 * admission is one stay of a team, also after it has come back. Both parameters are SQL expressions.
 */
const staysIn = (admission: string, transferredBy: string): string => /* sql */ `(
  select a.admission_id, a.patient_id, a.team_id, a.admission_date, a.discharge_date, a.discharge_status
  from ${admission} a
  union all
  select earlier.admission_id, earlier.patient_id, earlier.team_id, earlier.start_date, earlier.transfer_date, null
  from (
    select distinct on (s.team_id, s.admission_id) s.*
    from transferred_stay s where ${transferredBy}
    order by s.team_id, s.admission_id, s.revision desc
  ) earlier
  join ${admission} a on a.admission_id = earlier.admission_id and a.team_id <> earlier.team_id)`;

/**
 * SQL: from when to when an admission was in a team, each time that it was there. The first day in the next team ends it, as a
 * discharge does. Both parameters are SQL expressions.
 */
const presenceIn = (admission: string, transferredBy: string): string => /* sql */ `(
  select a.admission_id, a.team_id,
         coalesce((select max(s.transfer_date) from transferred_stay s
                   where s.admission_id = a.admission_id and ${transferredBy}), a.admission_date) as from_date,
         a.discharge_date as to_date
  from ${admission} a
  union all
  select s.admission_id, s.team_id, s.start_date, s.transfer_date from transferred_stay s where ${transferredBy})`;

/** SQL: the stays that were known at the instant. */
export const staysAt = (instant: string): string => staysIn(statesAt('admission', instant), `s.at <= ${instant}`);

/**
 * The tables of the reports, as SQL expressions that a statement selects from. The counted ones include what is left of
 * erased patients (docs/decisions/write-side/erasure-by-two.md): they have the columns that are counted, and no text.
 */
export type ReportTables = Readonly<
  Record<TableWithPast | 'tag_name' | 'stay' | 'presence' | 'left_patient' | 'counted_review' | 'counted_error', string>
>;
export type ReportStatement = (tables: ReportTables) => string;

const COUNTED_OF_REVIEW = 'review_id, team_id, review_date, author_id';
const COUNTED_OF_ERROR =
  'review_id, team_id, review_date, err_type, err_type_label, err_severity, err_res, drug_tags, pcne';

/** @param isShown SQL: the condition on an erased state */
const counted = (
  { review, review_entry }: Pick<ReportTables, 'review' | 'review_entry'>,
  isShown: string,
): Pick<ReportTables, 'counted_review' | 'counted_error'> => ({
  counted_review: /* sql */ `(
  select ${COUNTED_OF_REVIEW} from ${review} written
  union all
  select ${COUNTED_OF_REVIEW} from erased_review where ${isShown})`,
  counted_error: /* sql */ `(
  select ${COUNTED_OF_ERROR}, ${isRepeated('written', review_entry)} as is_repeated
  from ${review_entry} written where ${isError('written.err_type')}
  union all
  select ${COUNTED_OF_ERROR}, is_repeated from erased_error where ${isShown})`,
});

const tablesOf = (expression: (table: TableWithPast) => string): Readonly<Record<TableWithPast, string>> =>
  Object.fromEntries(tablesWithPast.map((table) => [table, expression(table)])) as Record<TableWithPast, string>;

const currentTables = tablesOf((table) => table);
/** The first parameter of each report is its team. */
const isReported = (teamId: string): string => `${teamId} = $1`;

/** The current rows. */
export const liveTables: ReportTables = {
  ...currentTables,
  tag_name: tagNames(),
  stay: staysIn('admission', 'true'),
  presence: presenceIn('admission', 'true'),
  left_patient: leftPatients(isReported),
  ...counted(currentTables, `known_until = 'infinity'`),
};

/** @param instant the SQL parameter that holds it, such as `$4` */
function tablesAt(instant: string): ReportTables {
  const states = tablesOf((table) => statesAt(table, instant));
  return {
    ...states,
    tag_name: tagNames(instant),
    review: reviewsAt(instant),
    stay: staysAt(instant),
    presence: presenceIn(states.admission, `s.at <= ${instant}`),
    left_patient: leftPatients(isReported, instant),
    ...counted(states, `since <= ${instant} and known_until > ${instant}`),
  };
}

/** SQL: the newest time at which a state began or ended, where that is in the future. */
const newestInFuture = /* sql */ `
select max(at) as newest from (
  ${tablesWithPast
    .map((table) => `select max(since) as at from ${table} union all select max(until) from past_${table}`)
    .join('\n  union all ')}
  union all select max(at) from transferred_stay
) known where at > now()`;

/** The subject and the database of a request. */
interface AboutRows {
  readonly about: About;
  readonly db: Pool;
}

/**
 * The instant that a statement asks for. Now is the newest revision: where the clock has been set back, the log goes on
 * with the times of before, which are in the future, and now is the newest of them. Not all events of a very recent
 * instant may have arrived: then the answer is marked as stale.
 */
export async function knownInstant({ about, db }: AboutRows, instant: string): Promise<string> {
  if (!isNow(Date.parse(instant))) return instant;
  about.isUnsettled = true;
  const { rows } = await db.query<{ newest: Date | null }>(newestInFuture);
  return rows[0]?.newest?.toISOString() ?? instant;
}

/** The statement over the current rows, or over those of `asOf`, with its parameters. */
export async function statementAsOf(
  request: AboutRows,
  asOf: string | undefined,
  statement: ReportStatement,
  values: readonly string[],
): Promise<[statement: string, values: string[]]> {
  if (asOf === undefined) return [statement(liveTables), [...values]];
  return [statement(tablesAt(`$${values.length + 1}`)), [...values, await knownInstant(request, asOf)]];
}
