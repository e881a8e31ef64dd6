/**
 * The drawing of a chart, in a chunk of its own with ApexCharts. Use `BarChart`. Version 4.7 is the last under the MIT
 * licence.
 */
import type { ApexOptions } from 'apexcharts';
import module from 'react-apexcharts';
import { useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react';
import '../../platform/text/library-html.ts';
import { escaped } from '../../platform/text/escaped.ts';
import { isolatedText } from '../../platform/text/isolation.ts';
import { spansIn } from '../../platform/text/text-spans.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useLanguage } from '../../platform/language/use-translation.ts';
import './bar-chart.css';

/** Under Vite 8 the default import of this CommonJS package is the whole module. */
export const Apex = (module as unknown as { default?: typeof module }).default ?? module;

interface Series {
  name: string;
  values: readonly number[];
}
/** A colour of the palette: `a` is calm, `b` warns. */
type ChartColour = 'a' | 'b' | 'c' | 'd' | 'e' | 'f';
export interface Figures {
  /** `bars` are horizontal, for long names. `columns` are vertical, for days. */
  kind: 'bars' | 'columns';
  categories: readonly string[];
  /** A value for each category, in their order. */
  series: readonly Series[];
  /** One bar for all series of a category. */
  stacked?: boolean;
  /** The colour of each series, in their order. Default: a, b, c, … */
  colours?: readonly ChartColour[];
  /** Draws no animation, for paper: growing bars would be printed half grown. */
  still?: boolean;
}

export interface DrawingProps extends Figures {
  height: number;
  onFigure?: (category: number, series: number) => void;
  onReady: () => void;
}

const root = document.documentElement;
/** ApexCharts takes colours, not variables: they are read again when the theme changes (`app/theme-toggle.tsx`). */
export function useTheme(): string {
  return useSyncExternalStore(
    (changed) => {
      const observer = new MutationObserver(changed);
      observer.observe(root, { attributeFilter: ['style'] });
      return () => observer.disconnect();
    },
    () => (root.style.colorScheme === 'dark' ? 'dark' : 'light'),
  );
}
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => media.matches,
  );
}
/** Tells if the window's width has changed since the last call. A phone hiding its address bar changes its height. */
export function widthChanges(): () => boolean {
  let last = root.clientWidth;
  return () => {
    const before = last;
    last = root.clientWidth;
    return last !== before;
  };
}

export const colour = (name: string): string =>
  getComputedStyle(root).getPropertyValue(`--chakra-colors-${name}`).trim();

/** The same size as in `bar-chart.css`. */
export const FONT_SIZE = '12px';
const LINES_MAX = 2;
/** A long name in lines of about `width` characters, as many as fit beside a bar. The table has the full name. */
function inLines(label: string, width: number): string[] {
  const lines: string[] = [];
  // A date or a number with its unit is one word.
  const unbroken = spansIn(label).filter(({ kind }) => kind === 'unbroken');
  const isWithin = (at: number): boolean => unbroken.some(({ start, end }) => at > start && at < end);
  const labelStyle = [...label.matchAll(/ |$/g)]
    .map(({ index }) => index)
    .filter((at) => !isWithin(at))
    .map((end, at, ends) => label.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end));
  for (const word of labelStyle) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX - 1), `${lines[LINES_MAX - 1]}…`] : lines;
}

/** Pixels of the longest line with its margin. ApexCharts measures the name with most lines and cuts off the others. */
function widthOf(lines: readonly string[][], font: string): number {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(Math.max(0, ...lines.flat().map((line) => canvas?.measureText(line).width ?? line.length * 7))) + 16;
}

/** Counts are whole numbers: a scale of 0, 0.5, 1 would show half errors. */
const wholeNumber = (value: string | number): string =>
  Number.isInteger(Number(value)) ? formatNumber(Number(value)) : '';

/**
 * On a page from right to left the axes are mirrored: columns go to the left, bars grow to the left, and the names or
 * figures of the vertical axis are on the right. ApexCharts mirrors bars; it is given columns in reverse order.
 */
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
  const { language, locale } = useLanguage();
  const isMirrored = language.direction === 'rtl';
  const isNarrow = useMedia('(max-width: 40rem)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)') || still;
  const latest = useRef({ onFigure, onReady });
  useEffect(() => {
    latest.current = { onFigure, onReady };
  });
  const isClickable = onFigure !== undefined;
  const isHorizontal = kind === 'bars';
  const isReversed = isMirrored && !isHorizontal;
  // Compared by content: a parent that renders again passes new arrays with the same content.
  const content = JSON.stringify([categories, series, colours]);

  const drawing = useMemo((): { options: ApexOptions; series: { name: string; data: number[] }[] } => {
    const mutedColour = colour('fg-muted');
    const labelStyle = { fontSize: FONT_SIZE, colors: mutedColour };
    const colors = (colours ?? ['a', 'b', 'c', 'd', 'e', 'f']).map((name) => colour(`chart-${name}`));
    /** In the order of the drawing. */
    const drawn = <Item,>(items: readonly Item[]): Item[] => (isReversed ? [...items].reverse() : [...items]);
    const given = (index: number): number => (isReversed ? categories.length - 1 - index : index);
    const names = drawn(categories).map((name) => inLines(name, isNarrow ? 15 : 34));
    // On the right ApexCharts begins a name 10 px further from the bars.
    const width = isHorizontal ? widthOf(names, FONT_SIZE) + (isMirrored ? 10 : 0) : 0;
    // With more labels the names below the columns overlap.
    const labelsMax = isNarrow ? 6 : 20;
    // In a narrower part of a horizontal bar the figure does not fit.
    const smallestShown =
      stacked && isHorizontal
        ? Math.max(0, ...categories.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))) *
          (isNarrow ? 0.08 : 0.015)
        : 0;
    const [atStart, atEnd] = isHorizontal ? [4, 24] : [isNarrow ? 26 : 14, isMirrored ? 40 : 8];
    const axis = { opposite: isMirrored };
    // Room for the figure of the longest bar, which is beyond its end.
    const roomForFigure = stacked ? {} : { max: (highest: number) => highest + Math.ceil(highest / 8) };
    return {
      series: series.map(({ name, values }) => ({ name, data: drawn(values) })),
      options: {
        chart: {
          id,
          stacked,
          type: 'bar',
          fontFamily: 'inherit',
          foreColor: mutedColour,
          background: 'transparent',
          parentHeightOffset: 0,
          // During a redraw the chart is invisible.
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
            ) => latest.current.onFigure?.(given(dataPointIndex), seriesIndex),
            ...(isClickable
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
            horizontal: isHorizontal,
            barHeight: '68%',
            columnWidth: '62%',
            borderRadius: 3,
            borderRadiusApplication: 'end',
            dataLabels: { position: stacked ? 'center' : isHorizontal && isMirrored ? 'bottom' : 'top' },
          },
        },
        dataLabels: {
          enabled: isHorizontal || categories.length <= 16,
          formatter: (value) => (Number(value) > smallestShown ? formatNumber(Number(value)) : ''),
          offsetX: isHorizontal && !stacked ? (isMirrored ? -22 : 22) : 0,
          offsetY: !isHorizontal && !stacked ? -22 : 0,
          style: { fontSize: FONT_SIZE, fontWeight: 600, colors: [stacked ? colour('bg-panel') : colour('fg')] },
        },
        stroke: { show: stacked, width: 1, colors: [colour('bg-panel')] },
        fill: { opacity: 1 },
        states: { active: { filter: { type: 'none' } } },
        grid: {
          borderColor: colour('border'),
          strokeDashArray: 3,
          xaxis: { lines: { show: isHorizontal } },
          yaxis: { lines: { show: !isHorizontal } },
          padding: {
            top: 0,
            bottom: 0,
            ...(isMirrored ? { left: atEnd, right: atStart } : { left: atStart, right: atEnd }),
          },
        },
        xaxis: {
          categories: names.map((lines) => lines.map(isolatedText)),
          axisBorder: { show: false },
          axisTicks: { show: false },
          labels: {
            style: labelStyle,
            ...(isHorizontal ? { formatter: wholeNumber } : { hideOverlappingLabels: true }),
          },
          ...(!isHorizontal && categories.length > labelsMax ? { tickAmount: labelsMax } : {}),
        },
        yaxis: isHorizontal
          ? {
              ...axis,
              ...roomForFigure,
              reversed: isMirrored,
              labels: { minWidth: width, maxWidth: width * 2, offsetY: 7, style: labelStyle },
            }
          : {
              ...axis,
              forceNiceScale: true,
              ...roomForFigure,
              labels: { style: labelStyle, formatter: (value: number) => wholeNumber(value) },
            },
        legend: {
          show: series.length > 1,
          position: 'top',
          horizontalAlign: 'left',
          fontSize: FONT_SIZE,
          labels: { colors: mutedColour },
          markers: { size: 6 },
        },
        tooltip: {
          theme,
          x: {
            formatter: (_value: number, at?: { dataPointIndex: number }) =>
              // The library writes it as HTML, and a person may have written the name.
              escaped(isolatedText(categories[given(at?.dataPointIndex ?? 0)] ?? '')),
          },
        },
      },
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, theme, isNarrow, isStill, isHorizontal, stacked, isClickable, content, locale]);

  return (
    <div data-figures={stacked ? 'inside' : 'beyond'}>
      <Apex type="bar" width="100%" height={height} options={drawing.options} series={drawing.series} />
    </div>
  );
}
