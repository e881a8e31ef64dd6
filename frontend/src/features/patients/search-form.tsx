/**
 * Searches by one field for a name or record number, or by four names, birthdate and record number; or shows the inpatients only,
 * which disables the fields.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Checkbox } from '@chakra-ui/react/checkbox';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'language/domain/values/codes';
import { useEffect, useRef } from 'react';
import { today } from '../../platform/time/dates.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { NameFields } from './patient-fields.tsx';
import { isEmptySearch, type TypedSearch } from './patient-search.ts';

interface Props {
  typed: TypedSearch;
  inpatientsOnly: boolean;
  onType: (patch: Partial<TypedSearch>) => void;
  onInpatientsOnly: (only: boolean) => void;
  onClear: () => void;
}

export function SearchForm({ typed, inpatientsOnly, onType, onInpatientsOnly, onClear }: Props) {
  const t = useTranslation();
  const text = useRef<HTMLInputElement>(null);
  // On a touch screen a focused field would open the keyboard over the list.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) text.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box role="search" aria-label={t('patients.search')} display="grid" gap="3">
      <FormField label={t('patients.text')} disabled={inpatientsOnly}>
        <Input
          ref={text}
          type="search"
          size="lg"
          dir="auto"
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={4 * limits.name}
          value={typed.text}
          onChange={(event) => onType({ text: event.target.value })}
        />
      </FormField>
      <NameFields patient={typed} onChange={onType} disabled={inpatientsOnly} />
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap="3" alignItems="start">
        <DateField
          label={t('patients.birthdate')}
          disabled={inpatientsOnly}
          max={today()}
          value={typed.birthdate}
          onChange={(birthdate) => onType({ birthdate })}
        />
        <FormField label={t('patients.recordNumber')} disabled={inpatientsOnly}>
          <Input
            dir="ltr"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.recordNumber}
            autoComplete="off"
            value={typed.medicalRecordNumber}
            onChange={(event) => onType({ medicalRecordNumber: event.target.value })}
          />
        </FormField>
        <Box
          gridColumn={{ base: '1 / -1', lg: 'span 2' }}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          columnGap="3"
          minH="10"
          marginBlockStart={{ lg: '5' }}
        >
          <Checkbox.Root checked={inpatientsOnly} onCheckedChange={({ checked }) => onInpatientsOnly(checked === true)}>
            <Checkbox.HiddenInput />
            <Checkbox.Control />
            <Checkbox.Label>{t('patients.inpatientsOnly')}</Checkbox.Label>
          </Checkbox.Root>
          <Button
            size="sm"
            variant="plain"
            color="brand.fg"
            paddingInline="0"
            disabled={inpatientsOnly || isEmptySearch(typed)}
            onClick={onClear}
          >
            {t('patients.clear')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
