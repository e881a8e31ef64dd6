/** The criteria of a report. Locked while a report is made or shown. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { reportTypes, type ReportType } from 'language/domain/values/codes';
import type { Team } from 'language/contract/entities';
import { CalendarSync, Eraser, GitCompareArrows, History } from 'lucide-react';
import { reportTypeLabel } from '../../clinical/code-labels.ts';
import { today, areDatesInOrder } from '../../platform/time/dates.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { InstantField } from './instant-field.tsx';
import {
  CONTROL_CHARTS,
  isOfThePast,
  needsDates,
  parseReportType,
  type ReportCriteria,
  wholeMonth,
} from './report-criteria.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** The reports that a team switches on. */
const switchedOn: Partial<Record<ReportType, (team: Team) => boolean>> = {
  6: ({ classification }) => classification.pcne,
  7: ({ classification }) => classification.atc,
  8: ({ avoidedHarm }) => avoidedHarm.rows.length > 0,
};

interface Props {
  team: Team;
  criteria: ReportCriteria;
  locked: boolean;
  onSet: (patch: Partial<ReportCriteria>) => void;
  onClear: () => void;
}

export function ReportForm({ team, criteria, locked, onSet, onClear }: Props) {
  const t = useTranslation();
  const hasDates = needsDates(criteria.type);
  const months = [
    { label: t('reports.thisMonth'), back: 0 },
    { label: t('reports.lastMonth'), back: 1 },
  ];
  return (
    <Box
      as="section"
      aria-label={t('reports.criteria')}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'minmax(12rem, 1.2fr) 1fr 1fr auto' }}
      gap="3"
      alignItems="start"
    >
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <FormField label={t('reports.type')} required disabled={locked}>
          <Select
            disabled={locked}
            value={String(criteria.type ?? '')}
            onChange={(code) => {
              const type = parseReportType(code);
              onSet({
                type,
                ...(isOfThePast(type) ? {} : { asOf: undefined, against: undefined }),
                ...(type === CONTROL_CHARTS ? {} : { changedOn: undefined }),
              });
            }}
            none={t('reports.select')}
            options={reportTypes
              .filter(({ code }) => criteria.type === code || (switchedOn[code]?.(team) ?? true))
              .map(({ code }) => [code, reportTypeLabel(code)])}
          />
        </FormField>
      </Box>
      {hasDates && (
        <>
          <DateField
            label={t('reports.from')}
            required
            disabled={locked}
            value={criteria.startDate}
            onChange={(startDate) => onSet({ startDate })}
          />
          <DateField
            label={t('reports.to')}
            required
            disabled={locked}
            value={criteria.endDate}
            onChange={(endDate) => onSet({ endDate })}
            error={areDatesInOrder(criteria.startDate, criteria.endDate) ? undefined : t('reports.wrongOrder')}
          />
        </>
      )}
      <Box gridColumn={{ base: '1 / -1', md: '-2 / -1' }} paddingBlockStart={{ base: '0', md: '5' }}>
        <Button
          variant="outline"
          colorPalette="gray"
          disabled={
            !locked &&
            criteria.type === undefined &&
            criteria.startDate === '' &&
            criteria.endDate === '' &&
            criteria.asOf === undefined
          }
          onClick={onClear}
        >
          <Eraser aria-hidden />
          {t('reports.clear')}
        </Button>
      </Box>
      {criteria.changedOn !== undefined && (
        <DateField
          label={t('controlCharts.changedOn')}
          disabled={locked}
          value={criteria.changedOn}
          onChange={(changedOn) => onSet({ changedOn })}
        />
      )}
      {criteria.asOf !== undefined && (
        <InstantField
          label={t('reports.knownOn')}
          instant={criteria.asOf}
          locked={locked}
          onChange={(asOf) => onSet({ asOf })}
        />
      )}
      {criteria.against !== undefined && (
        <InstantField
          label={t('reports.against')}
          instant={criteria.against}
          locked={locked}
          offersNow
          onChange={(against) => onSet({ against })}
        />
      )}
      {!locked && (
        <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" gap="2">
          {hasDates &&
            months.map(({ label, back }) => (
              <Button key={back} size="xs" variant="outline" onClick={() => onSet(wholeMonth(today(), back))}>
                {label}
              </Button>
            ))}
          {criteria.type === CONTROL_CHARTS && criteria.changedOn === undefined && (
            <Button size="xs" variant="outline" onClick={() => onSet({ changedOn: '' })}>
              <CalendarSync size={14} aria-hidden />
              {t('controlCharts.chooseChange')}
            </Button>
          )}
          {criteria.asOf === undefined && isOfThePast(criteria.type) && (
            <Button size="xs" variant="outline" onClick={() => onSet({ asOf: '' })}>
              <History size={14} aria-hidden />
              {t('reports.chooseAsOf')}
            </Button>
          )}
          {criteria.asOf !== undefined && criteria.against === undefined && (
            <Button size="xs" variant="outline" onClick={() => onSet({ against: '' })}>
              <GitCompareArrows size={14} aria-hidden />
              {t('reports.chooseAgainst')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
