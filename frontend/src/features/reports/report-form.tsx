/** The criteria of a report. Locked while a report is made or shown. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { reportTypes } from 'command-api/domain/values/codes';
import { Eraser, GitCompareArrows, History } from 'lucide-react';
import { useState } from 'react';
import { reportTypeLabel } from '../../clinical/code-labels.ts';
import { today } from '../../platform/time/dates.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { areDatesInOrder, needsDates, parseReportType, type ReportCriteria, wholeMonth } from './report-criteria.ts';
import { isPast, serverNow, toHospitalTime, toInstant } from './hospital-time.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  criteria: ReportCriteria;
  locked: boolean;
  onSet: (patch: Partial<ReportCriteria>) => void;
  onClear: () => void;
}

export function ReportForm({ criteria, locked, onSet, onClear }: Props) {
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
          <NativeSelect.Root disabled={locked}>
            <NativeSelect.Field
              value={criteria.type ?? ''}
              onChange={(event) => onSet({ type: parseReportType(event.target.value) })}
            >
              <option value="">{t('reports.select')}</option>
              {reportTypes.map(({ code }) => (
                <option key={code} value={code}>
                  {reportTypeLabel(code)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
      </Box>
      {hasDates && (
        <>
          <FormField label={t('reports.from')} required disabled={locked}>
            <Input
              type="date"
              value={criteria.startDate}
              onChange={(event) => onSet({ startDate: event.target.value })}
            />
          </FormField>
          <FormField
            label={t('reports.to')}
            required
            disabled={locked}
            error={areDatesInOrder(criteria) ? undefined : t('reports.wrongOrder')}
          >
            <Input type="date" value={criteria.endDate} onChange={(event) => onSet({ endDate: event.target.value })} />
          </FormField>
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
          {criteria.asOf === undefined && (
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

interface InstantProps {
  label: string;
  instant: string;
  locked: boolean;
  /** "Now" becomes the instant of the server's clock, so that the same report can be made again. */
  offersNow?: boolean;
  onChange: (instant: string) => void;
}

function InstantField({ label, instant, locked, offersNow = false, onChange }: InstantProps) {
  const t = useTranslation();
  // An incomplete time is no instant and stays in the field.
  const [typed, setTyped] = useState(() => toHospitalTime(instant));
  const [last, setLast] = useState(instant);
  if (last !== instant) {
    setLast(instant);
    if (toInstant(typed) !== instant) setTyped(toHospitalTime(instant));
  }
  const change = (local: string): void => {
    setTyped(local);
    onChange(toInstant(local));
  };
  return (
    <Box display="flex" gap="2" alignItems="start" gridColumn={{ base: '1 / -1', md: 'auto' }}>
      <FormField
        label={label}
        required
        disabled={locked}
        hint={t('reports.hospitalClock')}
        error={instant === '' || isPast(instant) ? undefined : t('reports.notOver')}
      >
        <Input type="datetime-local" value={typed} onChange={(event) => change(event.target.value)} />
      </FormField>
      {offersNow && !locked && (
        <Button size="xs" variant="outline" marginBlockStart="6" onClick={() => void serverNow().then(onChange)}>
          {t('reports.now')}
        </Button>
      )}
    </Box>
  );
}
