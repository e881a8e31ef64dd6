import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { useQuery } from '@tanstack/react-query';
import type { FormerMember, Member } from 'command-api/contract/entities';
import { isNoError, responses, severities } from 'command-api/domain/values/codes';
import { Eraser } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { drugsQuery, errorTypesQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { today, areDatesInOrder } from '../../platform/time/dates.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PeopleOptions } from '../../clinical/people-options.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { type AuditSearch, auditSearchParams, emptyAuditSearch, parseResponse, parseSeverity } from './audit-search.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { errorTypeLabel, responseLabel, severityLabel } from '../../clinical/code-labels.ts';

interface Props {
  search: AuditSearch;
  /** Changes when the search is set from outside. The drug field mounts again and drops the text typed into it. */
  resetCount: number;
  members: readonly Member[];
  left: readonly FormerMember[];
  onSearch: (search: AuditSearch) => void;
}

export function AuditFilters({ search, resetCount, members, left, onSearch }: Props) {
  const t = useTranslation();
  const types = useQuery(errorTypesQuery()).data;
  const set = (patch: Partial<AuditSearch>): void => onSearch({ ...search, ...patch });
  return (
    <Box
      role="search"
      aria-label={t('audit.filters')}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
      alignItems={{ base: 'end', lg: 'start' }}
    >
      <DateField label={t('audit.from')} max={today()} value={search.from} onChange={(from) => set({ from })} />
      <DateField
        label={t('audit.to')}
        value={search.to}
        onChange={(to) => set({ to })}
        error={areDatesInOrder(search.from, search.to) ? undefined : t('audit.wrongOrder')}
      />
      <Box gridColumn={{ base: '1 / -1', lg: 'span 2' }}>
        <DrugFilter key={resetCount} drug={search.drug} onDrug={(drug) => set({ drug })} />
      </Box>
      <FilterSelect
        label={t('audit.type')}
        value={search.type}
        any={t('audit.anyType')}
        onChoose={(type) => set({ type })}
        unknownLabel={
          types !== undefined && !types.some(({ _id }) => _id === search.type) ? t('audit.gone') : undefined
        }
      >
        {types
          ?.filter(({ _id }) => !isNoError(_id))
          .map(({ _id, label }) => (
            <option key={_id} value={_id}>
              {errorTypeLabel(_id, label)}
            </option>
          ))}
      </FilterSelect>
      <FilterSelect
        label={t('audit.severity')}
        value={search.severity}
        any={t('audit.anySeverity')}
        onChoose={(severity) => set({ severity: parseSeverity(severity) })}
      >
        {severities.map(({ code }) => (
          <option key={code} value={code}>{`${code}: ${severityLabel(code)}`}</option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('audit.response')}
        value={search.response}
        any={t('audit.anyResponse')}
        onChoose={(response) => set({ response: parseResponse(response) })}
      >
        <option value="pending">{t('audit.pending')}</option>
        {responses.map(({ code }) => (
          <option key={code} value={code}>
            {responseLabel(code)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('audit.actor')}
        value={search.actor}
        any={t('audit.anybody')}
        onChoose={(actor) => set({ actor })}
      >
        <PeopleOptions members={members} left={left} chosen={search.actor} />
      </FilterSelect>
      <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" alignItems="center" columnGap="6" rowGap="1">
        <Switch label={t('audit.late')} checked={search.late} onChange={(late) => set({ late })} />
        <Switch label={t('audit.deleted')} checked={search.deleted} onChange={(deleted) => set({ deleted })} />
        <Button
          marginInlineStart="auto"
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={auditSearchParams(search).size === 0}
          onClick={() => onSearch(emptyAuditSearch)}
        >
          <Eraser aria-hidden />
          {t('audit.clear')}
        </Button>
      </Box>
    </Box>
  );
}

/** @param unknownLabel label of a value that is in the address and not in the list */
function FilterSelect({
  label,
  value,
  any,
  onChoose,
  unknownLabel,
  children,
}: {
  label: string;
  value: string;
  any: string;
  onChoose: (value: string) => void;
  unknownLabel?: string | undefined;
  children: ReactNode;
}) {
  return (
    <FormField label={label}>
      <NativeSelect.Root>
        <NativeSelect.Field dir="auto" value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{any}</option>
          {children}
          {unknownLabel !== undefined && value !== '' && <option value={value}>{unknownLabel}</option>}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}

function DrugFilter({ drug, onDrug }: { drug: string; onDrug: (drug: string) => void }) {
  const t = useTranslation();
  const rows = useQuery(drugsQuery()).data;
  const anyDrug = useMemo(() => ({ id: '', label: t('audit.anyDrug') }), [t]);
  const choices = useMemo(() => rows && [anyDrug, ...tradeLabelChoices(rows)], [rows, anyDrug]);
  const chosen = choices?.find(({ id }) => id === drug) ?? (rows ? { id: drug, label: t('audit.gone') } : anyDrug);
  // A field that waits for its drug's name mounts again when the names arrive. An empty field does not, so that a list
  // that the person has opened meanwhile stays open.
  return (
    <SearchSelect
      key={rows || drug === '' ? 'named' : 'waiting'}
      label={t('audit.drug')}
      required={false}
      choices={choices}
      defaultChoice={chosen}
      onPick={({ id }) => onDrug(id)}
      noneText={t('audit.noDrug')}
      moreText={(shown, all) => t('audit.moreDrugs', { shown, all })}
    />
  );
}
