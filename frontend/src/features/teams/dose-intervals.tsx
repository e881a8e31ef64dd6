/** The team's table of doses by creatinine clearance, as fields of the team's form. */
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { DoseIntervals } from 'language/domain/team/dose-intervals';
import { limits } from 'language/domain/values/codes';
import { useMemo } from 'react';
import { FieldGroup } from '../../components/forms/field-group.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { drugsQuery, rootChoices } from '../../sync/reads/catalogue.ts';

const numbers = ['crclFrom', 'crclBelow', 'mgPerKg', 'everyHours'] as const;
/** A row while it is typed. */
type DraftRow = Record<'key' | 'drug' | 'drugLabel' | (typeof numbers)[number], string>;
interface Draft {
  source: string;
  rows: DraftRow[];
}

/** As the text of a flat form. */
export const intervalsDraft = ({ source, rows }: DoseIntervals): string =>
  JSON.stringify({
    source,
    rows: rows.map((row, at) => ({
      key: String(at),
      drug: row.drug,
      drugLabel: row.drugLabel,
      crclFrom: String(row.crclFrom),
      crclBelow: String(row.crclBelow ?? ''),
      mgPerKg: String(row.mgPerKg),
      everyHours: String(row.everyHours),
    })),
  } satisfies Draft);
const draftIn = (text: string): Draft => JSON.parse(text) as Draft;
export function intervalsIn(text: string): { source: string; rows: DoseIntervals['rows'][number][] } {
  const { source, rows } = draftIn(text);
  return {
    source,
    rows: rows.map(({ drug, drugLabel, crclFrom, crclBelow, mgPerKg, everyHours }) => ({
      drug,
      drugLabel,
      crclFrom: Number(crclFrom),
      crclBelow: crclBelow === '' ? null : Number(crclBelow),
      mgPerKg: Number(mgPerKg),
      everyHours: Number(everyHours),
    })),
  };
}

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function DoseIntervalFields({ value, error, onChange }: Props) {
  const t = useTranslation();
  const drugs = useQuery(drugsQuery()).data;
  const roots = useMemo(() => drugs && rootChoices(drugs), [drugs]);
  const draft = draftIn(value);
  const change = (patch: Partial<Draft>) => onChange(JSON.stringify({ ...draft, ...patch }));
  const set = (key: string, patch: Partial<DraftRow>) =>
    change({ rows: draft.rows.map((row) => (row.key === key ? { ...row, ...patch } : row)) });
  const blank: DraftRow = {
    key: crypto.randomUUID(),
    drug: '',
    drugLabel: '',
    crclFrom: '0',
    crclBelow: '',
    mgPerKg: '',
    everyHours: '',
  };
  return (
    <FieldGroup legend={t('teams.doseIntervals')} hint={t('teams.doseIntervalsHint')}>
      {draft.rows.map((row, at) => (
        <Box
          key={row.key}
          role="group"
          aria-label={t('teams.doseInterval', { number: at + 1 })}
          display="grid"
          gap="2"
          gridTemplateColumns={{ base: '1fr 1fr', md: '2fr repeat(4, 1fr) auto' }}
          alignItems="end"
          paddingBlockEnd="3"
        >
          <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
            <SearchSelect
              label={t('entry.drug')}
              choices={roots}
              defaultChoice={row.drug === '' ? undefined : { id: row.drug, label: row.drugLabel }}
              noneText={t('entry.drugNone')}
              moreText={(shown, all) => t('entry.more', { shown, all })}
              error={row.drug === '' && error ? t('entry.problems.errDrug') : undefined}
              onPick={({ id, label }) => set(row.key, { drug: id, drugLabel: label })}
            />
          </Box>
          {numbers.map((name) => (
            <FormField key={name} label={t(`doseIntervals.${name}`)} required={name !== 'crclBelow'}>
              <Input
                type="number"
                inputMode="decimal"
                min={0}
                step="any"
                value={row[name]}
                onChange={({ target }) => set(row.key, { [name]: target.value })}
              />
            </FormField>
          ))}
          <IconButton
            variant="ghost"
            justifySelf="end"
            aria-label={t('teams.removeDoseInterval', { number: at + 1 })}
            onClick={() => change({ rows: draft.rows.filter(({ key }) => key !== row.key) })}
          >
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </Box>
      ))}
      {draft.rows.length === 0 ? null : (
        <FormField label={t('teams.doseIntervalsSource')} required>
          <Input
            dir="auto"
            maxLength={limits.reason}
            value={draft.source}
            onChange={({ target }) => change({ source: target.value })}
          />
        </FormField>
      )}
      {error === undefined ? null : (
        <Box role="alert" color="fg.error" fontSize="xs" fontWeight="medium" marginBlockStart="1">
          {error}
        </Box>
      )}
      <Button size="sm" variant="outline" marginBlockStart="2" onClick={() => change({ rows: [...draft.rows, blank] })}>
        <Plus size={15} aria-hidden />
        {t('teams.addDoseInterval')}
      </Button>
    </FieldGroup>
  );
}
