import { Box } from '@chakra-ui/react/box';
import { Checkbox } from '@chakra-ui/react/checkbox';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import type { Team } from 'command-api/contract/entities';
import { limits, severities } from 'command-api/domain/values/codes';
import { severityLabel } from '../../clinical/code-labels.ts';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { FormField } from '../../components/forms/form-field.tsx';
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
        <NativeSelect.Root>
          <NativeSelect.Field
            value={filters.mine ? 'mine' : filters.of}
            onChange={({ target: { value } }) =>
              onChange(value === 'mine' ? { mine: true, of: '' } : { mine: false, of: value })
            }
          >
            <option value="">{t('handover.everybody')}</option>
            <option value="mine">{t('handover.mine')}</option>
            <option value={NOT_IN_TEAM}>{t('handover.ofPeopleNotInTeam')}</option>
            {teammates.map((member) => (
              <option key={member.userId} value={member.userId}>
                {personName(member) || member.user}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
      <FormField label={t('handover.severity')}>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={filters.severity ?? ''}
            onChange={(event) => onChange({ severity: severityFrom(event.target.value) })}
          >
            <option value="">{t('handover.anySeverity')}</option>
            {severities.map(({ code }) => (
              <option key={code} value={code}>
                {/* No letter is worse than I. */}
                {t(code === 'I' ? 'handover.lastSeverity' : 'handover.fromSeverity', {
                  code,
                  label: severityLabel(code),
                })}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
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
