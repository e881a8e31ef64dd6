/** Calls of reviews (docs/product.md, "Reviews"), and the editors of a review's head: its date and clinical note. */
import * as reviewCalls from 'language/contract/calls/reviews';
import type { Review } from 'language/contract/entities';
import { createClinicalTextKind } from '../../editing/clinical-text/clinical-text-kind.tsx';

const isReview = (value: unknown): value is Review =>
  typeof value === 'object' &&
  value !== null &&
  'reviewDate' in value &&
  'clinicalNote' in value &&
  'headVersion' in value;

/** The heads of reviews. `headVersion` does not change when entries are added or rated. */
export const heads = createClinicalTextKind<Review>({
  name: 'review',
  isSaved: isReview,
  contentOf: ({ _id, headVersion, reviewDate, clinicalNote }) => ({
    id: _id,
    version: headVersion,
    date: reviewDate,
    html: clinicalNote,
  }),
  admissionOf: ({ admission }) => admission,
  create: (admissionId, { date, html }) => ({
    method: reviewCalls.addReview.method,
    path: reviewCalls.addReview.path,
    params: {},
    body: { admissionId, reviewDate: date, clinicalNote: html, drugErrs: [] },
  }),
  edit: (reviewId, { date, html }) => ({
    method: reviewCalls.editReviewHead.method,
    path: reviewCalls.editReviewHead.path,
    params: { reviewId },
    body: { reviewId, reviewDate: date, clinicalNote: html },
  }),
});
