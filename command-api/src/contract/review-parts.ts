/**
 * Reviews of a chart asked for by their ids: what a change costs a tablet on a bad network is the entries that changed,
 * not all that stand beside them. Whoever holds a review names its version, `<id>@<version>`, and of the entries that
 * no later event has touched the answer says no more than which they are.
 */
import type { Review, ReviewPart } from './entities.ts';

/** `ids` of the question: the reviews, each with the version in which it is held, where it is. */
export function askedParts(ids: Iterable<string>, held: readonly Review[]): string {
  const versions = new Map(held.map(({ _id, version }) => [_id, version]));
  return [...ids].map((id) => (versions.has(id) ? `${id}@${versions.get(id)}` : id)).join();
}

/**
 * The reviews with all of their entries; undefined where one is not held as it is meant, and they have to be asked for
 * whole.
 */
export function wholeReviews(parts: readonly ReviewPart[], held: readonly Review[]): Review[] | undefined {
  const reviews = parts.flatMap((part) => wholeReview(part, held) ?? []);
  return reviews.length === parts.length ? reviews : undefined;
}

/**
 * The review with all of its entries; undefined where one that was left out is not held as it is meant, and the review
 * has to be asked for whole.
 */
export function wholeReview({ drugErrs, ...head }: ReviewPart, held: readonly Review[]): Review | undefined {
  const before = held.find(({ _id }) => _id === head._id)?.drugErrs ?? [];
  const whole = drugErrs.map((entry) =>
    'errType' in entry ? entry : before.find(({ _id, version }) => _id === entry._id && version === entry.version),
  );
  return whole.every((entry) => entry !== undefined) ? { ...head, drugErrs: whole } : undefined;
}
