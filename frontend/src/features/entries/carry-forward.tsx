/**
 * The current medicines of the patient in the review of the day: each is confirmed as "No error" or opens an entry by one
 * key, and those that are unchanged are confirmed all at once. Yesterday's judgement is shown and not copied.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { Check, CheckCheck, Pencil } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { AdmissionMedication, DrugErr, Review } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { Given, givenStyle, Held } from '../../clinical/given.tsx';
import { isSameMedicine } from '../../clinical/listed-medications.ts';
import { ResponseMark, SeverityMark } from '../../clinical/marks.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import { useEditors } from '../../editing/open-editors.tsx';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { isShortcut, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { formatList } from '../../platform/language/format.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { drugsQuery } from '../../sync/reads/catalogue.ts';
import { currentMedicines, type CurrentMedicine } from './current-medicines.ts';
import { blankEntry, entryFields, type EntryDraft } from './entry-draft.ts';
import { entryEditors, openNewEntry, saveNewEntries, type EntryReview } from './entry-editor.tsx';

type Medicine = Pick<DrugErr, 'errDrug' | 'errDrugLabel' | 'drugTags'>;

/** Begins as "No error": the person confirms that, or chooses another type. */
export const carriedDraft = ({ errDrug, errDrugLabel, drugTags }: Medicine): EntryDraft => ({
  ...blankEntry,
  errDrug,
  errDrugLabel,
  drugTags,
  errType: NO_ERROR._id,
  errTypeLabel: NO_ERROR.label,
});

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
export function carryForward(review: EntryReview, medicine: Medicine): void {
  closeEmptyForms(review);
  openNewEntry(review, carriedDraft(medicine));
}

/** Adds these medicines as "No error", once the person has confirmed their names. */
async function carryAllForward(review: EntryReview, medicines: readonly Medicine[]): Promise<void> {
  const isSure = await confirm({
    title: translate('entry.carryAllSure.title', { medicines: medicines.length }),
    body: translate('entry.carryAllSure.body', {
      names: formatList(medicines.map(({ errDrugLabel }) => errDrugLabel)),
    }),
    yes: translate('entry.carryAllSure.yes', { medicines: medicines.length }),
    no: translate('entry.carryAllSure.no'),
  });
  if (!isSure) return;
  addWithoutError(review, medicines);
}
function addWithoutError(review: EntryReview, medicines: readonly Medicine[]): void {
  closeEmptyForms(review);
  saveNewEntries(review, medicines.map(carriedDraft));
}

/** The medicines with the tags of their drugs, which the catalogue has where no entry of the day before does. */
function useTagged(
  medicines: readonly CurrentMedicine[],
): readonly (CurrentMedicine & { readonly tagged?: Medicine })[] {
  const drugs = useQuery({ ...drugsQuery(), enabled: medicines.some(({ drugTags }) => drugTags === undefined) });
  return medicines.map((medicine) => {
    const { errDrug, errDrugLabel } = medicine;
    const drugTags =
      medicine.drugTags ?? (drugs.data && (drugs.data.find(({ _id }) => _id === errDrug)?.drugTags ?? []));
    return drugTags ? { ...medicine, tagged: { errDrug, errDrugLabel, drugTags } } : medicine;
  });
}

const stripStyle = {
  bg: 'bg.subtle',
  borderRadius: 'l2',
  padding: '2',
  marginBlock: '2',
  '& .strip-head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '1.5',
    fontSize: 'xs',
    color: 'fg.muted',
    marginBlockEnd: '1',
  },
  '& .medicines': { listStyle: 'none' },
  '& .medicine': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    paddingBlock: '1',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
  },
  '& .medicine[data-done]': { color: 'fg.muted' },
  '& .what': { flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' },
  '& .order': {
    fontSize: 'sm',
    color: 'fg.muted',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
  },
  ...givenStyle,
  '& .was': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', fontSize: 'sm' },
  '& .buttons': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', marginInlineStart: 'auto' },
  '& .done': { display: 'flex', alignItems: 'center', gap: '1', fontSize: 'xs' },
};

interface StripProps {
  review: Review;
  /** The review of the day before. */
  from: Review | undefined;
  /** The list of medications. */
  medications: readonly AdmissionMedication[];
  /** At the end of an order of the list. */
  renderOrderTools?: ((medication: AdmissionMedication) => ReactNode) | undefined;
}

/** Each medicine has its own key from 1 to 9. Those in the review already are ticked. */
export function CarryForwardStrip({ review, from, medications, renderOrderTools: tools }: StripProps) {
  const t = useTranslation();
  const editors = useEditors(entryEditors);
  const medicines = useTagged(currentMedicines(medications, from, review.reviewDate));
  const open = [...editors]
    .filter(([key]) => key.startsWith(editorKeys.newEntriesOf(review._id)))
    .map(([, editor]) => editor.getSnapshot().context.draft.errDrug);
  const isInReview = (drug: string) =>
    [...open, ...review.drugErrs.map(({ errDrug }) => errDrug)].some((here) => isSameMedicine(here, drug));
  const unchanged = medicines.flatMap(({ isUnchanged, errDrug, tagged }) =>
    isUnchanged && tagged && !isInReview(errDrug) ? [tagged] : [],
  );
  const latest = useRef({ medicines, unchanged, isInReview, review });
  useLayoutEffect(() => {
    latest.current = { medicines, unchanged, isInReview, review };
  });
  // In the layout phase: the keys work as soon as the strip is seen.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { medicines: all, unchanged: rest, isInReview: isThere, review: into } = latest.current;
      if (isShortcut(event, shortcuts.carryAll)) {
        event.preventDefault();
        if (rest.length === 0) return;
        void carryAllForward(into, rest);
        bufferKeysUntil((focused) => focused.closest('[role=alertdialog]') !== null);
        return;
      }
      for (const [shortcut, add] of keysOfMedicines) {
        const medicine = all.find((_, at) => at < 9 && isShortcut(event, { ...shortcut, key: String(at + 1) }));
        if (!medicine) continue;
        event.preventDefault();
        const { tagged } = medicine;
        if (tagged && !isThere(medicine.errDrug)) flushSync(() => add(into, tagged));
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [review._id]);
  const isOfList = medicines.some(({ listed }) => listed.length > 0);
  // Orders of the list are stopped from here, also once all are in the review.
  if (!isOfList && medicines.every(({ errDrug }) => isInReview(errDrug))) return null;
  const title = isOfList
    ? t('entry.current', { date: formatDate(review.reviewDate) })
    : t('entry.carry', { date: formatDate(from?.reviewDate) });
  return (
    <Box role="group" aria-label={title} data-print="hide" css={stripStyle}>
      <div className="strip-head">
        <ClinicalText>{title}</ClinicalText>
        {unchanged.length > 0 ? (
          <Button size="xs" variant="outline" onClick={() => void carryAllForward(review, unchanged)}>
            <CheckCheck size={13} aria-hidden />
            {t('entry.carryAll', { medicines: unchanged.length })}
            <kbd className="key-hint">{shortcutText(shortcuts.carryAll)}</kbd>
          </Button>
        ) : null}
      </div>
      <ul className="medicines">
        {medicines.map((medicine, at) => (
          <li
            key={medicine.errDrug}
            className="medicine"
            data-drug={medicine.errDrug}
            data-done={isInReview(medicine.errDrug) ? '' : undefined}
          >
            <MedicineText medicine={medicine} day={review.reviewDate} isOfList={isOfList} tools={tools} />
            <span className="buttons">
              {medicine.listed.length === 1 ? medicine.listed.map((order) => tools?.(order)) : null}
              {isInReview(medicine.errDrug) ? (
                <span className="done">
                  <Check size={13} aria-hidden />
                  {t('entry.inReview')}
                </span>
              ) : (
                <MedicineButtons review={review} label={medicine.errDrugLabel} medicine={medicine.tagged} at={at} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

const keysOfMedicines = [
  [shortcuts.carry, carryForward],
  [shortcuts.carryNoError, (review: EntryReview, medicine: Medicine) => addWithoutError(review, [medicine])],
] as const;

/** The medicine, its orders of the list, and its errors of the day before. */
function MedicineText({
  medicine: { errDrugLabel, listed, errors },
  day,
  isOfList,
  tools,
}: {
  medicine: CurrentMedicine;
  day: string;
  isOfList: boolean;
  tools: StripProps['renderOrderTools'];
}) {
  const t = useTranslation();
  return (
    <div className="what">
      <strong>
        <ClinicalName>{errDrugLabel}</ClinicalName>
      </strong>
      {isOfList && listed.length === 0 ? <div className="order">{t('entry.notListed')}</div> : null}
      {listed.map((medication) => (
        <div key={medication._id} className="order">
          <Given of={medication} />
          <Held of={medication} day={day} />
          {listed.length > 1 ? tools?.(medication) : null}
        </div>
      ))}
      {errors.map((error) => (
        <div key={error._id} className="was">
          <SeverityMark severity={error.errSeverity} />
          <ClinicalName>{errorTypeLabel(error.errType, error.errTypeLabel)}</ClinicalName>
          <ResponseMark response={error.errRes} />
        </div>
      ))}
    </div>
  );
}

/** Disabled until the tags of the drug are known. */
function MedicineButtons({
  review,
  label,
  medicine,
  at,
}: {
  review: EntryReview;
  label: string;
  medicine: Medicine | undefined;
  at: number;
}) {
  const t = useTranslation();
  const hint = (shortcut: (typeof shortcuts)['carry' | 'carryNoError']): string | undefined =>
    at < 9 ? shortcutText({ ...shortcut, key: String(at + 1) }) : undefined;
  const button = { size: 'xs', variant: 'outline', colorPalette: 'gray', disabled: !medicine } as const;
  return (
    <>
      <Button
        {...button}
        aria-label={t('entry.noErrorOf', { label })}
        title={hint(shortcuts.carryNoError)}
        onClick={() => medicine && addWithoutError(review, [medicine])}
      >
        <Check size={13} aria-hidden />
        {t('code.noError')}
      </Button>
      <Button {...button} onClick={() => medicine && carryForward(review, medicine)}>
        <Pencil size={13} aria-hidden />
        {t('entry.entry')} <VisuallyHidden>{t('entry.entryFor', { label })}</VisuallyHidden>
        {at < 9 ? (
          <kbd className="key-hint" aria-hidden>
            {hint(shortcuts.carry)}
          </kbd>
        ) : null}
      </Button>
    </>
  );
}
