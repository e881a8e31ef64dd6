import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { TradeLabelRow } from 'command-api/contract/entities';
import { normalizeForSearch } from '../../platform/text/search.ts';
import { drugText as text } from './messages.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';

interface Props {
  label: string;
  rows: readonly TradeLabelRow[] | undefined;
  onOpen: (tradeLabel: string) => void;
}

/** Warns that a drug of this name exists. It can still be added: two hospitals may use one name for two things. */
export function SameNameWarning({ label, rows, onOpen }: Props) {
  const name = normalizeForSearch(label);
  const found =
    name === ''
      ? undefined
      : rows?.find((row) => normalizeForSearch(row.drugLabel) === name || normalizeForSearch(row.label) === name);
  return (
    <Box role="status">
      {found ? (
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="2"
          bg="amber.subtle"
          borderRadius="l2"
          paddingInline="3"
          paddingBlock="1"
          fontSize="sm"
          marginBlockStart="2"
        >
          <span>
            <ClinicalName>
              {found.label === found.drugLabel ? found.label : `${found.label} (${found.drugLabel})`}
            </ClinicalName>
            {text.exists}
          </span>
          <Button size="xs" variant="outline" onClick={() => onOpen(found._id)}>
            {text.openIt}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
