/** Control charts: errors per bed-days, the accepted part, and the days between harms (docs/product.md, "Control charts"). */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import type { FiguresOverTime } from 'language/contract/reports';
import { useRef } from 'react';
import { ControlChart } from '../../../components/bar-chart/control-chart.tsx';
import { ClinicalText } from '../../../components/text/clinical-text.tsx';
import { formatList } from '../../../platform/language/format.ts';
import { translate } from '../../../platform/language/language.ts';
import { formatDecimal, formatNumber } from '../../../platform/language/numbers.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { isDate } from '../../../platform/time/dates.ts';
import { type ChartKind, controlChart, type Plotted, type Point, POINTS_MIN, type Rule } from '../control-charts.ts';
import type { Figure } from '../figures.ts';
import { FigureTable, FigureValue } from './report-parts.tsx';

/** A month, or a day with harm. */
interface Item extends Point {
  readonly label: string;
  readonly figure: Figure;
  /** The first day that it is of, to tell before from after a change of practice. */
  readonly day: string;
}
interface Chart {
  readonly name: 'errors' | 'accepted' | 'harms';
  readonly kind: ChartKind;
  readonly items: readonly Item[];
  readonly write: (value: number) => string;
  /** The whole in the table; undefined: each point is of one. */
  readonly whole: string | undefined;
}

const DAY_MS = 86_400_000;
const percent = (value: number): string => translate('reports.percent', { share: formatDecimal(100 * value) });

/** Months before the first with a bed-day or an error are left out: the team was not there yet. */
export function chartsOf({ months: all, harms }: FiguresOverTime): Chart[] {
  const months = all.slice(all.findIndex(({ bedDays, errors }) => bedDays > 0 || errors > 0));
  const ofMonths = (of: 'errors' | 'accepted', pointOf: (month: FiguresOverTime['months'][number]) => Point): Item[] =>
    months.map((month) => ({
      ...pointOf(month),
      label: month.month,
      day: `${month.month}-01`,
      figure: { kind: 'time', begins: month.month, of },
    }));
  return [
    {
      name: 'errors',
      kind: 'u',
      items: ofMonths('errors', ({ errors, bedDays }) => ({ count: errors, of: bedDays })),
      write: (value) => formatDecimal(100 * value),
      whole: 'bedDays',
    },
    {
      name: 'accepted',
      kind: 'p',
      items: ofMonths('accepted', ({ accepted, answered }) => ({ count: accepted, of: answered })),
      write: percent,
      whole: 'answered',
    },
    {
      name: 'harms',
      kind: 't',
      items: harms.slice(1).map(({ day }, at) => ({
        count: (Date.parse(day) - Date.parse(harms[at]?.day ?? day)) / DAY_MS,
        of: 1,
        label: day,
        day,
        figure: { kind: 'time', begins: day, of: 'harms' },
      })),
      write: formatDecimal,
      whole: undefined,
    },
  ];
}

interface Props {
  found: FiguresOverTime;
  /** The day of a change of practice; empty: none. */
  changedOn: string;
  onFigure: (figure: Figure, label: string) => void;
  /** All charts are drawn. */
  onReady: () => void;
}

export function ControlCharts({ found, changedOn, onFigure, onReady }: Props) {
  const charts = chartsOf(found).filter(({ items }) => items.length > 0);
  const drawn = useRef(new Set<string>());
  return (
    <Stack gap="8">
      {charts.map((chart) => (
        <OneChart
          key={chart.name}
          chart={chart}
          changedOn={isDate(changedOn) ? changedOn : ''}
          onFigure={onFigure}
          onReady={() => {
            drawn.current.add(chart.name);
            if (drawn.current.size === charts.length) onReady();
          }}
        />
      ))}
    </Stack>
  );
}

function OneChart({
  chart: { name, kind, items, write, whole },
  changedOn,
  onFigure,
  onReady,
}: { chart: Chart } & Omit<Props, 'found'>) {
  const t = useTranslation();
  const before = changedOn === '' ? items.length : items.filter(({ day }) => day < changedOn).length;
  const parts = controlChart(kind, [items.slice(0, before), items.slice(before)]);
  const points = parts.flatMap((part) => part.points);
  const title = t(`controlCharts.${name}`);
  const open = (at: number): void => {
    const item = items[at];
    if (item) onFigure(item.figure, t('reports.part', { whole: title, part: item.label }));
  };
  return (
    <Box>
      <Box as="h3" fontWeight="semibold">
        {title}
      </Box>
      <Box fontSize="sm" color={{ base: 'fg.muted', _print: 'black' }} marginBlockEnd="2">
        <ClinicalText>{[t(`controlCharts.${name}Hint`), ...notesOf(parts)].join(' ')}</ClinicalText>
      </Box>
      <ControlChart
        labels={items.map(({ label }) => label)}
        parts={parts.map((part) =>
          part.points.map(({ value, centre, low, high, rules }) => ({
            value: value ?? null,
            centre,
            low: low ?? null,
            high: high ?? null,
            isSignal: isSignal(rules),
          })),
        )}
        names={{ value: title, centre: t('controlCharts.centre'), limit: t('controlCharts.limits') }}
        format={write}
        onPoint={open}
        onReady={onReady}
      />
      <FigureTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t(whole === undefined ? 'controlCharts.day' : 'controlCharts.month')}</th>
            {whole !== undefined && (
              <>
                <th scope="col" className="number">
                  {t(name === 'errors' ? 'controlCharts.count' : 'controlCharts.countAccepted')}
                </th>
                <th scope="col" className="number">
                  {t(whole === 'bedDays' ? 'controlCharts.bedDays' : 'controlCharts.answered')}
                </th>
              </>
            )}
            <th scope="col" className="number">
              {t('controlCharts.value')}
            </th>
            <th scope="col" className="number">
              {t('controlCharts.centre')}
            </th>
            <th scope="col" className="number">
              {t('controlCharts.limits')}
            </th>
            <th scope="col">{t('controlCharts.signal')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => {
            const point = points[at];
            return (
              <tr key={item.label}>
                <th scope="row">
                  <ClinicalText>{item.label}</ClinicalText>
                </th>
                {whole !== undefined && (
                  <>
                    <td className="number">
                      <FigureValue value={item.count} label={item.label} onOpen={() => open(at)} />
                    </td>
                    <td className="number">{formatNumber(item.of)}</td>
                  </>
                )}
                <td className="number">
                  {whole === undefined ? (
                    <FigureValue value={item.count} label={item.label} onOpen={() => open(at)} />
                  ) : point?.value === undefined ? (
                    '–'
                  ) : (
                    write(point.value)
                  )}
                </td>
                <td className="number">{point ? write(point.centre) : '–'}</td>
                <td className="number">{limitsText(point, write)}</td>
                <td>{formatList((point?.rules ?? []).map((rule) => t(`controlCharts.rules.${rule}`)))}</td>
              </tr>
            );
          })}
        </tbody>
      </FigureTable>
    </Box>
  );
}

/** A whole run chart is marked in words, not at each of its points. */
const isSignal = (rules: readonly Rule[]): boolean => rules.some((rule) => rule !== 'run');

const limitsText = (point: Plotted | undefined, write: (value: number) => string): string =>
  point?.low === undefined || point.high === undefined
    ? '–'
    : translate('controlCharts.range', { low: write(point.low), high: write(point.high) });

function notesOf(parts: ReturnType<typeof controlChart>): string[] {
  const laney = parts.find(({ sigmaZ }) => sigmaZ !== undefined)?.sigmaZ;
  return [
    ...(parts.some(({ isRun }) => isRun) ? [translate('controlCharts.isRun', { points: POINTS_MIN })] : []),
    ...(laney === undefined ? [] : [translate('controlCharts.isLaney', { factor: formatDecimal(laney) })]),
  ];
}
