import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails, AdmissionMedication } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import { addDays, asCalendarDate, daysBetween, type CalendarDate } from 'language/domain/values/calendar-date';
import { useMemo, useState } from 'react';
import { givenText } from '../../clinical/routes-and-frequencies.ts';
import { hourOf, numberIn, unitText, valueText } from '../../clinical/measured-values.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, useToday } from '../../platform/time/dates.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';

/** Each kind has a scale of its own, so each has a drawing of its own. */
const KINDS_MAX = 3;

const style = {
  marginBlockStart: '6',
  '& .kinds': { display: 'flex', flexWrap: 'wrap', gap: '1', marginBlock: '2' },
  '& .kinds button': {
    paddingInline: '2',
    minHeight: '7',
    fontSize: 'xs',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    cursor: 'pointer',
    [touch]: { minHeight: '44px' },
  },
  '& .kinds button[aria-pressed=true]': { bg: 'brand.solid', color: 'brand.contrast', fontWeight: 'semibold' },
  '& .kinds button:disabled': { opacity: 0.45, cursor: 'not-allowed' },
  '& .frame': { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', padding: '3', fontSize: 'xs' },
  '& .row': {
    display: 'grid',
    gridTemplateColumns: { base: '6.5rem minmax(0, 1fr)', md: '13rem minmax(0, 1fr)' },
    columnGap: '2',
  },
  '& .name': { minWidth: 0, overflowWrap: 'anywhere', '& small': { display: 'block', color: 'fg.muted' } },
  '& .area': { position: 'relative', borderInlineStartWidth: '1px', borderColor: 'border.emphasized' },
  '& .kind .area': { height: '7rem', borderBlockEndWidth: '1px', marginBlock: '2' },
  '& svg': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    overflow: 'visible',
    color: 'chart.a',
    _rtl: { transform: 'scaleX(-1)' },
  },
  '& .point': {
    position: 'absolute',
    boxSize: '2',
    borderRadius: 'full',
    bg: 'chart.a',
    translate: '-50% -50%',
    _rtl: { translate: '50% -50%' },
  },
  '& .scale': { position: 'absolute', insetInlineStart: '1', color: 'fg.muted', lineHeight: 1, bg: 'bg.panel' },
  '& .drug .area': { height: '5', marginBlock: '0.5' },
  '& .bar': { position: 'absolute', insetBlock: '1', bg: 'chart.c', borderRadius: 'l1', minWidth: '3px' },
  '& .days': {
    display: 'flex',
    justifyContent: 'space-between',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
};

interface Span {
  readonly from: CalendarDate;
  /** Days, with the first and the last. */
  readonly days: number;
}

/** From the admission, or the first value before it that was recorded in this stay, to its end. */
function spanOf(
  { admissionDate, dischargeDate }: AdmissionDetails,
  values: readonly Measurement[],
  today: string,
): Span | undefined {
  const days = [admissionDate, ...values.map(({ takenOn }) => takenOn)].map((day) => day.slice(0, 10)).toSorted();
  const [from, to] = [asCalendarDate(days[0] ?? ''), asCalendarDate((dischargeDate ?? today).slice(0, 10))];
  return from && to ? { from, days: Math.max(1, daysBetween(from, to) + 1) } : undefined;
}
/** The part of the width before a moment, 0 to 1. */
function placeIn({ from, days }: Span, day: string, hour: number): number {
  const at = asCalendarDate(day.slice(0, 10));
  return at ? Math.min(1, Math.max(0, (daysBetween(from, at) + hour / 24) / days)) : 0;
}
const percent = (part: number): string => `${part * 100}%`;
const NOON = 12;

/**
 * The course of up to three kinds over the days of the stay, with the medicines below. Boxes and lines instead of
 * `BarChart`: medicines and values have one axis, and ApexCharts gives each drawing its own.
 */
export function Plot({
  admission,
  measurements,
}: {
  admission: AdmissionDetails;
  measurements: readonly Measurement[];
}) {
  const t = useTranslation();
  const today = useToday();
  const medications = useQuery(medicationsQuery(admission._id, admission.team));
  const values = useMemo(
    () => measurements.filter((one) => one.admission === admission._id),
    [measurements, admission._id],
  );
  const kinds = useMemo(() => [...new Set(values.map(({ kind }) => kind))], [values]);
  const [chosen, setChosen] = useState<readonly string[]>(['creatinine']);
  const shown = chosen.filter((kind) => kinds.includes(kind));
  const span = spanOf(
    admission,
    values.filter(({ kind }) => shown.includes(kind)),
    today,
  );
  if (!span || kinds.length === 0) return null;
  const last = addDays(span.from, span.days - 1);
  const toggle = (kind: string) =>
    setChosen(shown.includes(kind) ? shown.filter((one) => one !== kind) : [...shown, kind]);
  return (
    <Box as="section" aria-label={t('values.plot')} css={style} data-print="hide">
      <h3>{t('values.plot')}</h3>
      <div className="kinds" role="group" aria-label={t('values.plotKinds', { most: KINDS_MAX })}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={shown.includes(kind)}
            disabled={!shown.includes(kind) && shown.length >= KINDS_MAX}
            onClick={() => toggle(kind)}
          >
            {kindLabel(kind)}
          </button>
        ))}
      </div>
      <div className="frame">
        {shown.map((kind) => (
          <Course key={kind} values={values.filter((one) => one.kind === kind)} span={span} />
        ))}
        {(medications.data ?? []).map((one) => (
          <DrugBar key={one._id} of={one} span={span} />
        ))}
        <div className="row">
          <span />
          <div className="days">
            <ClinicalText>{formatDate(span.from)}</ClinicalText>
            <ClinicalText>{formatDate(last)}</ClinicalText>
          </div>
        </div>
      </div>
    </Box>
  );
}

/** The drawing repeats what the table says: it is hidden from assistive technology. */
function Course({ values, span }: { values: readonly Measurement[]; span: Span }) {
  const unit = values.at(-1)?.unit ?? '';
  const kind = values.at(-1)?.kind ?? '';
  const numbers = values.map(({ canonical }) => canonical);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const lowest = values.find(({ canonical }) => canonical === least);
  const highest = values.find(({ canonical }) => canonical === most);
  const points = values.map((value) => ({
    value,
    x: placeIn(span, value.takenOn, hourOf(value.takenAt) ?? NOON),
    // A margin of a tenth above and below.
    y: most === least ? 0.5 : 0.1 + (0.8 * (most - value.canonical)) / (most - least),
  }));
  return (
    <div className="row kind">
      <div className="name">
        <strong>{kindLabel(kind)}</strong>
        <small>
          <ClinicalName>{unitText(unit)}</ClinicalName>
        </small>
      </div>
      <div className="area" aria-hidden>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <polyline
            points={points.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {points.map(({ value, x, y }) => (
          <span
            key={value._id}
            className="point"
            title={[valueText(value), formatDate(value.takenOn), value.takenAt].filter(Boolean).join(' · ')}
            style={{ insetInlineStart: percent(x), insetBlockStart: percent(y) }}
          />
        ))}
        {highest ? (
          <span className="scale" style={{ insetBlockStart: most === least ? '35%' : '5%' }}>
            <ClinicalText>{numberIn(highest, unit)}</ClinicalText>
          </span>
        ) : null}
        {lowest && most !== least ? (
          <span className="scale" style={{ insetBlockEnd: '5%' }}>
            <ClinicalText>{numberIn(lowest, unit)}</ClinicalText>
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** From its start to its stop date, which is the first day without it. */
function DrugBar({
  of: { drugLabel, dose, frequency, startDate, stopDate },
  span,
}: {
  of: AdmissionMedication;
  span: Span;
}) {
  const t = useTranslation();
  const [start, end] = [placeIn(span, startDate, 0), stopDate === null ? 1 : placeIn(span, stopDate, 0)];
  const given = [dose, frequency].filter(Boolean).map(givenText).join(' · ');
  const dates =
    stopDate === null
      ? t('values.drugSince', { from: formatDate(startDate) })
      : t('values.drugBetween', { from: formatDate(startDate), to: formatDate(stopDate) });
  return end <= start && stopDate !== null && startDate < stopDate ? null : (
    <div className="row drug">
      <div className="name">
        <ClinicalName>{drugLabel}</ClinicalName>
        {given === '' ? null : (
          <small>
            <ClinicalName>{given}</ClinicalName>
          </small>
        )}
      </div>
      <div className="area" title={dates}>
        <span className="bar" style={{ insetInlineStart: percent(start), width: percent(end - start) }} />
        <Box srOnly>
          <ClinicalText>{dates}</ClinicalText>
        </Box>
      </div>
    </div>
  );
}
