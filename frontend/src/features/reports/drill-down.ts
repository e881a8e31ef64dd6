/** The rows behind a figure of a report: the reviews or entries that it counts, or the admissions of a patient. */
import type { CollectedReview } from 'command-api/contract/reports';
import type { DrugErr } from 'command-api/contract/entities';
import { isNoError, type Response } from 'command-api/domain/values/codes';

/** A figure that counts reviews or entries. */
export type ReviewFigure =
  /** The whole report. */
  | { kind: 'all'; of: 'reviews' | 'entries' | 'errors' }
  | { kind: 'type'; type: string }
  /** `user` undefined: all authors. */
  | { kind: 'day'; day: string; user?: string; errorFreeOnly?: boolean }
  /** `response` null: pending; undefined: any response. */
  | { kind: 'tag'; tag: string; response?: Response | null };

export type Figure = ReviewFigure | { kind: 'stays'; patient: string };

export interface DrillDownRow {
  review: CollectedReview;
  /** Undefined where the figure counts reviews. */
  entry: DrugErr | undefined;
}

/** @returns entries where the figure counts entries, else reviews; in the order of the reviews */
export function drillDown(reviews: readonly CollectedReview[], figure: ReviewFigure): DrillDownRow[] {
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
    review.drugErrs.filter((entry) => isCounted(entry, figure)).map((entry) => ({ review, entry })),
  );
}

function isCounted(entry: DrugErr, figure: Exclude<ReviewFigure, { kind: 'day' }>): boolean {
  if (figure.kind === 'all' && figure.of === 'entries') return true;
  if (isNoError(entry.errType)) return false;
  if (figure.kind === 'all') return true;
  if (figure.kind === 'type') return entry.errType === figure.type;
  return (
    entry.drugTags.some(({ name }) => name === figure.tag) &&
    (figure.response === undefined || entry.errRes === figure.response)
  );
}
