/** Prints a report when its chart and its comparison are ready, and records each printing in the access log. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { recordReportPrinted } from '../../sync/record-access.ts';
import { comparedInstants, needsDates } from './report-criteria.ts';
import type { reportMachine } from './report.machine.ts';
import { hasChart } from './views/report-view.tsx';

/** After this time a missing chart or comparison is no longer waited for. A comparison is read and may be long. */
const CHART_WAIT_MS = 3_000;
const COMPARISON_WAIT_MS = 20_000;
const nothingReady = { chart: false, comparison: false };

export interface ReportPrinting {
  isPrinting: boolean;
  onChartReady: () => void;
  onComparisonReady: () => void;
}

export function useReportPrinting(
  team: string,
  state: SnapshotFrom<typeof reportMachine>,
  actor: ActorRefFrom<typeof reportMachine>,
): ReportPrinting {
  const { criteria, report } = state.context;
  const isPrinting = state.matches({ success: 'printing' });
  const [ready, setReady] = useState(nothingReady);
  if (!isPrinting && ready !== nothingReady) setReady(nothingReady);
  const onChartReady = useCallback(() => setReady((before) => ({ ...before, chart: true })), []);
  const onComparisonReady = useCallback(() => setReady((before) => ({ ...before, comparison: true })), []);

  const isRecorded = useRef(false);
  const record = useCallback(() => {
    const { type, startDate, endDate } = actor.getSnapshot().context.criteria;
    isRecorded.current = true;
    if (type !== undefined) recordReportPrinted(team, type, needsDates(type) ? { startDate, endDate } : {});
  }, [actor, team]);
  // The browser's own print command is recorded too.
  useEffect(() => {
    if (report === undefined) return undefined;
    window.addEventListener('beforeprint', record);
    return () => window.removeEventListener('beforeprint', record);
  }, [report, record]);
  const print = useCallback(() => {
    // The timer may end at the moment when the chart is ready: the machine says whether it is printed already.
    if (!actor.getSnapshot().matches({ success: 'printing' })) return;
    isRecorded.current = false;
    window.print();
    if (!isRecorded.current) record();
    actor.send({ type: 'printed' });
  }, [actor, record]);

  const hasComparison = comparedInstants(criteria) !== undefined;
  const waitMs =
    report === undefined
      ? 0
      : hasComparison && !ready.comparison
        ? COMPARISON_WAIT_MS
        : hasChart(report) && !ready.chart
          ? CHART_WAIT_MS
          : 0;
  useEffect(() => {
    if (!isPrinting || report === undefined) return undefined;
    const timer = setTimeout(print, waitMs);
    return () => clearTimeout(timer);
  }, [isPrinting, report, print, waitMs]);
  return { isPrinting, onChartReady, onComparisonReady };
}
