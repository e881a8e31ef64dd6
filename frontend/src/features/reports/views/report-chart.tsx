/** What the reports with a chart share: their properties, and the size of a bar chart on the screen and on paper. */
import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import type { Figure } from '../drill-down.ts';
import { reportsText as text } from '../messages.ts';

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
export const PrintableBars = ({ drawn, all, children }: { drawn: number; all: number; children: ReactNode }) => (
  // The browser's own print command prints the chart in its screen size.
  <Box {...(drawn > BARS_PER_PAGE ? { 'data-print': 'hide' } : {})}>
    {children}
    {drawn < all && <Box fontSize="sm">{text.mostFrequent(drawn, all)}</Box>}
  </Box>
);
