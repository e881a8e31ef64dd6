/** Shows a report by its type, or a sentence where it has no rows. */
import { FileSearch } from 'lucide-react';
import { EmptyState } from '../../../components/screen-states.tsx';
import type { Report } from '../api.ts';
import type { Figure } from '../drill-down.ts';
import { CollectedReviews } from './collected-reviews.tsx';
import { ErrorDistribution } from './error-distribution.tsx';
import { reportsText as text } from '../messages.ts';
import { ReviewsPerDay } from './reviews-per-day.tsx';
import { RecurrentAdmissions } from './recurrent-admissions.tsx';
import { ErrorsByTag } from './errors-by-tag.tsx';

interface Props {
  report: Report;
  /** The report is known as of this instant. */
  asOf: string | undefined;
  /** Paper shows all rows: nothing can be unfolded there. */
  isPrinting: boolean;
  onFigure: (figure: Figure, label: string) => void;
  /** The chart, where there is one, is drawn. */
  onReady: () => void;
}

export const hasChart = (report: Report): boolean =>
  report.found.length > 0 && (report.type === 2 || report.type === 3 || report.type === 5);

export function ReportView({ report, asOf, isPrinting, onFigure, onReady }: Props) {
  if (report.found.length === 0)
    return (
      <EmptyState level={3} icon={<FileSearch size={32} aria-hidden />} title={emptyText(report)}>
        {report.type === 1 || report.type === 3 ? text.noneHint : undefined}
      </EmptyState>
    );
  switch (report.type) {
    case 1:
      return <CollectedReviews rows={report.found} asOf={asOf} isPrinting={isPrinting} />;
    case 2:
      return <ErrorDistribution rows={report.found} onFigure={onFigure} onReady={onReady} isPrinting={isPrinting} />;
    case 3:
      return <ReviewsPerDay rows={report.found} onFigure={onFigure} onReady={onReady} />;
    case 4:
      return <RecurrentAdmissions rows={report.found} asOf={asOf} />;
    case 5:
      return <ErrorsByTag rows={report.found} onFigure={onFigure} onReady={onReady} isPrinting={isPrinting} />;
  }
}

const emptyText = ({ type }: Report): string =>
  type === 4 ? text.noRecurrent : type === 2 || type === 5 ? text.noErrors : text.none;
