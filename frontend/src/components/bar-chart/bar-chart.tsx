import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { ChartColumn, Table } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { loadWithRetry, withStyles } from '../../platform/http/retry.ts';
import type { DrawingProps, Figures } from './bar-chart-drawing.tsx';
import { ClinicalName } from '../text/clinical-text.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props extends Figures {
  /** For a person: "Top ten medication errors". */
  title: string;
  /** The head of the first column of the table. */
  categoryName: string;
  /** Pixels of the drawing. The table has its own height. */
  height: number;
  /** Opens the entries behind a figure. */
  onFigure?: (category: number, series: number) => void;
  /** Called when the drawing or the table is rendered: the page may be printed. */
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
 * Figures as a drawing and as a table. Screen readers always have the table, and a person may switch to it. The drawing
 * (155 KB) is loaded with the first chart. If it cannot be loaded, the table is shown instead.
 */
export function BarChart({ title, categoryName, height, onFigure, onReady, ...figures }: Props) {
  const t = useTranslation();
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
  const isDrawingShown = !asTable && Drawing !== 'failed';
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isDrawingShown) ready.current?.();
  }, [isDrawingShown]);

  return (
    <Box as="figure" aria-label={title} position="relative" margin="0">
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" marginBlockEnd="2">
        <Box as="figcaption" fontWeight="semibold" textWrap="balance">
          {title}
        </Box>
        {Drawing === 'failed' ? (
          <Box role="status" fontSize="xs" color="fg.muted">
            {t('chart.notDrawn')}
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
            {asTable ? t('chart.asChart') : t('chart.asTable')}
          </Button>
        )}
      </Box>
      {isDrawingShown ? (
        // Before it is drawn, its empty box is not printed. The box keeps its width: without a width nothing is drawn.
        <Box
          aria-hidden
          minHeight={`${height}px`}
          dir="ltr"
          {...(isDrawn ? {} : { _print: { minHeight: 0, height: 0, overflow: 'hidden' } })}
        >
          {Drawing === undefined ? (
            <Skeleton height={`${height}px`} />
          ) : (
            <Drawing
              {...figures}
              height={height}
              onReady={() => {
                setDrawn(true);
                ready.current?.();
              }}
              {...(onFigure ? { onFigure } : {})}
            />
          )}
        </Box>
      ) : null}
      <Box srOnly={isDrawingShown}>
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
                    {onFigure && !isDrawingShown && (values[row] ?? 0) > 0 ? (
                      <button type="button" onClick={() => onFigure(row, column)}>
                        {formatNumber(values[row] ?? 0)}
                      </button>
                    ) : (
                      formatNumber(values[row] ?? 0)
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
