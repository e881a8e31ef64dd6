import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import type { NamedInLine } from 'command-api/contract/security-log';
import { Eraser } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
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
      <Choice
        label={t('securityLog.group')}
        any={t('securityLog.anyGroup')}
        value={search.group}
        onChoose={(group) => set({ group: parseGroup(group) })}
      >
        {groups.map((group) => (
          <option key={group} value={group}>
            {t(`securityLog.group.${group}`)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('securityLog.outcome')}
        any={t('securityLog.anyOutcome')}
        value={search.outcome}
        onChoose={(outcome) => set({ outcome: parseOutcome(outcome) })}
      >
        <option value="done">{t('securityLog.done')}</option>
        <option value="refused">{t('securityLog.refused')}</option>
      </Choice>
      <TypedField
        isWide
        label={t('securityLog.person')}
        placeholder={t('securityLog.personHint')}
        value={search.person}
        max={254}
        onType={(person) => set({ person })}
      />
      <Choice
        label={t('securityLog.team')}
        any={t('securityLog.anyTeam')}
        value={search.team}
        onChoose={(team) => set({ team })}
      >
        {teams.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Choice>
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

interface ChoiceProps {
  label: string;
  any: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, any, value, onChoose, children }: ChoiceProps) {
  return (
    <FormField label={label}>
      <NativeSelect.Root>
        <NativeSelect.Field dir="auto" value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{any}</option>
          {children}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
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
