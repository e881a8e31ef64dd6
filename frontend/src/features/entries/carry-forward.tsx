/** Carries the medicines of an earlier day into today's review, each by one key. Yesterday's judgement stays behind. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../platform/time/dates.ts';
import { useEditors } from '../../editing/open-editors.tsx';
import { isShortcut, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';

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

/** The medicines of an earlier day, each by its own key from Alt+1 to Alt+9. Those in the review already are ticked. */
export function CarryForwardStrip({ review, from }: { review: Review; from: Review }) {
  const t = useTranslation();
  const editors = useEditors(entryEditors);
  const medicines = medicinesOf(from);
  const open = [...editors]
    .filter(([key]) => key.startsWith(entryKey.newIn(review._id)))
    .map(([, editor]) => editor.getSnapshot().context.draft.errDrug);
  const isInReview = (drug: string) =>
    [...open, ...review.drugErrs.map(({ errDrug }) => errDrug)].some((here) => isSameMedicine(here, drug));
  const latest = useRef({ medicines, isInReview, review });
  useEffect(() => {
    latest.current = { medicines, isInReview, review };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const medicine = latest.current.medicines.find(
        (_, at) => at < 9 && isShortcut(event, { key: String(at + 1), alt: true }),
      );
      if (!medicine) return;
      event.preventDefault();
      if (!latest.current.isInReview(medicine.errDrug)) flushSync(() => carryForward(latest.current.review, medicine));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [review._id]);
  if (medicines.every(({ errDrug }) => isInReview(errDrug))) return null;
  return (
    <Box
      role="group"
      aria-label={t('entry.carry', { date: formatDate(from.reviewDate) })}
      data-print="hide"
      bg="bg.subtle"
      borderRadius="l2"
      padding="2"
      marginBlock="2"
    >
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="1">
        <ClinicalText>{t('entry.carry', { date: formatDate(from.reviewDate) })}</ClinicalText>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        {medicines.map((medicine, at) => {
          const isHere = isInReview(medicine.errDrug);
          return (
            <Button
              key={medicine._id}
              size="xs"
              variant="outline"
              colorPalette="gray"
              disabled={isHere}
              onClick={() => carryForward(review, medicine)}
            >
              {isHere ? <Check size={13} aria-hidden /> : null}
              <ClinicalName>{medicine.errDrugLabel}</ClinicalName>
              {at < 9 && !isHere ? <kbd>{shortcutText({ ...shortcuts.carry, key: String(at + 1) })}</kbd> : null}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}
