/**
 * The drawing of a chart, in a chunk of its own with ApexCharts; use `Chart`. Version 4.7 is the last under the MIT
 * licence.
 */
import type { ApexOptions } from 'apexcharts';
import module from 'react-apexcharts';
import { useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react';
import { isolatedText } from '../../platform/text/isolation.ts';
import { spansIn } from '../../platform/text/text-spans.ts';
import type { Figures } from './bar-chart.tsx';
import './bar-chart.css';

/** Under Vite 8 the default import of this CommonJS package is the whole module. */
const Apex = (module as unknown as { default?: typeof module }).default ?? module;

export interface DrawingProps extends Figures {
  height: number;
  onFigure?: (category: number, series: number) => void;
  onReady: () => void;
}

const root = document.documentElement;
/**
 * Charts are drawn with colours, not with variables: they are looked up again when light and dark change on the screen
 * (`app/theme-toggle.tsx`).
 */
function useTheme(): string {
  return useSyncExternalStore(
    (changed) => {
      const observer = new MutationObserver(changed);
      observer.observe(root, { attributeFilter: ['style'] });
      return () => observer.disconnect();
    },
    () => (root.style.colorScheme === 'dark' ? 'dark' : 'light'),
  );
}
function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => media.matches,
  );
}
/**
 * Whether the window has become wider or narrower since this was last asked. A phone that hides its address bar only
 * makes it higher.
 */
function widthChanges(): () => boolean {
  let last = root.clientWidth;
  return () => {
    const before = last;
    last = root.clientWidth;
    return last !== before;
  };
}

const colour = (name: string): string => getComputedStyle(root).getPropertyValue(`--chakra-colors-${name}`).trim();

/** The size that chart.css gives them. */
const WORDS = '12px';
const LINES = 2;
/**
 * A long name in lines of about `width` characters, as many as a bar is high: the drawing would cut it off. The table
 * has the whole of it.
 */
function inLines(label: string, width: number): string[] {
  const lines: string[] = [];
  // A date, or a number with its unit, is one word.
  const unbroken = spansIn(label).filter(({ kind }) => kind === 'unbroken');
  const isWithin = (at: number): boolean => unbroken.some(({ start, end }) => at > start && at < end);
  const words = [...label.matchAll(/ |$/g)]
    .map(({ index }) => index)
    .filter((at) => !isWithin(at))
    .map((end, at, ends) => label.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end));
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > LINES ? [...lines.slice(0, LINES - 1), `${lines[LINES - 1]}…`] : lines;
}

/**
 * Pixels of the longest line, with what stands beside it. ApexCharts would measure the name with the most lines
 * instead, and cut off the others.
 */
function widthOf(lines: readonly string[][], font: string): number {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(Math.max(0, ...lines.flat().map((line) => canvas?.measureText(line).width ?? line.length * 7))) + 16;
}

/** Counts are whole: a scale of 0, 0.5, 1 would speak of half errors. */
const whole = (value: string | number): string => (Number.isInteger(Number(value)) ? String(value) : '');

export function BarChartDrawing({
  kind,
  categories,
  series,
  colours,
  stacked = false,
  still = false,
  height,
  onFigure,
  onReady,
}: DrawingProps) {
  const id = useId().replaceAll(/\W/g, '');
  const theme = useTheme();
  const narrow = useMedia('(max-width: 40rem)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)') || still;
  const latest = useRef({ onFigure, onReady });
  useEffect(() => {
    latest.current = { onFigure, onReady };
  });
  const clickable = onFigure !== undefined;
  const lying = kind === 'bars';
  // By what they say: a parent that is drawn again for another reason brings new arrays of the same.
  const said = JSON.stringify([categories, series, colours]);

  const drawing = useMemo((): { options: ApexOptions; series: { name: string; data: number[] }[] } => {
    const quiet = colour('fg-muted');
    const words = { fontSize: WORDS, colors: quiet };
    const colors = (colours ?? ['a', 'b', 'c', 'd', 'e', 'f']).map((name) => colour(`chart-${name}`));
    const names = categories.map((name) => inLines(name, narrow ? 15 : 34));
    const width = lying ? widthOf(names, WORDS) : 0;
    // Beyond that the names below the columns lie on each other.
    const most = narrow ? 6 : 20;
    // In a narrower part of a lying bar its figure would lie across the edges.
    const least =
      stacked && lying
        ? Math.max(0, ...categories.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))) *
          (narrow ? 0.08 : 0.015)
        : 0;
    // Room for the figure of the highest, which stands beyond its bar.
    const beyond = stacked ? {} : { max: (highest: number) => highest + Math.ceil(highest / 8) };
    return {
      series: series.map(({ name, values }) => ({ name, data: [...values] })),
      options: {
        chart: {
          id,
          stacked,
          type: 'bar',
          fontFamily: 'inherit',
          foreColor: quiet,
          background: 'transparent',
          parentHeightOffset: 0,
          // Drawn anew it is gone for as long as that takes.
          redrawOnWindowResize: widthChanges(),
          toolbar: { show: false },
          zoom: { enabled: false },
          selection: { enabled: false },
          animations: {
            enabled: !isStill,
            speed: 250,
            animateGradually: { enabled: false },
            dynamicAnimation: { enabled: true, speed: 250 },
          },
          events: {
            mounted: () => latest.current.onReady(),
            updated: () => latest.current.onReady(),
            dataPointSelection: (
              _event,
              _chart,
              { dataPointIndex, seriesIndex }: { dataPointIndex: number; seriesIndex: number },
            ) => latest.current.onFigure?.(dataPointIndex, seriesIndex),
            ...(clickable
              ? {
                  dataPointMouseEnter: (event: MouseEvent) =>
                    void ((event.target as SVGElement).style.cursor = 'pointer'),
                }
              : {}),
          },
        },
        theme: { mode: theme === 'dark' ? 'dark' : 'light' },
        colors,
        plotOptions: {
          bar: {
            horizontal: lying,
            barHeight: '68%',
            columnWidth: '62%',
            borderRadius: 3,
            borderRadiusApplication: 'end',
            dataLabels: { position: stacked ? 'center' : 'top' },
          },
        },
        dataLabels: {
          enabled: lying || categories.length <= 16,
          formatter: (value) => (Number(value) > least ? String(value) : ''),
          offsetX: lying && !stacked ? 22 : 0,
          offsetY: !lying && !stacked ? -22 : 0,
          style: { fontSize: WORDS, fontWeight: 600, colors: [stacked ? colour('bg-panel') : colour('fg')] },
        },
        stroke: { show: stacked, width: 1, colors: [colour('bg-panel')] },
        fill: { opacity: 1 },
        states: { active: { filter: { type: 'none' } } },
        grid: {
          borderColor: colour('border'),
          strokeDashArray: 3,
          xaxis: { lines: { show: lying } },
          yaxis: { lines: { show: !lying } },
          padding: { top: 0, bottom: 0, left: lying ? 4 : narrow ? 26 : 14, right: lying ? 24 : 8 },
        },
        xaxis: {
          categories: names.map((lines) => lines.map(isolatedText)),
          axisBorder: { show: false },
          axisTicks: { show: false },
          labels: { style: words, ...(lying ? { formatter: whole } : { hideOverlappingLabels: true }) },
          ...(!lying && categories.length > most ? { tickAmount: most } : {}),
        },
        yaxis: lying
          ? { ...beyond, labels: { minWidth: width, maxWidth: width * 2, offsetY: 7, style: words } }
          : { forceNiceScale: true, ...beyond, labels: { style: words, formatter: (value: number) => whole(value) } },
        legend: {
          show: series.length > 1,
          position: 'top',
          horizontalAlign: 'left',
          fontSize: WORDS,
          labels: { colors: quiet },
          markers: { size: 6 },
        },
        tooltip: {
          theme,
          x: {
            formatter: (_value: number, at?: { dataPointIndex: number }) =>
              isolatedText(categories[at?.dataPointIndex ?? 0] ?? ''),
          },
        },
      },
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, theme, narrow, isStill, lying, stacked, clickable, said]);

  return (
    <div data-figures={stacked ? 'inside' : 'beyond'}>
      <Apex type="bar" width="100%" height={height} options={drawing.options} series={drawing.series} />
    </div>
  );
}
