/**
 * The medicines of the day before, so that today's are found by one key each. What was judged of them yesterday is not
 * brought along.
 */
import type { DrugErr, Review } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/codes';
import { drugOfTradeLabel } from 'command-api/domain/drug/trade-label';
import { blankEntry, entryFields, type EntryDraft } from './entry-draft.ts';
import { entryEditors, entryKey, openNewEntry, type EntryReview } from './entry-editor.ts';

/** The newest review before this one's day that holds medicines. */
export const previousReview = (reviews: readonly Review[], review: Pick<Review, 'reviewDate'>): Review | undefined =>
  reviews
    .filter(({ reviewDate, drugErrs }) => reviewDate < review.reviewDate && drugErrs.length > 0)
    .reduce<Review | undefined>(
      (newest, one) => (newest && newest.reviewDate > one.reviewDate ? newest : one),
      undefined,
    );

/** Whether two trade labels are one medicine: of one substance, whatever its name. */
export const isSameMedicine = (one: string, other: string): boolean =>
  drugOfTradeLabel(one) === drugOfTradeLabel(other);

/** Each medicine once, in the order it was written. */
export const medicinesOf = ({ drugErrs }: Pick<Review, 'drugErrs'>): DrugErr[] =>
  drugErrs.filter(({ errDrug }, at) => drugErrs.findIndex((other) => isSameMedicine(other.errDrug, errDrug)) === at);

/** It begins as "No error": the person confirms that, or chooses another type. */
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

/** Opens the form with this medicine; a form that is open and empty makes room for it. */
export function carryForward(review: EntryReview, medicine: DrugErr): void {
  for (const [key, editor] of entryEditors.all()) {
    const state = editor.getSnapshot();
    if (
      key.startsWith(entryKey.freshIn(review._id)) &&
      state.matches('editing') &&
      entryFields.isBlank(state.context.draft)
    )
      editor.send({ type: 'cancel' });
  }
  openNewEntry(review, carriedDraft(medicine));
}
