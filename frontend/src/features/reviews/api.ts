/** The calls of reviews (specification §7), and how a review's head is edited. */
import type { Answer, Review } from 'command-api/contract/entities';
import { paths } from '../../platform/paths.ts';
import { endpoint } from '../../platform/http/api.ts';
import {
  type ClinicalTextContent,
  type ClinicalTextDraft,
  type ClinicalTextEditor,
  clinicalTextEditors,
  startClinicalTextEditor,
  type TheirText,
} from '../../editing/clinical-text/clinical-text-editor.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { createCommandSender } from '../../outbox/outbox-client.ts';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { reviewText } from './messages.ts';

const addReview = endpoint<
  Answer<Review>,
  { admissionId: string; reviewDate: string; clinicalNote: string; drugErrs: never[] }
>()('POST', '/api/reviews/addReview');
const editHead = endpoint<Answer<Review>, { reviewId: string; reviewDate: string; clinicalNote: string }>()(
  'PUT',
  '/api/reviews/updateRevHead/:reviewId',
);
/** Dated today; its entries tell what they were copied from. The copy is its maker's. */
export const duplicateReview = endpoint<Answer<Review>, Record<string, never>>()(
  'POST',
  '/api/reviews/:reviewId/duplicate',
);
export const deleteReview = endpoint<Answer<Review>>()('DELETE', '/api/reviews/:reviewId');

/** An entry that is added or rated is no other head. */
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
  method: editHead.method,
  path: editHead.path,
  params: { reviewId },
  body: { reviewId, reviewDate: date, clinicalNote: html },
});

/**
 * Opens the head of a review for editing; `draft` is what was typed before, `theirs` what it has to be compared with;
 * `back`: it was sent before and taken back.
 */
export function openHead(
  review: Review,
  draft?: ClinicalTextDraft,
  theirs?: TheirText,
  back?: PendingCommand,
): ClinicalTextEditor {
  const sending = createCommandSender(back);
  const saved = headOf(review);
  const error = theirs ? undefined : back && refusalError(back);
  const start = () =>
    startClinicalTextEditor({
      saved,
      draft: draft ?? saved,
      read: readHead,
      ...(theirs ? { theirs } : {}),
      ...(error ? { error } : {}),
      save: async ({ draft: typed, saved: base }, signal) => {
        const version = base?.version ?? saved.version;
        const order = {
          what: reviewText.unsaved.edit(formatDate(review.reviewDate)),
          where: paths.admission.href(review.admission, { review: review._id }),
          of: admissionDrafts(review.admission) + headKey(review._id),
          draft: typed,
          base: version,
        };
        return headOf(
          await sending.send<Answer<Review>>(
            { ...order, call: { ...headEdit(review._id, typed), ifVersion: version } },
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

/** `back`: it was sent before and taken back. What waits for it goes on waiting: it keeps its key. */
export function openNewReview(
  admissionId: string,
  draft: ClinicalTextDraft,
  back?: PendingCommand,
): ClinicalTextEditor {
  const sending = createCommandSender(back);
  const error = back && refusalError(back);
  return clinicalTextEditors.open(NEW_REVIEW, () =>
    startClinicalTextEditor({
      draft,
      read: readHead,
      ...(error ? { error } : {}),
      save: async ({ draft: typed }, signal) => {
        const body = { admissionId, reviewDate: typed.date, clinicalNote: typed.html, drugErrs: [] };
        const order = {
          what: reviewText.unsaved.fresh,
          where: paths.admission.href(admissionId),
          of: admissionDrafts(admissionId) + NEW_REVIEW,
          draft: typed,
          base: undefined,
        };
        return headOf(
          await sending.send<Answer<Review>>(
            { ...order, call: { method: addReview.method, path: addReview.path, params: {}, body } },
            (id) => headEdit(id, typed),
            signal,
          ),
        );
      },
    }),
  );
}
