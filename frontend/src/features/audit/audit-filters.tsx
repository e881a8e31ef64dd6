/** Of which days, errors, people; what became of them. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { useQuery } from '@tanstack/react-query';
import type { FormerMember, Member } from 'command-api/contract/entities';
import { isNoError, responses, severities } from 'command-api/domain/codes';
import { Eraser } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { drugsQuery, errorTypesQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { today } from '../../platform/time/dates.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { PeopleOptions } from '../../clinical/people-options.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { type AuditSearch, isDateRangeValid, emptyAuditSearch, parseResponse, parseSeverity, auditSearchParams } from './audit-search.ts';
import { auditText as text } from './messages.ts';

interface Props {
  search: AuditSearch;
  /** Another one each time that what is asked was not chosen here: the drug's field keeps what was typed into it. */
  round: number;
  members: readonly Member[];
  left: readonly FormerMember[];
  onSearch: (ask: AuditSearch) => void;
}

export function AuditFilters({ search, round, members, left, onSearch }: Props) {
  const types = useQuery(errorTypesQuery()).data;
  const set = (patch: Partial<AuditSearch>): void => onSearch({ ...search, ...patch });
  return (
    <Box
      role="search"
      aria-label={text.filters}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
      alignItems={{ base: 'end', lg: 'start' }}
    >
      <FormField label={text.from}>
        <Input type="date" max={today()} value={search.from} onChange={(event) => set({ from: event.target.value })} />
      </FormField>
      <FormField label={text.to} error={isDateRangeValid(search) ? undefined : text.wrongOrder}>
        <Input type="date" value={search.to} onChange={(event) => set({ to: event.target.value })} />
      </FormField>
      <Box gridColumn={{ base: '1 / -1', lg: 'span 2' }}>
        <DrugChoice key={round} drug={search.drug} onDrug={(drug) => set({ drug })} />
      </Box>
      <Choice
        label={text.type}
        value={search.type}
        any={text.anyType}
        onChoose={(type) => set({ type })}
        gone={types !== undefined && !types.some(({ _id }) => _id === search.type) ? text.gone : undefined}
      >
        {types
          ?.filter(({ _id }) => !isNoError(_id))
          .map(({ _id, label }) => (
            <option key={_id} value={_id}>
              {label}
            </option>
          ))}
      </Choice>
      <Choice
        label={text.severity}
        value={search.severity}
        any={text.anySeverity}
        onChoose={(severity) => set({ severity: parseSeverity(severity) })}
      >
        {severities.map(({ code, label }) => (
          <option key={code} value={code}>{`${code}: ${label}`}</option>
        ))}
      </Choice>
      <Choice
        label={text.response}
        value={search.response}
        any={text.anyResponse}
        onChoose={(response) => set({ response: parseResponse(response) })}
      >
        <option value="pending">{text.pending}</option>
        {responses.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Choice>
      <Choice label={text.actor} value={search.actor} any={text.anybody} onChoose={(actor) => set({ actor })}>
        <PeopleOptions members={members} left={left} chosen={search.actor} />
      </Choice>
      <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" alignItems="center" columnGap="6" rowGap="1">
        <Switch label={text.late} checked={search.late} onChange={(late) => set({ late })} />
        <Switch label={text.deleted} checked={search.deleted} onChange={(deleted) => set({ deleted })} />
        <Button
          marginInlineStart="auto"
          size="sm"
          variant="outline"
          colorPalette="gray"
          disabled={auditSearchParams(search).size === 0}
          onClick={() => onSearch(emptyAuditSearch)}
        >
          <Eraser aria-hidden />
          {text.clear}
        </Button>
      </Box>
    </Box>
  );
}

/** @param gone what stands for a value that is in the address and among none of these */
function Choice({
  label,
  value,
  any,
  onChoose,
  gone,
  children,
}: {
  label: string;
  value: string;
  any: string;
  onChoose: (value: string) => void;
  gone?: string | undefined;
  children: ReactNode;
}) {
  return (
    <FormField label={label}>
      <NativeSelect.Root>
        <NativeSelect.Field dir="auto" value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{any}</option>
          {children}
          {gone !== undefined && value !== '' && <option value={value}>{gone}</option>}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}

const anyDrug = { id: '', label: text.anyDrug };

function DrugChoice({ drug, onDrug }: { drug: string; onDrug: (drug: string) => void }) {
  const rows = useQuery(drugsQuery()).data;
  const choices = useMemo(() => rows && [anyDrug, ...tradeLabelChoices(rows)], [rows]);
  const chosen = choices?.find(({ id }) => id === drug) ?? (rows ? { id: drug, label: text.gone } : anyDrug);
  // Only what has a name to wait for begins anew when the names come: a list that somebody has opened meanwhile stays
  // open.
  return (
    <SearchSelect
      key={rows || drug === '' ? 'named' : 'waiting'}
      label={text.drug}
      required={false}
      choices={choices}
      defaultChoice={chosen}
      onPick={({ id }) => onDrug(id)}
      noneText={text.noDrug}
      moreText={text.moreDrugs}
    />
  );
}
