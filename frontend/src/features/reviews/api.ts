/** Calls of reviews (docs/product.md, "Reviews"), and the editors of a review's head: its date and clinical note. */
import * as reviewCalls from 'command-api/contract/calls/reviews';
import type { Answer, Review } from 'command-api/contract/entities';
import { paths } from '../../platform/paths.ts';
import {
  type ClinicalTextContent,
  type ClinicalTextDraft,
  type ClinicalTextEditor,
  clinicalTextEditors,
  startClinicalTextEditor,
  type TheirText,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { createCommandSender } from '../../outbox/outbox.ts';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { translate } from '../../platform/language/language.ts';

/** The head of a review. `headVersion` does not change when entries are added or rated. */
export const headOf = ({
  _id,
  headVersion,
  reviewDate,
  clinicalNote,
}: Pick<Review, '_id' | 'headVersion' | 'reviewDate' | 'clinicalNote'>): ClinicalTextContent => ({
  id: _id,
  version: headVersion,
  date: reviewDate,
  html: clinicalNote,
});

const isReview = (value: unknown): value is Review =>
  typeof value === 'object' &&
  value !== null &&
  'reviewDate' in value &&
  'clinicalNote' in value &&
  'headVersion' in value;
const readHead = (current: unknown): ClinicalTextContent | undefined =>
  isReview(current) ? headOf(current) : undefined;

export const headKey = (reviewId: string): string => `review:${reviewId}`;
export const NEW_REVIEW = 'new-review';

const headEdit = (reviewId: string, { date, html }: ClinicalTextDraft) => ({
  method: reviewCalls.editReviewHead.method,
  path: reviewCalls.editReviewHead.path,
  params: { reviewId },
  body: { reviewId, reviewDate: date, clinicalNote: html },
});

/**
 * Opens the head of a review for editing.
 * @param draft the text that was typed before
 * @param theirs another person's version, to be compared with the draft
 * @param withdrawn the command that was taken back from the outbox
 */
export function openHead(
  review: Review,
  draft?: ClinicalTextDraft,
  theirs?: TheirText,
  withdrawn?: PendingCommand,
): ClinicalTextEditor {
  const sender = createCommandSender(withdrawn);
  const saved = headOf(review);
  const error = theirs ? undefined : withdrawn && refusalError(withdrawn);
  const start = () =>
    startClinicalTextEditor({
      saved,
      draft: draft ?? saved,
      read: readHead,
      ...(theirs ? { theirs } : {}),
      ...(error ? { error } : {}),
      save: async ({ draft: typed, saved: base }, signal) => {
        const version = base?.version ?? saved.version;
        const command = {
          what: translate('review.unsaved.edit', { date: formatDate(review.reviewDate) }),
          where: paths.admission.href(review.admission, { review: review._id }),
          of: admissionDrafts(review.admission) + headKey(review._id),
          draft: typed,
          base: version,
        };
        return headOf(
          await sender.send<Answer<Review>>(
            { ...command, call: { ...headEdit(review._id, typed), ifVersion: version } },
            () => headEdit(review._id, typed),
            signal,
          ),
        );
      },
    });
  const editor = clinicalTextEditors.open(headKey(review._id), start);
  editor.send({ type: 'edit' });
  return editor;
}

/**
 * Opens the form of a new review.
 * @param withdrawn the command that was taken back from the outbox. Its key is kept, so its entries still depend on it.
 */
export function openNewReview(
  admissionId: string,
  draft: ClinicalTextDraft,
  withdrawn?: PendingCommand,
): ClinicalTextEditor {
  const sender = createCommandSender(withdrawn);
  const error = withdrawn && refusalError(withdrawn);
  return clinicalTextEditors.open(NEW_REVIEW, () =>
    startClinicalTextEditor({
      draft,
      read: readHead,
      ...(error ? { error } : {}),
      save: async ({ draft: typed }, signal) => {
        const body = { admissionId, reviewDate: typed.date, clinicalNote: typed.html, drugErrs: [] };
        const command = {
          what: translate('review.unsaved.fresh'),
          where: paths.admission.href(admissionId),
          of: admissionDrafts(admissionId) + NEW_REVIEW,
          draft: typed,
          base: undefined,
        };
        return headOf(
          await sender.send<Answer<Review>>(
            {
              ...command,
              call: { method: reviewCalls.addReview.method, path: reviewCalls.addReview.path, params: {}, body },
            },
            (id) => headEdit(id, typed),
            signal,
          ),
        );
      },
    }),
  );
}
