import { Box } from '@chakra-ui/react/box';
import type { Tag } from 'language/contract/entities';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  /** Ids, in the order they were added. */
  chosen: readonly string[];
  tags: readonly Tag[] | undefined;
  disabled: boolean;
  onChange: (chosen: string[]) => void;
}

const chipsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  listStyle: 'none',
  marginBlockEnd: '2',
  '& li': {
    display: 'inline-flex',
    alignItems: 'center',
    bg: 'bg.muted',
    borderRadius: 'full',
    paddingInlineStart: '3',
    fontSize: 'sm',
    minHeight: '30px',
  },
  '& button': {
    display: 'grid',
    placeContent: 'center',
    width: '30px',
    height: '30px',
    borderRadius: 'full',
    cursor: 'pointer',
    color: 'fg.muted',
    _hover: { color: 'fg', bg: 'bg.emphasized' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}' },
  },
  '@media (pointer: coarse)': {
    '& li, & button': { minHeight: '44px', height: '44px' },
    '& button': { width: '44px' },
  },
};

export function DrugTags({ chosen, tags, disabled, onChange }: Props) {
  const t = useTranslation();
  const choices = useMemo(
    () => tags?.filter(({ _id }) => !chosen.includes(_id)).map(({ _id, label }) => ({ id: _id, label })),
    [tags, chosen],
  );
  const labelOf = (id: string) => tags?.find(({ _id }) => _id === id)?.label ?? '…';
  return (
    <Box as="fieldset" border="none" minWidth="0">
      <Box as="legend" fontWeight="semibold" fontSize="md" marginBlockEnd="2">
        {t('drug.tags')}
      </Box>
      {chosen.length === 0 ? (
        <Box fontSize="xs" color="fg.muted" marginBlockEnd="2">
          {t('drug.noTags')}
        </Box>
      ) : (
        <Box as="ul" css={chipsStyle} aria-label={t('drug.tags')}>
          {chosen.map((id) => (
            <li key={id}>
              {labelOf(id)}
              <button
                type="button"
                disabled={disabled}
                aria-label={t('drug.removeTag', { label: labelOf(id) })}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </Box>
      )}
      <Box maxWidth="20rem">
        <SearchSelect
          clears
          required={false}
          label={t('drug.addTag')}
          choices={choices}
          defaultChoice={undefined}
          noneText={t('drug.tagNone')}
          moreText={(shown, all) => t('drug.more', { shown, all })}
          disabled={disabled}
          onPick={({ id }) => onChange([...chosen, id])}
        />
      </Box>
    </Box>
  );
}
