/**
 * Reviews of a chart by their ids. A client that has a review sends its version, `<id>@<version>`; the answer then has
 * only the id and version of entries that have not changed since. So a change costs a bad network its changed entries
 * only (docs/decisions/read-side/review-reads.md).
 */
import type { Review, ReviewPart } from './entities.ts';

/** The parameter `ids`: the reviews, each with its known version if there is one. */
export function requestedParts(ids: Iterable<string>, held: readonly Review[]): string {
  const versions = new Map(held.map(({ _id, version }) => [_id, version]));
  return [...ids].map((id) => (versions.has(id) ? `${id}@${versions.get(id)}` : id)).join();
}

/**
 * The reviews with all entries; undefined where a known entry has another version, and the reviews must be read whole.
 */
export function wholeReviews(parts: readonly ReviewPart[], held: readonly Review[]): Review[] | undefined {
  const reviews = parts.flatMap((part) => wholeReview(part, held) ?? []);
  return reviews.length === parts.length ? reviews : undefined;
}

/** The review with all entries; undefined where a left-out entry is unknown, and the review must be read whole. */
export function wholeReview({ drugErrs, ...head }: ReviewPart, held: readonly Review[]): Review | undefined {
  const before = held.find(({ _id }) => _id === head._id)?.drugErrs ?? [];
  const whole = drugErrs.map((entry) =>
    'errType' in entry ? entry : before.find(({ _id, version }) => _id === entry._id && version === entry.version),
  );
  return whole.every((entry) => entry !== undefined) ? { ...head, drugErrs: whole } : undefined;
}

/**
 * True if one of the reviews has come to a day that has others, in a list by date. Within a day reviews stand in the
 * order in which people sent them, and one that was moved here, or whose command waited, may have been sent before
 * others that are shown already: only the whole list has its place.
 */
export const hasUnknownPlace = (changed: readonly Review[], cached: readonly Review[]): boolean =>
  changed.some(
    ({ _id, reviewDate }) =>
      cached.find((review) => review._id === _id)?.reviewDate !== reviewDate &&
      cached.some((review) => review._id !== _id && review.reviewDate === reviewDate),
  );
