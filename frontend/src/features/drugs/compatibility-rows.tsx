import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'language/domain/values/codes';
import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Choice } from '../../platform/text/search.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { readPreview } from '../../components/text/clinical-text.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { categorySuggestions, categoryText, storedCategory } from '../../clinical/compatibility-category.ts';
import { blankCompatibility, type Compatibility, type DrugProblems, type Row } from './drug-draft.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface CategoryInputProps {
  /** The id of the suggestions. */
  list: string;
  stored: string;
  onChange: (stored: string) => void;
}

/** A suggestion, or another text. While it is typed it stays as typed. */
function CategoryInput({ list, stored, onChange }: CategoryInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      size="sm"
      list={list}
      dir="auto"
      maxLength={limits.name}
      value={typed ?? categoryText(stored)}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(storedCategory(value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface Props {
  rows: readonly Row<Compatibility>[];
  /** The other root drugs. */
  roots: readonly Choice[] | undefined;
  missing: DrugProblems;
  disabled: boolean;
  onChange: (rows: Row<Compatibility>[]) => void;
}

/** The compatibility with other drugs: in a line, an infusion, a patient. */
export function CompatibilityRows({ rows, roots, missing, disabled, onChange }: Props) {
  const t = useTranslation();
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted !== undefined) list.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] input`)?.focus();
  }, [wanted]);
  const set = (key: string, patch: Partial<Compatibility>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const add = () => {
    const row = blankCompatibility();
    onChange([...rows, row]);
    setWanted(row.key);
  };
  return (
    <Box as="fieldset" border="none" minWidth="0">
      <Box as="legend" fontWeight="semibold" fontSize="md" marginBlockEnd="2">
        {t('drug.compatibility')}
      </Box>
      {rows.length === 0 ? (
        <Box fontSize="xs" color="fg.muted" marginBlockEnd="2">
          {t('drug.noCompatibility')}
        </Box>
      ) : null}
      <datalist id={listId}>
        {categorySuggestions().map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </datalist>
      <Box as="ul" ref={list} listStyle="none" display="grid" gap="3">
        {rows.map((row) => {
          const other = roots?.find(({ id }) => id === row.drug);
          const error = missing[row.key];
          return (
            <Box
              as="li"
              key={row.key}
              data-row={row.key}
              display="grid"
              gap="2"
              gridTemplateColumns={{ base: '1fr auto', md: '2fr 1.5fr 3fr auto' }}
              alignItems="start"
            >
              <Box gridColumn={{ base: '1', md: 'auto' }}>
                {/* The field reads its choice once: it is drawn when the catalogue has the name. */}
                <SearchSelect
                  key={roots === undefined ? 'waiting' : 'there'}
                  label={t('drug.otherDrug')}
                  choices={roots}
                  defaultChoice={other}
                  noneText={t('drug.findNone')}
                  moreText={(shown, all) => t('drug.more', { shown, all })}
                  disabled={disabled}
                  error={error === 'drug.problems.otherDrug' ? t(error) : undefined}
                  onPick={({ id }) => set(row.key, { drug: id })}
                />
              </Box>
              <Box gridColumn={{ base: '1', md: 'auto' }}>
                <FormField
                  label={t('drug.category')}
                  required
                  disabled={disabled}
                  error={error === 'drug.problems.category' ? t(error) : undefined}
                >
                  <CategoryInput
                    list={listId}
                    stored={row.category}
                    onChange={(category) => set(row.key, { category })}
                  />
                </FormField>
              </Box>
              <Box gridColumn={{ base: '1', md: 'auto' }}>
                <FormField label={t('drug.compatibilityNote')} disabled={disabled} hint={readPreview(row.note)}>
                  <Input
                    size="sm"
                    dir="auto"
                    value={row.note}
                    onChange={(event) => set(row.key, { note: event.target.value })}
                  />
                </FormField>
              </Box>
              <IconButton
                size="sm"
                variant="ghost"
                colorPalette="gray"
                marginBlockStart="5"
                gridColumn={{ base: '2', md: 'auto' }}
                gridRow={{ base: '1', md: 'auto' }}
                aria-label={
                  other ? t('drug.removeCompatibility', { label: other.label }) : t('drug.removeCompatibilityUnnamed')
                }
                disabled={disabled}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <X size={15} aria-hidden />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Button size="sm" variant="outline" marginBlockStart="2" disabled={disabled} onClick={add}>
        <Plus size={15} aria-hidden />
        {t('drug.addCompatibility')}
      </Button>
    </Box>
  );
}
