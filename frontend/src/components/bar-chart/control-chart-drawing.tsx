/** The drawing of a control chart, in the chunk of ApexCharts. Use `ControlChart`. */
import type { ApexOptions } from 'apexcharts';
import { useEffect, useId, useMemo, useRef } from 'react';
import { escaped } from '../../platform/text/escaped.ts';
import { isolatedText } from '../../platform/text/isolation.ts';
import { useLanguage } from '../../platform/language/use-translation.ts';
import { Apex, colour, FONT_SIZE, useMedia, useTheme, widthChanges } from './bar-chart-drawing.tsx';

export interface DrawnPoint {
  /** Null: no value. */
  readonly value: number | null;
  readonly centre: number;
  readonly low: number | null;
  readonly high: number | null;
  /** It does not look like chance. */
  readonly isSignal: boolean;
}
export interface ControlFigures {
  /** A label for each point, in their order. */
  labels: readonly string[];
  /** The points, divided where the practice was changed. */
  parts: readonly (readonly DrawnPoint[])[];
  names: { value: string; centre: string; limit: string };
  format: (value: number) => string;
}
export interface ControlDrawingProps extends ControlFigures {
  height: number;
  onPoint: (at: number) => void;
  onReady: () => void;
}

type Line = { name: string; data: (number | null)[] };

export function ControlChartDrawing({ labels, parts, names, format, height, onPoint, onReady }: ControlDrawingProps) {
  const id = useId().replaceAll(/\W/g, '');
  const theme = useTheme();
  const { language, locale } = useLanguage();
  const isMirrored = language.direction === 'rtl';
  const isNarrow = useMedia('(max-width: 40rem)');
  const latest = useRef({ onPoint, onReady, format });
  useEffect(() => {
    latest.current = { onPoint, onReady, format };
  });
  const content = JSON.stringify([labels, parts, names]);

  const drawing = useMemo((): { options: ApexOptions; series: Line[] } => {
    const drawn = <Item,>(items: readonly Item[]): Item[] => (isMirrored ? items.toReversed() : [...items]);
    const given = (index: number): number => (isMirrored ? labels.length - 1 - index : index);
    const points = parts.flat();
    const step = Math.ceil(labels.length / (isNarrow ? 3 : 8));
    // Each part has lines of its own, which are not joined.
    const lineOf = (name: string, part: number, of: (point: DrawnPoint) => number | null): Line => ({
      name,
      data: drawn(parts.flatMap((own, nth) => own.map((point) => (nth === part ? of(point) : null)))),
    });
    const lines = parts.flatMap((_part, part) => [
      lineOf(names.centre, part, ({ centre }) => centre),
      lineOf(names.limit, part, ({ low }) => low),
      lineOf(names.limit, part, ({ high }) => high),
    ]);
    const [muted, warning] = [colour('fg-muted'), colour('chart-b')];
    const write = (value: unknown): string => (typeof value === 'number' ? latest.current.format(value) : '');
    return {
      series: [{ name: names.value, data: drawn(points.map(({ value }) => value)) }, ...lines],
      options: {
        chart: {
          id,
          type: 'line',
          fontFamily: 'inherit',
          foreColor: muted,
          background: 'transparent',
          parentHeightOffset: 0,
          redrawOnWindowResize: widthChanges(),
          toolbar: { show: false },
          zoom: { enabled: false },
          animations: { enabled: false },
          events: {
            mounted: () => latest.current.onReady(),
            updated: () => latest.current.onReady(),
            markerClick: (_event, _chart, at: { dataPointIndex: number; seriesIndex: number }) => {
              if (at.seriesIndex === 0) latest.current.onPoint(given(at.dataPointIndex));
            },
          },
        },
        theme: { mode: theme === 'dark' ? 'dark' : 'light' },
        colors: [colour('chart-a'), ...lines.map(() => muted)],
        stroke: {
          width: [2, ...lines.map(() => 1)],
          dashArray: [0, ...parts.flatMap(() => [0, 5, 5])],
          curve: 'straight',
        },
        markers: {
          size: [4, ...lines.map(() => 0)],
          strokeWidth: 0,
          discrete: drawn(points).flatMap(({ isSignal }, dataPointIndex) =>
            isSignal ? [{ seriesIndex: 0, dataPointIndex, fillColor: warning, strokeColor: warning, size: 7 }] : [],
          ),
        },
        legend: { show: false },
        grid: {
          borderColor: colour('border'),
          strokeDashArray: 3,
          padding: { top: 0, bottom: 0, left: 40, right: 40 },
        },
        xaxis: {
          type: 'category',
          // More labels overlap.
          categories: drawn(labels.map((label, at) => (at % step === 0 ? isolatedText(label) : ''))),
          axisBorder: { show: false },
          axisTicks: { show: false },
          tooltip: { enabled: false },
          labels: { style: { fontSize: FONT_SIZE, colors: muted }, rotate: 0, hideOverlappingLabels: true },
        },
        yaxis: {
          opposite: isMirrored,
          min: 0,
          forceNiceScale: true,
          labels: { style: { fontSize: FONT_SIZE, colors: muted }, formatter: write },
        },
        tooltip: {
          theme,
          shared: false,
          intersect: true,
          y: { formatter: write },
          x: {
            formatter: (_value: number, at?: { dataPointIndex: number }) =>
              escaped(isolatedText(labels[given(at?.dataPointIndex ?? 0)] ?? '')),
          },
        },
      },
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, theme, isNarrow, isMirrored, content, locale]);

  return <Apex type="line" width="100%" height={height} options={drawing.options} series={drawing.series} />;
}
