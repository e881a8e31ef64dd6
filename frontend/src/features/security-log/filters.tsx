import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { NamedInLine } from 'language/contract/security-log';
import { Eraser } from 'lucide-react';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { areDatesInOrder, today } from '../../platform/time/dates.ts';
import { emptySearch, groups, parseGroup, parseOutcome, searchFields, type SecuritySearch } from './search.ts';

interface Props {
  search: SecuritySearch;
  teams: readonly NamedInLine[];
  onSearch: (search: SecuritySearch) => void;
}

export function SecurityFilters({ search, teams, onSearch }: Props) {
  const t = useTranslation();
  const set = (patch: Partial<SecuritySearch>): void => onSearch({ ...search, ...patch });
  return (
    <Box
      role="search"
      aria-label={t('securityLog.filters')}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
      alignItems="start"
    >
      <DateField label={t('securityLog.from')} max={today()} value={search.from} onChange={(from) => set({ from })} />
      <DateField
        label={t('securityLog.to')}
        value={search.to}
        onChange={(to) => set({ to })}
        error={areDatesInOrder(search.from, search.to) ? undefined : t('securityLog.wrongOrder')}
      />
      <FormField label={t('securityLog.group')}>
        <Select
          dir="auto"
          value={search.group}
          onChange={(group) => set({ group: parseGroup(group) })}
          none={t('securityLog.anyGroup')}
          options={groups.map((group) => [group, t(`securityLog.group.${group}`)])}
        />
      </FormField>
      <FormField label={t('securityLog.outcome')}>
        <Select
          dir="auto"
          value={search.outcome}
          onChange={(outcome) => set({ outcome: parseOutcome(outcome) })}
          none={t('securityLog.anyOutcome')}
          options={[
            ['done', t('securityLog.done')],
            ['refused', t('securityLog.refused')],
          ]}
        />
      </FormField>
      <TypedField
        isWide
        label={t('securityLog.person')}
        placeholder={t('securityLog.personHint')}
        value={search.person}
        max={254}
        onType={(person) => set({ person })}
      />
      <FormField label={t('securityLog.team')}>
        <Select
          dir="auto"
          value={search.team}
          onChange={(team) => set({ team })}
          none={t('securityLog.anyTeam')}
          options={teams.map(({ _id, name }) => [_id, name])}
        />
      </FormField>
      <TypedField
        label={t('securityLog.address')}
        value={search.address}
        max={45}
        onType={(address) => set({ address })}
      />
      <Box paddingBlockStart={{ base: '0', lg: '1.4rem' }} gridColumn={{ base: '1 / -1', lg: 'auto' }}>
        <Button
          variant="outline"
          colorPalette="gray"
          disabled={Object.keys(searchFields(search)).length === 0}
          onClick={() => onSearch(emptySearch)}
        >
          <Eraser aria-hidden />
          {t('securityLog.clear')}
        </Button>
      </Box>
    </Box>
  );
}

interface TypedProps {
  label: string;
  placeholder?: string;
  value: string;
  max: number;
  /** A whole line of a phone. */
  isWide?: true;
  onType: (value: string) => void;
}

/** Searched once it is left, or with Enter. Set from outside it mounts again with that text. */
function TypedField({ label, placeholder, value, max, isWide, onType }: TypedProps) {
  const take = (text: string): void => {
    if (text.trim() !== value) onType(text.trim());
  };
  return (
    <Box gridColumn={isWide && { base: '1 / -1', lg: 'auto' }}>
      <FormField label={label}>
        <Input
          key={value}
          dir="auto"
          type="search"
          maxLength={max}
          placeholder={placeholder}
          defaultValue={value}
          onBlur={(event) => take(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(event.currentTarget.value);
          }}
        />
      </FormField>
    </Box>
  );
}
