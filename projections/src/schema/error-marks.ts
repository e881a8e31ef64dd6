/**
 * Marks: what the auditor's search finds a change of a medication error by, in one index. A change has a mark for each
 * filter that it fits, before or after the change, and one for its month. The index finds the changes that have several
 * marks without reading those that have only one of them (docs/decisions/read-side/audit-search.md).
 */
import { NO_ERROR } from 'language/domain/values/codes';

export type ErrorMark = 'type' | 'drug' | 'severity' | 'response' | 'actor' | 'removed' | 'late' | 'month';

/** The mark of an error without a response; "No error" does not have it. */
export const PENDING = 'pending';

/** A mark begins with the team, so each team has marks of its own. */
export const errorMark = (team: string, mark: ErrorMark, value: string | number = ''): string =>
  `${team} ${mark} ${value}`;

const mark = (name: ErrorMark, value = `''`): string => `team_id || ' ${name} ' || ${value}`;

/** SQL: months since the year 0 in UTC. An index expression must not depend on the time zone setting. */
export const monthOf = (at: string): string =>
  `((extract(year from ${at} at time zone 'UTC') * 12 + extract(month from ${at} at time zone 'UTC'))::int)`;

/**
 * SQL over `error_change`. Postgres uses the index only for exactly this expression: a change here needs a new
 * migration step with a new index.
 */
export const errorMarks = /* sql */ `array_remove(array[
  ${mark('type', 'err_type')}, ${mark('type', 'err_type_before')},
  ${mark('drug', 'err_drug')}, ${mark('drug', 'err_drug_before')},
  ${mark('severity', 'severity::text')}, ${mark('severity', 'severity_before::text')},
  ${mark('response', 'response::text')}, ${mark('response', 'response_before::text')},
  case when response is null and right(err_type, 4) <> '${NO_ERROR._id.slice(-4)}'
    then ${mark('response', `'${PENDING}'`)} end,
  ${mark('actor', 'actor_id')},
  case when removed then ${mark('removed')} end,
  -- Late in at least one time zone; a row does not know the hospital's.
  case when (at at time zone 'UTC') >= day + interval '34 hours' then ${mark('late')} end,
  ${mark('month', `${monthOf('at')}::text`)}
], null)`;
