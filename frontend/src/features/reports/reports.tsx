/** The report screen of a team: the form, the report with its printing, and the rows behind a figure. */
import { Box } from '@chakra-ui/react/box';
import { useMachine } from '@xstate/react';
import type { Team } from 'language/contract/entities';
import type { ReportType } from 'language/domain/values/codes';
import { FileSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useHasNewerData } from '../../sync/cache/invalidation.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { EmptyState, ErrorAlert } from '../../components/screen-states.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { countReviews, makeReport, type Report } from './api.ts';
import type { Figure } from './figures.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { type CompleteCriteria, readCriteria, writeCriteria } from './report-criteria.ts';
import { ReportForm } from './report-form.tsx';
import { ReportResult } from './report-result.tsx';
import { reportMachine } from './report.machine.ts';
import { useServerClock } from './hospital-time.ts';
import { useReportPrinting } from './use-report-printing.ts';

const DrillDownDialog = lazyComponent(() => import('./drill-down-dialog.tsx'));

export function Reports({ team }: { team: Team }) {
  const t = useTranslation();
  const [params, setParams] = useSearchParams();
  const [machine] = useState(() =>
    reportMachine.provide({
      actors: {
        count: fromPromise<number | undefined, CompleteCriteria>(({ input, signal }) =>
          countReviews({ team: team._id, criteria: input, signal }),
        ),
        make: fromPromise<Report, CompleteCriteria>(({ input, signal }) =>
          makeReport({ team: team._id, criteria: input, signal }),
        ),
      },
    }),
  );
  const [state, send, actor] = useMachine(machine, { input: readCriteria(params) });
  const { criteria, total, report, error } = state.context;
  // Where this device's clock is behind, the instant of a shared link is still in the future here.
  useServerClock([criteria.asOf, criteria.against], () => send({ type: 'set', patch: {} }));
  const [outdated, renew] = useHasNewerData(queryKeys.figures);
  // The rows behind the figures are read after the figures, and not from the cache of earlier ones.
  useEffect(() => {
    if (report === undefined) return;
    renew();
    queryClient.removeQueries({ queryKey: queryKeys.collectedOf(team._id) });
  }, [report, renew, team._id]);
  const [opened, setOpened] = useState<{ figure: Figure; label: string; asOf: string | undefined }>();

  const address = writeCriteria(criteria).toString();
  useEffect(
    () => setParams(new URLSearchParams(address), { replace: true, preventScrollReset: true }),
    [address, setParams],
  );
  const printing = useReportPrinting(team._id, state, actor);

  return (
    <>
      <Panel data-print="hide">
        <ReportForm
          team={team}
          criteria={criteria}
          locked={state.hasTag('locked')}
          onSet={(patch) => send({ type: 'set', patch })}
          onClear={() => send({ type: 'clear' })}
        />
      </Panel>
      {error && (
        <Box marginBlockStart="4">
          <ErrorAlert error={error} onRetry={() => send({ type: report ? 'refresh' : 'retry' })} />
        </Box>
      )}
      {state.hasTag('busy') && <ReportProgress type={criteria.type} total={total} />}
      {report === undefined && !state.hasTag('busy') && !error && (
        <EmptyState icon={<FileSearch size={32} aria-hidden />} title={t('reports.choose')}>
          {t('reports.chooseHint')}
        </EmptyState>
      )}
      {report && (
        <ReportResult
          team={team}
          criteria={criteria}
          report={report}
          printing={printing}
          isOutdated={outdated}
          isRefreshing={state.matches({ success: 'refreshing' })}
          onRefresh={() => send({ type: 'refresh' })}
          onReopen={(patch) => send({ type: 'reopen', patch })}
          onPrint={() => send({ type: 'print' })}
          onFigure={(figure, label, asOf) => setOpened({ figure, label, asOf })}
        />
      )}
      {opened && (
        <AsyncBoundary key={JSON.stringify(opened)} instead={<LoadFailed asks />}>
          <DrillDownDialog
            team={team._id}
            startDate={criteria.startDate}
            endDate={criteria.endDate}
            {...opened}
            onClose={() => setOpened(undefined)}
          />
        </AsyncBoundary>
      )}
    </>
  );
}

const TAGS_REPORT = 5;
const STEP_MS = 200;
const MAX_PERCENT = 95;

const secondsFor = (type: ReportType | undefined, total: number): number =>
  total / (type === TAGS_REPORT ? 1_000 : 250);

/**
 * 250 reviews a second, 1,000 for the report by tag (docs/product.md, "Reports"). It
 * stops at 95 %: the report itself shows the end.
 */
function ReportProgress({ type, total }: { type: ReportType | undefined; total: number | undefined }) {
  const t = useTranslation();
  const [elapsedS, setElapsedS] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsedS((before) => before + STEP_MS / 1_000), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = total === undefined ? undefined : Math.max(secondsFor(type, total), STEP_MS / 1_000);
  const percent = seconds === undefined ? undefined : Math.min(MAX_PERCENT, Math.round((100 * elapsedS) / seconds));
  const label = total === undefined ? t('reports.working') : t('reports.workingOn', { total });
  return (
    <Box marginBlock="6">
      <Box role="status" color="fg.muted" marginBlockEnd="2">
        {label}
      </Box>
      <Box
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        height="8px"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
      >
        <Box
          height="100%"
          bg="brand.solid"
          borderRadius="full"
          transition="width 0.2s linear"
          width={percent === undefined ? '30%' : `${percent}%`}
          css={percent === undefined ? { animation: 'pulse 1.4s ease-in-out infinite' } : {}}
        />
      </Box>
    </Box>
  );
}
