import { NO_ERROR } from 'command-api/domain/values/codes';

/** SQL: true for an error, by the id of its type (docs/product.md, "No error"). */
export const isError = (errType: string): string => `right(${errType}, 4) <> '${NO_ERROR._id.slice(-4)}'`;

/**
 * SQL: true for an error that was copied with its review and is still the same: it counts where it was written first
 * (docs/product.md, "Duplicates"). `entry` is the alias of a row of `entries`.
 */
export const isRepeated = (entry: string, entries = 'review_entry'): string => /* sql */ `(
  ${entry}.copied_from is not null and exists (
    select from ${entries} origin where origin.entry_id = ${entry}.copied_from and origin.err_type = ${entry}.err_type))`;

/**
 * SQL: true for an error without a response; `entry` is the alias of `review_entry` (index `review_entry_pending`). A
 * repeated error is pending once, until it or its repeat has a response.
 */
export const isPending = (
  entry: string,
): string => /* sql */ `${entry}.err_res is null and ${isError(`${entry}.err_type`)}
  and not ${isRepeated(entry)} and not exists (
    select from review_entry repeat
    where repeat.admission_id = ${entry}.admission_id and repeat.copied_from = ${entry}.entry_id
      and repeat.err_type = ${entry}.err_type and repeat.err_res is not null)`;
