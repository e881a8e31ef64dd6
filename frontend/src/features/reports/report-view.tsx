/** A report, by its type; nothing found is said in a sentence. */
import { FileSearch } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Report } from './api.ts';
import type { Figure } from './behind.ts';
import { Collected } from './collected.tsx';
import { Distribution } from './distribution.tsx';
import { reportsText as text } from './messages.ts';
import { PerDay } from './per-day.tsx';
import { Recurrent } from './recurrent.tsx';
import { Tags } from './tags.tsx';

interface Props {
  report: Report;
  /** As known at this instant. */
  asOf: string | undefined;
  /** On paper, where nothing can be asked for: all of it. */
  whole: boolean;
  onFigure: (figure: Figure, of: string) => void;
  /** Its chart stands on the screen, where it has one. */
  onReady: () => void;
}

/** Whether it has a chart. */
export const isDrawn = (report: Report): boolean =>
  report.found.length > 0 && (report.type === 2 || report.type === 3 || report.type === 5);

export function ReportView({ report, asOf, whole, onFigure, onReady }: Props) {
  if (report.found.length === 0)
    return (
      <EmptyState level={3} icon={<FileSearch size={32} aria-hidden />} title={noneOf(report)}>
        {report.type === 1 || report.type === 3 ? text.noneHint : undefined}
      </EmptyState>
    );
  switch (report.type) {
    case 1:
      return <Collected found={report.found} asOf={asOf} whole={whole} />;
    case 2:
      return <Distribution found={report.found} onFigure={onFigure} onReady={onReady} whole={whole} />;
    case 3:
      return <PerDay found={report.found} onFigure={onFigure} onReady={onReady} />;
    case 4:
      return <Recurrent found={report.found} asOf={asOf} />;
    case 5:
      return <Tags found={report.found} onFigure={onFigure} onReady={onReady} whole={whole} />;
  }
}

const noneOf = ({ type }: Report): string =>
  type === 4 ? text.noRecurrent : type === 2 || type === 5 ? text.noErrors : text.none;
