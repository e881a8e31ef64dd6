/** A list in an order of one's own while the server is being told of it. */

/** The item stands at place `to`, the others in their order. Beyond the ends is at the end. */
export function moveTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id);
  if (rest.length === ids.length) return [...ids];
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** The items in the wanted order; what has come since stands at the end, and what has gone is left out. */
export function inOrderOf<T extends { _id: string }>(items: readonly T[], wanted: readonly string[] | undefined): T[] {
  if (!wanted) return [...items];
  const place = new Map(wanted.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (place.get(a._id) ?? wanted.length) - (place.get(b._id) ?? wanted.length));
}

/**
 * Where in a column of rows a pointer is: the place that what is dragged takes. `middles`: of the rows in their order,
 * from the top.
 */
export const indexAt = (middles: readonly number[], y: number): number => middles.filter((middle) => middle < y).length;
