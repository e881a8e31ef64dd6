/** Drugs and classes of the catalogue, chosen by typing: one, or a list of them. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { X } from 'lucide-react';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { Choice } from '../../platform/text/search.ts';
import { listed } from './statement-fields.ts';

interface Props {
  label: string;
  choices: readonly Choice[] | undefined;
  /** The ids of the chosen ones, joined by spaces. */
  value: string;
  onChange: (value: string) => void;
  isList?: boolean;
  required?: boolean;
  error: string | undefined;
}

export function AgentsField({ label, choices, value, onChange, isList = false, required = true, error }: Props) {
  const t = useTranslation();
  const chosen = listed(value);
  const nameOf = (id: string): string => choices?.find((choice) => choice.id === id)?.label ?? '…';
  const search = (
    <SearchSelect
      // The choice is read once, and its name comes with the choices.
      key={value !== '' && !choices ? 'nameless' : 'named'}
      label={label}
      choices={choices}
      clears={isList}
      defaultChoice={isList || value === '' ? undefined : { id: value, label: nameOf(value) }}
      noneText={t('statements.noAgent')}
      moreText={(shown, all) => t('drug.more', { shown, all })}
      required={required}
      error={error}
      onPick={({ id }) => onChange(isList ? [...new Set([...chosen, id])].join(' ') : id)}
    />
  );
  if (!isList) return search;
  return (
    <Box>
      {search}
      <Box as="ul" aria-label={label} listStyleType="none" display="flex" flexWrap="wrap" gap="1" marginBlockStart="1">
        {chosen.map((id) => (
          <li key={id}>
            <Button
              type="button"
              size="2xs"
              variant="outline"
              colorPalette="gray"
              aria-label={t('statements.removeAgent', { name: nameOf(id) })}
              onClick={() => onChange(chosen.filter((other) => other !== id).join(' '))}
            >
              <ClinicalName>{nameOf(id)}</ClinicalName>
              <X size={12} aria-hidden />
            </Button>
          </li>
        ))}
      </Box>
    </Box>
  );
}
