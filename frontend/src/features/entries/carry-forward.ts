/** Carries the medicines of an earlier day into today's review, each by one key. Yesterday's judgement stays behind. */
import type { DrugErr, Review } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { drugOfTradeLabel } from 'command-api/domain/drug/trade-label';
import { blankEntry, entryFields, type EntryDraft } from './entry-draft.ts';
import { entryEditors, entryKey, openNewEntry, type EntryReview } from './entry-editor.tsx';

/** The newest review of an earlier day that has medicines. */
export const previousReview = (reviews: readonly Review[], review: Pick<Review, 'reviewDate'>): Review | undefined =>
  reviews
    .filter(({ reviewDate, drugErrs }) => reviewDate < review.reviewDate && drugErrs.length > 0)
    .reduce<Review | undefined>(
      (newest, one) => (newest && newest.reviewDate > one.reviewDate ? newest : one),
      undefined,
    );

/** Whether two trade labels are one medicine: they belong to one drug. */
export const isSameMedicine = (one: string, other: string): boolean =>
  drugOfTradeLabel(one) === drugOfTradeLabel(other);

/** Each medicine once, in the order it was written. */
export const medicinesOf = ({ drugErrs }: Pick<Review, 'drugErrs'>): DrugErr[] =>
  drugErrs.filter(({ errDrug }, at) => drugErrs.findIndex((other) => isSameMedicine(other.errDrug, errDrug)) === at);

/** Begins as "No error": the person confirms that, or chooses another type. */
export const carriedDraft = ({
  errDrug,
  errDrugLabel,
  drugTags,
}: Pick<DrugErr, 'errDrug' | 'errDrugLabel' | 'drugTags'>): EntryDraft => ({
  ...blankEntry,
  errDrug,
  errDrugLabel,
  drugTags,
  errType: NO_ERROR._id,
  errTypeLabel: NO_ERROR.label,
});

/** Opens a form with this medicine, and closes an open form of this review that is empty. */
export function carryForward(review: EntryReview, medicine: DrugErr): void {
  for (const [key, editor] of entryEditors.all()) {
    const state = editor.getSnapshot();
    if (
      key.startsWith(entryKey.newIn(review._id)) &&
      state.matches('editing') &&
      entryFields.isBlank(state.context.draft)
    )
      editor.send({ type: 'cancel' });
  }
  openNewEntry(review, carriedDraft(medicine));
}
