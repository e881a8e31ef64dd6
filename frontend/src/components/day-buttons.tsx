import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../platform/language/use-translation.ts';
import { ClinicalText } from './text/clinical-text.tsx';
import type { DayWindow } from './use-day-window.ts';

/** The days of a table that are shown, and the ways to the others. @param dayLabels of all days */
export function DayButtons({ dayLabels, days }: { dayLabels: readonly string[]; days: DayWindow }) {
  const t = useTranslation();
  const [from, to] = [dayLabels[days.start] ?? '', dayLabels[days.end - 1] ?? ''];
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockEnd="2">
      <Button size="sm" variant="outline" disabled={days.start === 0} onClick={days.goEarlier}>
        <Box as={ChevronLeft} boxSize="4" _rtl={{ rotate: '180deg' }} aria-hidden />
        {t('medication.earlierDays')}
      </Button>
      <Box role="status" fontSize="sm" className="tabular">
        <ClinicalText>{t('medication.daysShown', { from, to })}</ClinicalText>
      </Box>
      <Button size="sm" variant="outline" disabled={days.end === dayLabels.length} onClick={days.goLater}>
        {t('medication.laterDays')}
        <Box as={ChevronRight} boxSize="4" _rtl={{ rotate: '180deg' }} aria-hidden />
      </Button>
    </Box>
  );
}
