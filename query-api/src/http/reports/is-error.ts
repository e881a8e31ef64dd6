import { NO_ERROR } from 'language/domain/values/codes';

/** SQL: true for an error, by the id of its type (docs/product.md, "No error"). */
export const isError = (errType: string): string => `right(${errType}, 4) <> '${NO_ERROR._id.slice(-4)}'`;

/** SQL: the same for an error and all its copies. Rows of an older version have no `first_id`. */
const firstIdOf = (entry: string): string => `coalesce(${entry}.first_id, ${entry}.copied_from, ${entry}.entry_id)`;

/** SQL: true for entries of one error in one chart, with one type. */
const isSameError = (entry: string, other: string): string => /* sql */ `
  ${firstIdOf(other)} = ${firstIdOf(entry)} and ${other}.admission_id = ${entry}.admission_id
  and ${other}.err_type = ${entry}.err_type`;

/**
 * SQL: true for an error that was copied with its review and counts elsewhere: where it was written first, and without the
 * original in the copy of the earliest day (docs/product.md, "Duplicates"; `repeatedErrors` in
 * `command-api/language/src/domain/admission/repeated-errors.ts`). `entry` is the alias of a row of `entries`.
 */
export const isRepeated = (entry: string, entries = 'review_entry'): string => /* sql */ `(
  ${entry}.copied_from is not null and exists (
    select from ${entries} first
    where ${isSameError(entry, 'first')} and (
      first.copied_from is null or (first.review_date, first.entry_id) < (${entry}.review_date, ${entry}.entry_id))))`;

/**
 * SQL: true for an error without a response; `entry` is the alias of `review_entry` (index `review_entry_pending`). A
 * repeated error is pending once, until it or a repeat of it has a response. Few errors are pending: `offset 0` has each
 * look for its repeats by their index, where the plan would read all entries with a response.
 */
export const isPending = (
  entry: string,
): string => /* sql */ `${entry}.err_res is null and ${isError(`${entry}.err_type`)}
  and not ${isRepeated(entry)} and not exists (
    select from review_entry repeat where ${isSameError(entry, 'repeat')} and repeat.err_res is not null offset 0)`;
