import { Box } from '@chakra-ui/react/box';
import { Checkbox } from '@chakra-ui/react/checkbox';
import { Input } from '@chakra-ui/react/input';
import type { Team } from 'language/contract/entities';
import { limits, severities } from 'language/domain/values/codes';
import { severityLabel } from '../../clinical/code-labels.ts';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { NOT_IN_TEAM, severityFrom } from './filters.ts';
import { personName } from '../../platform/text/names.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  team: Team;
  /** The signed-in person, by id. */
  user: string | undefined;
  filters: PendingFilters;
  onChange: (patch: Partial<PendingFilters>) => void;
}

function LabelledCheckbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox.Root checked={checked} onCheckedChange={(details) => onChange(details.checked === true)}>
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label>{label}</Checkbox.Label>
    </Checkbox.Root>
  );
}

export function FiltersForm({ team, user, filters, onChange }: Props) {
  const t = useTranslation();
  const teammates = team.members.filter((member) => member.userId !== user);
  return (
    <Box
      role="search"
      aria-label={t('handover.filters')}
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
      alignItems="start"
    >
      <FormField label={t('handover.whose')}>
        <Select
          value={filters.mine ? 'mine' : filters.of}
          onChange={(value) => onChange(value === 'mine' ? { mine: true, of: '' } : { mine: false, of: value })}
          none={t('handover.everybody')}
          options={[
            ['mine', t('handover.mine')],
            [NOT_IN_TEAM, t('handover.ofPeopleNotInTeam')],
            ...teammates.map((member) => [member.userId, personName(member) || member.user] as const),
          ]}
        />
      </FormField>
      <FormField label={t('handover.severity')}>
        <Select
          value={filters.severity ?? ''}
          onChange={(value) => onChange({ severity: severityFrom(value) })}
          none={t('handover.anySeverity')}
          options={severities.map(({ code }) => [
            code,
            // No letter is worse than I.
            t(code === 'I' ? 'handover.lastSeverity' : 'handover.fromSeverity', { code, label: severityLabel(code) }),
          ])}
        />
      </FormField>
      <FormField label={t('handover.drug')}>
        <Input
          placeholder={t('handover.drugHint')}
          maxLength={limits.title}
          autoComplete="off"
          value={filters.drug}
          onChange={(event) => onChange({ drug: event.target.value })}
        />
      </FormField>
      <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" columnGap="6" rowGap="1">
        <LabelledCheckbox
          label={t('handover.overdueOnly')}
          checked={filters.overdue}
          onChange={(overdue) => onChange({ overdue })}
        />
        <LabelledCheckbox
          label={t('handover.discharged')}
          checked={filters.discharged}
          onChange={(discharged) => onChange({ discharged })}
        />
      </Box>
    </Box>
  );
}
