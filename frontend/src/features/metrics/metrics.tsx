/** "Your Metrics": a person's work of a month, and their ten most frequent error types (docs/product.md, "Metrics"). */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import type { Metrics as MetricsAnswer } from 'language/contract/reports';
import { today } from '../../platform/time/dates.ts';
import { BarChart } from '../../components/bar-chart/bar-chart.tsx';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { EmptyState, QueryBoundary } from '../../components/screen-states.tsx';
import { Panel } from '../../components/page.tsx';
import { lastThreeMonths, metricsQuery, type Period } from './api.ts';
import { perLanguage } from '../../platform/language/format.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const CHART_HEIGHT_PX = 600;
const TYPES_SHOWN_MAX = 10;

const periodsStyle = {
  display: 'inline-flex',
  borderWidth: '1px',
  borderRadius: 'l2',
  overflow: 'hidden',
  bg: 'bg.panel',
  fontSize: 'xs',
  fontWeight: 'semibold',
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minH: { base: '44px', lg: '34px' },
    paddingInline: '3',
    lineHeight: '1.3',
    textAlign: 'center',
    cursor: 'pointer',
    color: 'fg.muted',
  },
  '& label + label': { borderInlineStartWidth: '1px' },
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' },
  '& label:has(:checked)': { bg: 'brand.solid', color: 'brand.contrast' },
  '& label:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-3px' },
};
const figuresStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '8',
  rowGap: '2',
  marginBlockEnd: '4',
  '& dt': { color: 'fg.muted', fontSize: 'xs' },
  '& dd': { fontSize: '2xl', fontWeight: 'bold', lineHeight: '1.2', fontVariantNumeric: 'tabular-nums' },
  '& div': { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end', minW: '5rem' },
};

const monthFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
/** `November 2026`. */
const formatMonth = ({ startDate }: Period): string => monthFormat().format(new Date(startDate));

export function Metrics({ user }: { user: string }) {
  const t = useTranslation();
  const [periods] = useState(() => lastThreeMonths(today()));
  const [month, setMonth] = useState(periods[0].month);
  const period = periods.find((one) => one.month === month) ?? periods[0];
  const metrics = useQuery(metricsQuery(user, period));
  return (
    <Panel as="section" aria-labelledby="metrics-title">
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3" marginBlockEnd="4">
        <Box as="h2" id="metrics-title" fontSize="md" fontWeight="semibold">
          {t('metrics.title')}
        </Box>
        <Box as="fieldset" css={periodsStyle}>
          <Box as="legend" srOnly>
            {t('metrics.period')}
          </Box>
          {periods.map((one) => (
            <label key={one.month}>
              <input
                type="radio"
                name="period"
                value={one.month}
                checked={one.month === period.month}
                onChange={() => setMonth(one.month)}
              />
              {formatMonth(one)}
            </label>
          ))}
        </Box>
      </Box>
      <QueryBoundary query={metrics}>
        {(answer) => (
          <Box opacity={metrics.isPlaceholderData ? 0.6 : 1}>
            <MetricsFigures metrics={answer} />
          </Box>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function MetricsFigures({ metrics: { patients, reviews, revMetricsPerType } }: { metrics: MetricsAnswer }) {
  const t = useTranslation();
  const top = revMetricsPerType.slice(0, TYPES_SHOWN_MAX);
  const errors = revMetricsPerType.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Box as="dl" css={figuresStyle}>
        <div>
          <dt>{t('metrics.patients')}</dt>
          <dd>{formatNumber(patients)}</dd>
        </div>
        <div>
          <dt>{t('metrics.reviews')}</dt>
          <dd>{formatNumber(reviews)}</dd>
        </div>
        <div>
          <dt>{t('metrics.errors')}</dt>
          <dd>{formatNumber(errors)}</dd>
        </div>
      </Box>
      {top.length === 0 ? (
        <EmptyState level={3} icon={<ChartNoAxesColumn size={32} aria-hidden />} title={t('metrics.none')}>
          {t('metrics.noneHint')}
        </EmptyState>
      ) : (
        <BarChart
          kind="bars"
          title={t('metrics.top')}
          categoryName={t('metrics.type')}
          height={CHART_HEIGHT_PX}
          categories={top.map(({ type, label }) => errorTypeLabel(type, label))}
          series={[{ name: t('metrics.count'), values: top.map(({ count }) => count) }]}
        />
      )}
    </>
  );
}
