import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { FormerMember, Member } from 'language/contract/entities';
import { isNoError, responses, severities } from 'language/domain/values/codes';
import { Eraser } from 'lucide-react';
import { useMemo } from 'react';
import { drugsQuery, errorTypesQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { today, areDatesInOrder } from '../../platform/time/dates.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PeopleOptions } from '../../clinical/people-options.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { Select } from '../../components/forms/select.tsx';
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
      <FormField label={t('audit.type')}>
        <Select
          dir="auto"
          value={search.type}
          onChange={(type) => set({ type })}
          none={t('audit.anyType')}
          options={(types ?? [])
            .filter(({ _id }) => !isNoError(_id))
            .map(({ _id, label }) => [_id, errorTypeLabel(_id, label)])}
        >
          {/* A type of the address that is not in the list. */}
          {types !== undefined && search.type !== '' && !types.some(({ _id }) => _id === search.type) && (
            <option value={search.type}>{t('audit.gone')}</option>
          )}
        </Select>
      </FormField>
      <FormField label={t('audit.severity')}>
        <Select
          dir="auto"
          value={search.severity}
          onChange={(severity) => set({ severity: parseSeverity(severity) })}
          none={t('audit.anySeverity')}
          options={severities.map(({ code }) => [code, `${code}: ${severityLabel(code)}`])}
        />
      </FormField>
      <FormField label={t('audit.response')}>
        <Select
          dir="auto"
          value={search.response}
          onChange={(response) => set({ response: parseResponse(response) })}
          none={t('audit.anyResponse')}
          options={[
            ['pending', t('audit.pending')],
            ...responses.map(({ code }) => [code, responseLabel(code)] as const),
          ]}
        />
      </FormField>
      <FormField label={t('audit.actor')}>
        <Select dir="auto" value={search.actor} onChange={(actor) => set({ actor })} none={t('audit.anybody')}>
          <PeopleOptions members={members} left={left} chosen={search.actor} />
        </Select>
      </FormField>
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
