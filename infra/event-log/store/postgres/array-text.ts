/**
 * Arrays in Postgres's own notation, https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO: the driver would
 * look at the kind of every single value.
 */

/** @param valueOf texts as `quoted` gives them */
export const arrayOf = <Item>(
  items: readonly Item[],
  valueOf: (item: Item) => bigint | number | boolean | string,
): string => `{${items.map(valueOf).join(',')}}`;
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
