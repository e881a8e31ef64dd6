/** Errors that were copied with their review, and count once (docs/product.md, "Duplicates"). */
import type { Review, ReviewEntry } from './records.ts';

/** The same for an error and all its copies, in each chart. */
export const firstIdOf = ({ entryId, firstId }: Pick<ReviewEntry, 'entryId' | 'firstId'>): string => firstId ?? entryId;

/** The first id of an entry that is copied within the chart; none for another entry. */
export function firstIdOfCopy(
  reviews: readonly Review[],
  { copiedFrom }: Pick<ReviewEntry, 'entryId' | 'copiedFrom'>,
): { firstId?: string } {
  if (copiedFrom === undefined) return {};
  for (const { entries } of reviews) {
    const original = entries.find(({ entryId }) => entryId === copiedFrom);
    if (original) return { firstId: firstIdOf(original) };
  }
  return { firstId: copiedFrom };
}

/**
 * Copies that count elsewhere. Of one error in the chart, with one type, the original counts; without it the copy of the
 * earliest day.
 * @returns ids of entries
 */
export function repeatedErrors(reviews: readonly Review[]): ReadonlySet<string> {
  const repeated = new Set<string>();
  const counting = new Set<string>();
  const inOrder = reviews
    .flatMap(({ reviewDate, entries }) => entries.map((entry) => ({ entry, order: `${reviewDate} ${entry.entryId}` })))
    .toSorted((a, b) => Number(isCopy(a.entry)) - Number(isCopy(b.entry)) || (a.order < b.order ? -1 : 1));
  for (const { entry } of inOrder) {
    const same = `${firstIdOf(entry)} ${entry.errType}`;
    if (isCopy(entry) && counting.has(same)) repeated.add(entry.entryId);
    else counting.add(same);
  }
  return repeated;
}

const isCopy = ({ copiedFrom }: ReviewEntry): boolean => copiedFrom !== undefined;
