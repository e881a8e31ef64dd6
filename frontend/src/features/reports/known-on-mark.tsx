/** Says of a report that it is not how things stand, but how they were known; and whom it cannot tell of any more. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { shownInstant } from '../../platform/time/instants.ts';
import { erasedQuery } from './api.ts';
import { reportsText as text } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

export function KnownOnMark({ team, asOf }: { team: string; asOf: string }) {
  const erased = useQuery(erasedQuery(team, asOf));
  return (
    <Box marginBlockEnd="2">
      <Box
        className="mark"
        display="inline-flex"
        alignItems="center"
        gap="2"
        borderRadius="l2"
        paddingInline="3"
        paddingBlock="1"
        bg="amber.subtle"
        color="amber.fg"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        _print={{ borderWidth: '1px', borderColor: 'black', color: 'black' }}
      >
        <History size={16} aria-hidden />
        <ClinicalText>{text.asKnownOn(shownInstant(asOf))}</ClinicalText>
      </Box>
      {erased.data !== undefined && erased.data.patients > 0 && (
        <Box color="fg.muted" fontSize="sm" marginBlockStart="1" _print={{ color: 'black' }}>
          {text.erased(erased.data.patients)}
        </Box>
      )}
    </Box>
  );
}
