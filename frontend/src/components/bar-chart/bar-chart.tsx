import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { ChartColumn, Table } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { loadWithRetry, withStyles } from '../../platform/http/retry.ts';
import type { DrawingProps } from './bar-chart-drawing.tsx';
import { ClinicalName } from '../text/clinical-text.tsx';
import { chartText as text } from '../messages.ts';

export interface Series {
  name: string;
  values: readonly number[];
}
/** Of the palette: `a` is calm, `b` warns. */
export type ChartColour = 'a' | 'b' | 'c' | 'd' | 'e' | 'f';
export interface Figures {
  /** `bars` lie, for long names; `columns` stand, for days. */
  kind: 'bars' | 'columns';
  categories: readonly string[];
  /** A value for each category, in their order. */
  series: readonly Series[];
  /** The series of one category in one bar. */
  stacked?: boolean;
  /** Of the series, in their order, by the palette's letters; default: a, b, c, … */
  colours?: readonly ChartColour[];
  /** Drawn at once, as for paper: bars that grow would be printed half grown. */
  still?: boolean;
}
interface Props extends Figures {
  /** What is counted, for a person: "Top ten medication errors". */
  title: string;
  /** What a category is: heads the table's first column. */
  categoryName: string;
  /** Pixels of the drawing; the table takes what it needs. */
  height: number;
  /** Opens what is behind a figure. */
  onFigure?: (category: number, series: number) => void;
  /** The drawing stands, or the table in its place: a page that waits for it may be printed. */
  onReady?: () => void;
}

const loadDrawing = withStyles(() => import('./bar-chart-drawing.tsx'));

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 'sm',
  '& th, & td': {
    paddingBlock: '1.5',
    paddingInlineEnd: '3',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  '& thead th': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'semibold', verticalAlign: 'bottom' },
  '& tbody th': { fontWeight: 'normal' },
  '& td': { fontVariantNumeric: 'tabular-nums', fontWeight: 'semibold' },
  '& button': {
    cursor: 'pointer',
    color: 'brand.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    minWidth: '6',
    minHeight: '6',
    textAlign: 'start',
  },
};

/**
 * Figures, drawn; and the same as a table, which a screen reader always has and everybody may switch to.
 * The drawing (151 KB) is loaded with the first chart; where it can't be, the table stands in its place.
 */
export function BarChart({ title, categoryName, height, onFigure, onReady, ...figures }: Props) {
  const [asTable, setAsTable] = useState(false);
  const [Drawing, setDrawing] = useState<ComponentType<DrawingProps> | 'failed'>();
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  });
  useEffect(() => {
    const loading = loadWithRetry(loadDrawing, {
      onLoaded: ({ BarChartDrawing }) => setDrawing(() => BarChartDrawing),
      onFailed: () => setDrawing('failed'),
    });
    return loading.stop;
  }, []);
  const drawn = !asTable && Drawing !== 'failed';
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (!drawn) ready.current?.();
  }, [drawn]);

  return (
    <Box as="figure" aria-label={title} position="relative" margin="0">
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" marginBlockEnd="2">
        <Box as="figcaption" fontWeight="semibold" textWrap="balance">
          {title}
        </Box>
        {Drawing === 'failed' ? (
          <Box role="status" fontSize="xs" color="fg.muted">
            {text.notDrawn}
          </Box>
        ) : (
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            marginInline="-2.5"
            data-print="hide"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn size={14} aria-hidden /> : <Table size={14} aria-hidden />}
            {asTable ? text.asChart : text.asTable}
          </Button>
        )}
      </Box>
      {drawn ? (
        // Until it stands there is nothing of it to print but its room. It keeps its width: without one it would never
        // be drawn.
        <Box
          aria-hidden
          minHeight={`${height}px`}
          dir="ltr"
          {...(stands ? {} : { _print: { minHeight: 0, height: 0, overflow: 'hidden' } })}
        >
          {Drawing === undefined ? (
            <Skeleton height={`${height}px`} />
          ) : (
            <Drawing
              {...figures}
              height={height}
              onReady={() => {
                setStands(true);
                ready.current?.();
              }}
              {...(onFigure ? { onFigure } : {})}
            />
          )}
        </Box>
      ) : null}
      <Box srOnly={drawn}>
        <Box as="table" css={table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{categoryName}</th>
              {figures.series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.categories.map((category, row) => (
              <tr key={category}>
                <th scope="row">
                  <ClinicalName>{category}</ClinicalName>
                </th>
                {figures.series.map(({ name, values }, column) => (
                  <td key={name}>
                    {onFigure && !drawn && (values[row] ?? 0) > 0 ? (
                      <button type="button" onClick={() => onFigure(row, column)}>
                        {values[row]}
                      </button>
                    ) : (
                      (values[row] ?? 0)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
