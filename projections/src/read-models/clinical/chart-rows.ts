/** The common parts of the folds of a chart's rows. */
import { insert, type RowChange, update } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import { removedImage, review, reviewEntry } from './tables.ts';

export const touchReview = (reviewId: string, revision: string): RowChange =>
  update(review, { review_id: reviewId }, { entries_version: revision });

export const entriesOf = (rows: Rows, reviewId: string) =>
  rows.all(reviewEntry).filter((entry) => entry.review_id === reviewId);

export const nextPosition = (rows: readonly { readonly position: number }[]): number =>
  rows.reduce((next, { position }) => Math.max(next, position + 1), 0);

/** Images that are in no group any more are not shown, unless another group has them. */
export const hideImages = (rows: Rows, admission_id: string, images: ReadonlySet<string>): RowChange[] =>
  [...images]
    .map((image) => ({ admission_id, image }))
    .filter((row) => !rows.find(removedImage, row))
    .map((row) => insert(removedImage, row));
