/** What every report with a chart is given, and how tall its chart is, on the screen and on paper. */
import type { Figure } from './behind.ts';

export interface ReportProps<Row> {
  found: readonly Row[];
  /** `of`: the figure in words. */
  onFigure: (figure: Figure, of: string) => void;
  onReady: () => void;
  /** It is being printed. */
  whole: boolean;
}

const BAR_PX = 34;
const LEAST_PX = 240;
/** Of a chart of bars, in pixels; `axis`: what stands below them. */
export const barsHeight = (bars: number, axis: number): number => Math.max(LEAST_PX, bars * BAR_PX + axis);

/**
 * So many have room on the first page, below the report's title. What is taller than a page leaves one blank before it,
 * and is cut at the end of the next.
 */
export const BARS_ON_PAPER = 20;
/** What of it is drawn: the rows that come first have the most. */
export const drawnOf = <Row>(found: readonly Row[], whole: boolean): readonly Row[] =>
  whole ? found.slice(0, BARS_ON_PAPER) : found;
