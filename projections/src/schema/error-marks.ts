/**
 * What a change of a medication error is found by, in one index: each filter of the auditor's search that it fits is a
 * mark, and so is its month. An index of marks gives the changes that have several of them without looking at those
 * that have but one, and gives what became so and what was so alike.
 */
import { NO_ERROR } from 'command-api/domain/values/codes';

export type ErrorMark = 'type' | 'drug' | 'severity' | 'response' | 'actor' | 'removed' | 'late' | 'month';

/** The response of what has none, of errors alone. */
export const PENDING = 'pending';

/** The team stands in front: another team's changes are other marks. */
export const errorMark = (team: string, mark: ErrorMark, value: string | number = ''): string =>
  `${team} ${mark} ${value}`;

const mark = (name: ErrorMark, value = `''`): string => `team_id || ' ${name} ' || ${value}`;

/** SQL: months since the year 0, of the clock at Greenwich; an index knows no other. */
export const monthOf = (at: string): string =>
  `((extract(year from ${at} at time zone 'UTC') * 12 + extract(month from ${at} at time zone 'UTC'))::int)`;

/**
 * SQL over `error_change`. The index is used where a statement says the very same: what changes here is another step's,
 * with an index of its own.
 */
export const errorMarks = /* sql */ `array_remove(array[
  ${mark('type', 'err_type')}, ${mark('type', 'err_type_before')},
  ${mark('drug', 'err_drug')}, ${mark('drug', 'err_drug_before')},
  ${mark('severity', 'severity::text')}, ${mark('severity', 'severity_before::text')},
  ${mark('response', 'response::text')}, ${mark('response', 'response_before::text')},
  case when response is null and right(err_type, 4) <> '${NO_ERROR._id.slice(-4)}' then ${mark('response', `'${PENDING}'`)} end,
  ${mark('actor', 'actor_id')},
  case when removed then ${mark('removed')} end,
  -- By some clock on earth: which of them are late by the hospital's no row knows.
  case when (at at time zone 'UTC') >= day + interval '34 hours' then ${mark('late')} end,
  ${mark('month', `${monthOf('at')}::text`)}
], null)`;
