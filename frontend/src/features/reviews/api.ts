/** The calls of reviews (specification §7), and how a review's head is edited. */
import type { Answer, Review } from 'command-api/contract/entities';
import { endpoint } from '../../lib/api.ts';
import { showReview } from '../../lib/chart.ts';
import { api } from '../../lib/client.ts';
import { datedEditors, startDatedEditor, type DatedEditor } from '../../lib/dated-editors.ts';
import type { DatedDraft, DatedText, TheirText } from '../../lib/dated-text.machine.ts';
import { createIntentions } from '../../lib/intention.ts';
import { send } from '../../lib/send.ts';

const addReview = endpoint<Answer<Review>, { admissionId: string; reviewDate: string; clinicalNote: string; drugErrs: never[] }>()('POST', '/api/reviews/addReview');
const editHead = endpoint<Answer<Review>, { reviewId: string; reviewDate: string; clinicalNote: string }>()('PUT', '/api/reviews/updateRevHead/:reviewId');
/** Dated today; its entries tell what they were copied from. The copy is its maker's. */
export const duplicateReview = endpoint<Answer<Review>, Record<string, never>>()('POST', '/api/reviews/:reviewId/duplicate');
export const deleteReview = endpoint<Answer<Review>>()('DELETE', '/api/reviews/:reviewId');

/** An entry that is added or rated is no other head. */
export const headOf = ({ _id, headVersion, reviewDate, clinicalNote }: Pick<Review, '_id' | 'headVersion' | 'reviewDate' | 'clinicalNote'>): DatedText => ({ id: _id, version: headVersion, date: reviewDate, html: clinicalNote });

const isReview = (value: unknown): value is Review => typeof value === 'object' && value !== null && 'reviewDate' in value && 'clinicalNote' in value && 'headVersion' in value;
const readHead = (current: unknown): DatedText | undefined => (isReview(current) ? headOf(current) : undefined);

export const headKey = (reviewId: string): string => `review:${reviewId}`;
export const NEW_REVIEW = 'new-review';

/** Opens the head of a review for editing; `draft` is what was typed before, `theirs` what it has to be compared with. */
export function openHead(review: Review, draft?: DatedDraft, theirs?: TheirText): DatedEditor {
  const intentions = createIntentions();
  const saved = headOf(review);
  const start = () =>
    startDatedEditor({
      saved, draft: draft ?? saved, read: readHead, ...(theirs ? { theirs } : {}),
      save: async ({ draft: typed, saved: base }) => {
        const body = { reviewId: review._id, reviewDate: typed.date, clinicalNote: typed.html };
        const version = base?.version ?? saved.version;
        const answer = await send(intentions, [body, version], (intention) => api(editHead, { params: { reviewId: review._id }, body, ifVersion: version, intention }));
        await showReview(answer);
        return headOf(answer);
      },
    });
  const editor = datedEditors.open(headKey(review._id), start);
  editor.send({ type: 'edit' });
  return editor;
}

export function openNewReview(admissionId: string, draft: DatedDraft): DatedEditor {
  const intentions = createIntentions();
  return datedEditors.open(NEW_REVIEW, () =>
    startDatedEditor({
      draft, read: readHead,
      save: async ({ draft: typed }) => {
        const body = { admissionId, reviewDate: typed.date, clinicalNote: typed.html, drugErrs: [] };
        const answer = await send(intentions, body, (intention) => api(addReview, { body, intention }));
        await showReview(answer);
        return headOf(answer);
      },
    }));
}
