import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import type { FormerMember, Member } from 'command-api/contract/entities';
import { Eraser } from 'lucide-react';
import { today } from '../../platform/time/dates.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { PeopleOptions } from '../../clinical/people-options.tsx';
import {
  type AccessSearch,
  parseAccessKind,
  accessKinds,
  isDateRangeValid,
  emptyAccessSearch,
  accessSearchParams,
} from './access-search.ts';
import { accessText as text } from './messages.ts';

interface Props {
  search: AccessSearch;
  members: readonly Member[];
  left: readonly FormerMember[];
  onSearch: (search: AccessSearch) => void;
}

export function AccessFilters({ search, members, left, onSearch }: Props) {
  const set = (patch: Partial<AccessSearch>): void => onSearch({ ...search, ...patch, page: 1 });
  return (
    <Box
      as="section"
      aria-label={text.filters}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: '1fr 1fr 1.3fr 1.3fr auto' }}
      gap="3"
      alignItems="start"
    >
      <FormField label={text.from}>
        <Input
          type="date"
          max={today()}
          value={search.startDate}
          onChange={(event) => set({ startDate: event.target.value })}
        />
      </FormField>
      <FormField label={text.to} error={isDateRangeValid(search) ? undefined : text.wrongOrder}>
        <Input type="date" value={search.endDate} onChange={(event) => set({ endDate: event.target.value })} />
      </FormField>
      <FormField label={text.person}>
        <NativeSelect.Root>
          <NativeSelect.Field dir="auto" value={search.user} onChange={(event) => set({ user: event.target.value })}>
            <option value="">{text.everybody}</option>
            <PeopleOptions members={members} left={left} chosen={search.user} />
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
      <FormField label={text.kind}>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={search.kind}
            onChange={(event) => set({ kind: parseAccessKind(event.target.value) })}
          >
            <option value="">{text.anything}</option>
            {accessKinds.map((kind) => (
              <option key={kind} value={kind}>
                {text.kinds[kind]}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
      <Box gridColumn={{ base: '1 / -1', lg: 'auto' }} paddingBlockStart={{ base: '0', lg: '1.4rem' }}>
        <Button
          variant="outline"
          colorPalette="gray"
          disabled={accessSearchParams(search).size === 0}
          onClick={() => onSearch(emptyAccessSearch)}
        >
          <Eraser aria-hidden />
          {text.clear}
        </Button>
      </Box>
    </Box>
  );
}
