/**
 * What lies behind a figure of a report: reviews and entries of the same period, and which of them the figure counts;
 * or the stays of a patient.
 */
import type { CollectedReview } from 'command-api/contract/reports';
import type { DrugErr } from 'command-api/contract/entities';
import { isNoError, type Response } from 'command-api/domain/codes';

/** Counts reviews or entries. */
export type ReviewFigure =
  /** Of the whole report. */
  | { kind: 'all'; of: 'reviews' | 'entries' | 'errors' }
  | { kind: 'type'; type: string }
  /** `user` undefined: of everybody. */
  | { kind: 'day'; day: string; user?: string; errorFreeOnly?: boolean }
  /** `response` null: pending; undefined: whatever it is. */
  | { kind: 'tag'; tag: string; response?: Response | null };

export type Figure = ReviewFigure | { kind: 'stays'; patient: string };

export interface Behind {
  review: CollectedReview;
  entry: DrugErr | undefined;
}

/** Rows in the order of the reviews: entries where the figure counts entries, reviews where it counts reviews. */
export function behind(reviews: readonly CollectedReview[], figure: ReviewFigure): Behind[] {
  if (figure.kind === 'all' && figure.of === 'reviews') return reviews.map((review) => ({ review, entry: undefined }));
  if (figure.kind === 'day') {
    const { day, user, errorFreeOnly = false } = figure;
    return reviews
      .filter(
        (review) =>
          review.reviewDate === day &&
          (user === undefined || review.userId === user) &&
          (!errorFreeOnly || review.drugErrs.every((entry) => isNoError(entry.errType))),
      )
      .map((review) => ({ review, entry: undefined }));
  }
  return reviews.flatMap((review) =>
    review.drugErrs.filter((entry) => counts(entry, figure)).map((entry) => ({ review, entry })),
  );
}

function counts(entry: DrugErr, figure: Exclude<ReviewFigure, { kind: 'day' }>): boolean {
  if (figure.kind === 'all' && figure.of === 'entries') return true;
  if (isNoError(entry.errType)) return false;
  if (figure.kind === 'all') return true;
  if (figure.kind === 'type') return entry.errType === figure.type;
  return (
    entry.drugTags.some(({ name }) => name === figure.tag) &&
    (figure.response === undefined || entry.errRes === figure.response)
  );
}
