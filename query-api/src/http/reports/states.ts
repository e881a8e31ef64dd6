/** SQL: the rows that have a past, in all their states (`projections/src/schema/past.ts`). */
import type { TableWithPast } from 'projections/schema/past';

/** SQL: current and past states of a table's rows; a state is known from `since` to `until`. */
export const allStates = (table: TableWithPast): string => /* sql */ `(
  select 'infinity'::timestamptz as until, null::bigint as ended_by, now.* from ${table} now
  union all
  select * from past_${table})`;

/** SQL: the states of a table's rows that were known at the instant. */
export const statesAt = (table: TableWithPast, instant: string): string => /* sql */ `(
  select known.* from ${allStates(table)} known
  where known.since <= ${instant} and known.until > ${instant})`;
