import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { drugsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { drugText as text } from './messages.ts';

/** A drug by any of its names. */
export function DrugFinder({ onFind }: { onFind: (tradeLabel: string) => void }) {
  const drugs = useQuery(drugsQuery());
  const choices = drugs.data && tradeLabelChoices(drugs.data);
  return (
    <Box width={{ base: '100%', md: '22rem' }} css={{ '& input': { bg: 'bg.panel' } }}>
      <ErrorAlert error={drugs.error} onRetry={() => void drugs.refetch()} />
      <SearchSelect
        clears
        required={false}
        label={text.find}
        placeholder={text.findHint}
        choices={choices}
        defaultChoice={undefined}
        noneText={text.findNone}
        moreText={text.more}
        onPick={({ id }) => onFind(id)}
      />
    </Box>
  );
}
