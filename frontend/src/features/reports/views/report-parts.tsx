/**
 * The parts that the reports share: tables of figures, the size of bar charts on the screen and on paper, and links.
 */
import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { formatNumber } from '../../../platform/language/numbers.ts';
import type { Figure } from '../figures.ts';
import { paths } from '../../../platform/paths.ts';

/** Plain elements under one styled root. */
const table = {
  overflowX: 'auto',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  _print: { overflow: 'visible', borderWidth: 0 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'sm' },
  '& :is(th, td)': {
    textAlign: 'start',
    paddingInline: '3',
    paddingBlock: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    verticalAlign: 'top',
    overflowWrap: 'break-word',
    _print: { paddingInline: '1', paddingBlock: '1' },
  },
  '& thead th': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& tbody:last-of-type tr:last-child > *': { borderBlockEndWidth: 0 },
  '& tbody th': { fontWeight: 'semibold' },
  '& tbody th.under': { fontWeight: 'normal', paddingInlineStart: '8' },
  '& .number': { fontVariantNumeric: 'tabular-nums', textAlign: 'end', whiteSpace: 'nowrap' },
  // A patient's four names are hard to read in four lines.
  '& .name': { minWidth: '8rem' },
  '& .date': { whiteSpace: 'nowrap' },
  '& button': {
    cursor: 'pointer',
    color: 'brand.fg',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    minWidth: '6',
    minHeight: '6',
    textAlign: 'end',
    _print: { color: 'inherit', textDecoration: 'none' },
  },
  '& a': {
    color: 'brand.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    _print: { color: 'inherit', textDecoration: 'none' },
  },
};

export const FigureTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // The tabindex lets the keyboard scroll a table that is wider than the screen.
  <Box css={table} role="region" aria-label={label} tabIndex={0}>
    <table aria-label={label}>{children}</table>
  </Box>
);

/** A figure that opens the rows behind it. @param label the counted thing, for screen readers */
export const FigureValue = ({ value, label, onOpen }: { value: number; label: string; onOpen: () => void }) => {
  const t = useTranslation();
  return value === 0 ? (
    <>{formatNumber(0)}</>
  ) : (
    <button type="button" aria-label={t('reports.openFigure', { value, what: label })} onClick={onOpen}>
      {formatNumber(value)}
    </button>
  );
};

/** The properties of a report with a chart. */
export interface ChartReportProps<Row> {
  rows: readonly Row[];
  isPrinting: boolean;
  /** Opens the rows behind a figure. @param label the figure in words */
  onFigure: (figure: Figure, label: string) => void;
  /** The chart is drawn. */
  onReady: () => void;
}

const BAR_PX = 34;
const MIN_HEIGHT_PX = 240;
/** @param axisPx height of the axis below the bars @returns pixels */
export const barsHeight = (bars: number, axisPx: number): number => Math.max(MIN_HEIGHT_PX, bars * BAR_PX + axisPx);

/**
 * As many bars as fit on the first page below the title. A chart taller than a page leaves a blank page before it and
 * is cut at the end of the next one.
 */
const BARS_PER_PAGE = 20;
/** On paper the first page of rows, which are the most frequent ones. */
export const barsToDraw = <Row,>(rows: readonly Row[], isPrinting: boolean): readonly Row[] =>
  isPrinting ? rows.slice(0, BARS_PER_PAGE) : rows;

/** A bar chart above a table of the same rows. Says on paper that the other rows are in the table only. */
export const PrintableBars = ({ drawn, all, children }: { drawn: number; all: number; children: ReactNode }) => {
  const t = useTranslation();
  return (
    // The browser's own print command prints the chart in its screen size.
    <Box {...(drawn > BARS_PER_PAGE ? { 'data-print': 'hide' } : {})}>
      {children}
      {drawn < all && <Box fontSize="sm">{t('reports.mostFrequent', { drawn, all })}</Box>}
    </Box>
  );
};

/** @param asOf opens the chart as it was at that instant; undefined: the chart of today */
export const reviewHref = (review: { _id: string; admission: string }, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(review.admission, asOf) : paths.admission.href(review.admission, { review: review._id });
export const admissionHref = (admission: string, asOf: string | undefined): string =>
  asOf ? paths.chartThen.href(admission, asOf) : paths.admission.href(admission);

/** Opens every event of an entry. @param children replaces the word "History" */
export const EntryHistoryLink = ({
  entry,
  review,
  children,
}: {
  entry: { _id: string; errDrugLabel: string };
  review: string;
  children?: ReactNode;
}) => {
  const t = useTranslation();
  return (
    <Link
      to={paths.entryLife.href(entry._id, review)}
      target="_blank"
      rel="noopener"
      aria-label={t('reports.historyOf', { what: entry.errDrugLabel })}
      data-print="hide"
    >
      {children ?? t('reports.history')}
    </Link>
  );
};
