/**
 * Carries the medicines of an earlier day into today's review: each by one key, and those without an error all at once.
 * Yesterday's judgement stays behind.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Check, CheckCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { translate } from '../../platform/language/language.ts';
import { formatList } from '../../platform/language/format.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { useEditors } from '../../editing/open-editors.tsx';
import { isShortcut, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';

import type { DrugErr, Review } from 'language/contract/entities';
import { isNoError, NO_ERROR } from 'language/domain/values/codes';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { blankEntry, entryFields, type EntryDraft } from './entry-draft.ts';
import { entryEditors, openNewEntry, saveNewEntries, type EntryReview } from './entry-editor.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';

/** The newest review of an earlier day that has medicines. */
export const previousReview = (reviews: readonly Review[], review: Pick<Review, 'reviewDate'>): Review | undefined =>
  reviews
    .filter(({ reviewDate, drugErrs }) => reviewDate < review.reviewDate && drugErrs.length > 0)
    .reduce<Review | undefined>(
      (newest, one) => (newest && newest.reviewDate > one.reviewDate ? newest : one),
      undefined,
    );

/** True if two trade labels are one medicine: they belong to one drug. */
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

/** The medicines in which nothing was wrong that day. The others are looked at on their own. */
export const withoutError = (from: Pick<Review, 'drugErrs'>): DrugErr[] =>
  medicinesOf(from).filter(({ errDrug }) =>
    from.drugErrs.every((entry) => isNoError(entry.errType) || !isSameMedicine(entry.errDrug, errDrug)),
  );

function closeEmptyForms(review: EntryReview): void {
  for (const [key, editor] of entryEditors.all()) {
    const state = editor.getSnapshot();
    if (
      key.startsWith(editorKeys.newEntriesOf(review._id)) &&
      state.matches('editing') &&
      entryFields.isBlank(state.context.draft)
    )
      editor.send({ type: 'cancel' });
  }
}

/** Opens a form with this medicine, and closes an open form of this review that is empty. */
export function carryForward(review: EntryReview, medicine: DrugErr): void {
  closeEmptyForms(review);
  openNewEntry(review, carriedDraft(medicine));
}

/** Adds these medicines as "No error", once the person has confirmed their names. */
async function carryAllForward(review: EntryReview, medicines: readonly DrugErr[]): Promise<void> {
  const isSure = await confirm({
    title: translate('entry.carryAllSure.title', { medicines: medicines.length }),
    body: translate('entry.carryAllSure.body', {
      names: formatList(medicines.map(({ errDrugLabel }) => errDrugLabel)),
    }),
    yes: translate('entry.carryAllSure.yes', { medicines: medicines.length }),
    no: translate('entry.carryAllSure.no'),
  });
  if (!isSure) return;
  closeEmptyForms(review);
  saveNewEntries(review, medicines.map(carriedDraft));
}

/** The medicines of an earlier day, each by its own key from Alt+1 to Alt+9. Those in the review already are ticked. */
export function CarryForwardStrip({ review, from }: { review: Review; from: Review }) {
  const t = useTranslation();
  const editors = useEditors(entryEditors);
  const medicines = medicinesOf(from);
  const open = [...editors]
    .filter(([key]) => key.startsWith(editorKeys.newEntriesOf(review._id)))
    .map(([, editor]) => editor.getSnapshot().context.draft.errDrug);
  const isInReview = (drug: string) =>
    [...open, ...review.drugErrs.map(({ errDrug }) => errDrug)].some((here) => isSameMedicine(here, drug));
  const unchanged = withoutError(from).filter(({ errDrug }) => !isInReview(errDrug));
  const latest = useRef({ medicines, unchanged, isInReview, review });
  useLayoutEffect(() => {
    latest.current = { medicines, unchanged, isInReview, review };
  });
  // In the layout phase: the keys work as soon as the strip is seen.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isShortcut(event, shortcuts.carryAll)) {
        event.preventDefault();
        const { unchanged: all, review: into } = latest.current;
        if (all.length === 0) return;
        void carryAllForward(into, all);
        bufferKeysUntil((focused) => focused.closest('[role=alertdialog]') !== null);
        return;
      }
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
        {unchanged.length > 0 ? (
          <Button size="xs" variant="outline" onClick={() => void carryAllForward(review, unchanged)}>
            <CheckCheck size={13} aria-hidden />
            {t('entry.carryAll', { medicines: unchanged.length })}
            <Box as="kbd" className="key-hint">
              {shortcutText(shortcuts.carryAll)}
            </Box>
          </Button>
        ) : null}
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
              {at < 9 && !isHere ? (
                <kbd className="key-hint">{shortcutText({ ...shortcuts.carry, key: String(at + 1) })}</kbd>
              ) : null}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}
