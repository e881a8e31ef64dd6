/**
 * Arrays in Postgres's text form (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). The driver would
 * inspect the type of each value.
 */

/** @param valueOf gives texts by `quoted` */
export const arrayOf = <Item>(
  items: readonly Item[],
  valueOf: (item: Item) => bigint | number | boolean | string,
): string => `{${items.map(valueOf).join(',')}}`;
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
