import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Review } from 'command-api/contract/entities';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatDate } from '../../platform/time/dates.ts';
import { useEditors } from '../../editing/open-editors.tsx';
import { isShortcut } from '../../platform/keyboard/shortcuts.ts';
import { carryForward, isSameMedicine, medicinesOf } from './carry-forward.ts';
import { entryEditors, entryKey } from './entry-editor.tsx';
import { entryText } from './messages.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';

/** The medicines of an earlier day, each by its own key from Alt+1 to Alt+9. Those in the review already are ticked. */
export function CarryForwardStrip({ review, from }: { review: Review; from: Review }) {
  const editors = useEditors(entryEditors);
  const medicines = medicinesOf(from);
  const open = [...editors]
    .filter(([key]) => key.startsWith(entryKey.newIn(review._id)))
    .map(([, editor]) => editor.getSnapshot().context.draft.errDrug);
  const isHere = (drug: string) =>
    [...open, ...review.drugErrs.map(({ errDrug }) => errDrug)].some((here) => isSameMedicine(here, drug));
  const latest = useRef({ medicines, isHere, review });
  useEffect(() => {
    latest.current = { medicines, isHere, review };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const medicine = latest.current.medicines.find(
        (_, at) => at < 9 && isShortcut(event, { key: String(at + 1), alt: true }),
      );
      if (!medicine) return;
      event.preventDefault();
      if (!latest.current.isHere(medicine.errDrug)) flushSync(() => carryForward(latest.current.review, medicine));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [review._id]);
  if (medicines.every(({ errDrug }) => isHere(errDrug))) return null;
  return (
    <Box
      role="group"
      aria-label={entryText.carry(formatDate(from.reviewDate))}
      data-print="hide"
      bg="bg.subtle"
      borderRadius="l2"
      padding="2"
      marginBlock="2"
    >
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="1">
        <ClinicalText>{entryText.carry(formatDate(from.reviewDate))}</ClinicalText>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        {medicines.map((medicine, at) => {
          const here = isHere(medicine.errDrug);
          return (
            <Button
              key={medicine._id}
              size="xs"
              variant="outline"
              colorPalette="gray"
              disabled={here}
              onClick={() => carryForward(review, medicine)}
            >
              {here ? <Check size={13} aria-hidden /> : null}
              <ClinicalName>{medicine.errDrugLabel}</ClinicalName>
              {at < 9 && !here ? <kbd>Alt+{at + 1}</kbd> : null}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}
