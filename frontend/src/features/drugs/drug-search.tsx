/** Finds drugs of the catalogue by their names: the one to update, and one of the same name as a new one. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { TradeLabelRow } from 'language/contract/entities';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { foldDrug } from 'language/domain/values/folding';
import { drugsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Finds a drug by any of its names. */
export function DrugFinder({ onFind }: { onFind: (tradeLabel: string) => void }) {
  const t = useTranslation();
  const drugs = useQuery(drugsQuery());
  const choices = drugs.data && tradeLabelChoices(drugs.data);
  return (
    <Box width={{ base: '100%', md: '22rem' }} css={{ '& input': { bg: 'bg.panel' } }}>
      <ErrorAlert error={drugs.error} onRetry={() => void drugs.refetch()} />
      <SearchSelect
        clears
        required={false}
        label={t('drug.find')}
        placeholder={t('drug.findHint')}
        choices={choices}
        defaultChoice={undefined}
        noneText={t('drug.findNone')}
        moreText={(shown, all) => t('drug.more', { shown, all })}
        onPick={({ id }) => onFind(id)}
      />
    </Box>
  );
}

interface Props {
  label: string;
  rows: readonly TradeLabelRow[] | undefined;
  onOpen: (tradeLabel: string) => void;
}

/** Warns that a drug of this name exists. It can still be added: two hospitals may use one name for two things. */
export function SameNameWarning({ label, rows, onOpen }: Props) {
  const t = useTranslation();
  const name = foldDrug(label);
  const found =
    name === '' ? undefined : rows?.find((row) => foldDrug(row.drugLabel) === name || foldDrug(row.label) === name);
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
            <RichMessage
              id="drug.exists"
              elements={{
                drug: (
                  <ClinicalName>
                    {found.label === found.drugLabel ? found.label : `${found.label} (${found.drugLabel})`}
                  </ClinicalName>
                ),
              }}
            />
          </span>
          <Button size="xs" variant="outline" onClick={() => onOpen(found._id)}>
            {t('drug.openIt')}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
