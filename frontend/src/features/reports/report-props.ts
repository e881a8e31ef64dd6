/** What every report with a chart is given, and how tall its chart is. */
import type { Figure } from './behind.ts';

export interface ReportProps<Row> {
  found: readonly Row[];
  /** `of`: the figure in words. */
  onFigure: (figure: Figure, of: string) => void;
  onReady: () => void;
}

const BAR_PX = 34;
const LEAST_PX = 240;
/** Of a chart of bars, in pixels; `axis`: what stands below them. */
export const barsHeight = (bars: number, axis: number): number => Math.max(LEAST_PX, bars * BAR_PX + axis);
