/** `/reviewSearch/{teamId}`: the five reports, on the screen and on paper. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import type { Team } from 'command-api/contract/entities';
import { FileSearch, GitCompareArrows, History, Printer } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { paths } from '../platform/paths.ts';
import { countReviews, makeReport, type Report } from '../features/reports/api.ts';
import {
  instantsOf,
  isComplete,
  needsDates,
  readAsk,
  reportLabel,
  writeAsk,
  type CompleteAsk,
} from '../features/reports/ask.ts';
import type { Figure } from '../features/reports/behind.ts';
import { CsvLink } from '../features/reports/csv-link.tsx';
import { useServersClock } from '../features/reports/known-on.ts';
import { KnownOnMark } from '../features/reports/known-on-mark.tsx';
import { reportsText as text } from '../features/reports/messages.ts';
import { ReportForm } from '../features/reports/report-form.tsx';
import { NewerFigures } from '../features/reports/newer-figures.tsx';
import { reportMachine } from '../features/reports/report.machine.ts';
import { ReportProgress } from '../features/reports/report-progress.tsx';
import { isDrawn, ReportView } from '../features/reports/report-view.tsx';
import { policy } from '../clinical/policy.ts';
import { shownInstant } from '../platform/time/instants.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { useOutdated } from '../sync/cache/use-outdated.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { keys } from '../sync/cache/query-keys.ts';
import { personName } from '../platform/text/names.ts';
import { recordReportPrinted } from '../sync/record-access.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorAlert } from '../components/error-alert.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { Panel } from '../components/layout/panel.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { AsyncBoundary } from '../components/async-boundary.tsx';
import { LoadFailed } from '../components/load-failed.tsx';
import { PrintedPage, usePrintedAt } from '../components/layout/printed-page.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';

export { signedInOnly as loader } from '../app/guards.ts';

/** A chart that has not said so by then is printed as it stands; a comparison is read, and may be long. */
const CHART_PATIENCE_MS = 3_000;
const COMPARISON_PATIENCE_MS = 20_000;
const nothingStands = { chart: false, comparison: false };
const BehindDialog = lazyComponent(() => import('../features/reports/behind-dialog.tsx'));
const Compared = lazyComponent(() => import('../features/reports/compared.tsx'));

export function Component() {
  const { teamId = '' } = useParams();
  const team = useQuery(teamQuery(teamId));
  useWatch({ team: teamId });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <Box data-print="hide">
            <PageHeader
              title={text.title}
              windowTitle={`${text.title} – ${found.name}`}
              crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: text.title }]}
            />
          </Box>
          <Reports key={teamId} team={found} />
        </>
      )}
    </QueryBoundary>
  );
}

function Reports({ team }: { team: Team }) {
  const user = useSessionUser();
  const [params, setParams] = useSearchParams();
  const [machine] = useState(() =>
    reportMachine.provide({
      actors: {
        count: fromPromise<number | undefined, CompleteAsk>(({ input, signal }) =>
          countReviews({ team: team._id, ask: input, signal }),
        ),
        make: fromPromise<Report, CompleteAsk>(({ input, signal }) =>
          makeReport({ team: team._id, ask: input, signal }),
        ),
      },
    }),
  );
  const [state, send, actor] = useMachine(machine, { input: readAsk(params) });
  const { ask, total, report, error } = state.context;
  // A link from "Now", opened where the clock is behind, would wait until that has caught up.
  useServersClock([ask.asOf, ask.against], () => send({ type: 'set', patch: {} }));
  const [outdated, renew] = useOutdated(keys.figures);
  // What is behind the figures is read with them, not as it was for those before.
  useEffect(() => {
    if (report === undefined) return;
    renew();
    queryClient.removeQueries({ queryKey: keys.collectedOf(team._id) });
  }, [report, renew, team._id]);
  const [behind, setBehind] = useState<{ figure: Figure; of: string; asOf: string | undefined }>();

  const address = writeAsk(ask).toString();
  useEffect(
    () => setParams(new URLSearchParams(address), { replace: true, preventScrollReset: true }),
    [address, setParams],
  );

  const printing = state.matches({ success: 'printing' });
  const instants = instantsOf(ask);
  /** What is not drawn by itself and stands as it goes on paper. */
  const [stands, setStands] = useState(nothingStands);
  if (!printing && stands !== nothingStands) setStands(nothingStands);
  const chartStands = useCallback(() => setStands((before) => ({ ...before, chart: true })), []);
  const comparisonStands = useCallback(() => setStands((before) => ({ ...before, comparison: true })), []);
  const noted = useRef(false);
  const note = useCallback(() => {
    const { type, startDate, endDate } = actor.getSnapshot().context.ask;
    noted.current = true;
    if (type !== undefined) recordReportPrinted(team._id, type, needsDates(type) ? { startDate, endDate } : {});
  }, [actor, team._id]);
  // Also by the browser's own command.
  useEffect(() => {
    if (report === undefined) return undefined;
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, [report, note]);
  const print = useCallback(() => {
    // The patience with a chart may end in the moment in which it stands.
    const now = actor.getSnapshot();
    if (!now.matches({ success: 'printing' })) return;
    noted.current = false;
    window.print();
    if (!noted.current) note();
    actor.send({ type: 'printed' });
  }, [actor, note]);
  // What is drawn by itself stands with the next frame; for the rest it is waited until it says so, or for a while.
  const patience =
    report === undefined
      ? 0
      : instants && !stands.comparison
        ? COMPARISON_PATIENCE_MS
        : isDrawn(report) && !stands.chart
          ? CHART_PATIENCE_MS
          : 0;
  useEffect(() => {
    if (!printing || report === undefined) return undefined;
    const timer = setTimeout(print, patience);
    return () => clearTimeout(timer);
  }, [printing, report, print, patience]);
  const period = needsDates(ask.type) ? text.period(ask.startDate, ask.endDate) : '';
  const knownOn = ask.asOf ? text.asKnownOn(shownInstant(ask.asOf)) : '';

  return (
    <>
      <Panel data-print="hide">
        <ReportForm
          ask={ask}
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
      {state.hasTag('busy') && <ReportProgress type={ask.type} total={total} />}
      {report === undefined && !state.hasTag('busy') && !error && (
        <EmptyState icon={<FileSearch size={32} aria-hidden />} title={text.choose}>
          {text.chooseHint}
        </EmptyState>
      )}
      {report && (
        <Box as="section" aria-labelledby="report-title" marginBlockStart="4">
          <PrintedPage
            atPaperWidth={printing}
            head={
              <PaperHead
                team={team.name}
                what={[`${reportLabel(ask.type)} ${period}`.trim(), knownOn].filter(Boolean).join(' · ')}
                by={user ? personName(user) : ''}
              />
            }
          >
            <Box
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              justifyContent="space-between"
              gap="3"
              marginBlockEnd="3"
            >
              <Box>
                <Box as="h2" id="report-title" fontSize="lg" fontWeight="semibold">
                  {reportLabel(ask.type)}
                </Box>
                <Box color="fg.muted" className="tabular">
                  <ClinicalText>
                    {[period, report.type === 1 ? text.reviews(report.found.length) : ''].filter(Boolean).join(' · ')}
                  </ClinicalText>
                </Box>
              </Box>
              <Box data-print="hide" display="flex" flexWrap="wrap" gap="2">
                {user && policy.administer(user, team) && needsDates(ask.type) && <CsvLink team={team._id} ask={ask} />}
                {!ask.asOf && (
                  <Button variant="outline" onClick={() => send({ type: 'reopen', patch: { asOf: '' } })}>
                    <History aria-hidden />
                    {text.askKnownOn}
                  </Button>
                )}
                {ask.asOf && !ask.against && (
                  <Button variant="outline" onClick={() => send({ type: 'reopen', patch: { against: '' } })}>
                    <GitCompareArrows aria-hidden />
                    {text.askAgainst}
                  </Button>
                )}
                <Button loading={printing} onClick={() => send({ type: 'print' })}>
                  <Printer aria-hidden />
                  {text.print}
                </Button>
              </Box>
            </Box>
            {ask.asOf && <KnownOnMark team={team._id} asOf={ask.asOf} />}
            {/* What was known does not change. */}
            <NewerFigures
              offered={outdated && !ask.asOf}
              busy={state.matches({ success: 'refreshing' })}
              onShow={() => send({ type: 'refresh' })}
            />
            {/* A chart is drawn anew for paper: it says when it stands at that width. */}
            <ReportView
              key={isDrawn(report) ? String(printing) : ''}
              report={report}
              asOf={ask.asOf}
              whole={printing}
              onFigure={(figure, of) => setBehind({ figure, of, asOf: ask.asOf })}
              onReady={chartStands}
            />
            {instants && isComplete(ask) && (
              <AsyncBoundary instead={<LoadFailed />}>
                <Compared
                  key={`${instants.earlier} ${instants.later}`}
                  team={team._id}
                  ask={ask}
                  instants={instants}
                  report={report}
                  onFigure={(figure, of, asOf) => setBehind({ figure, of, asOf })}
                  whole={printing}
                  onReady={comparisonStands}
                />
              </AsyncBoundary>
            )}
          </PrintedPage>
        </Box>
      )}
      {behind && (
        <AsyncBoundary key={JSON.stringify(behind)} instead={<LoadFailed asks />}>
          <BehindDialog
            team={team._id}
            startDate={ask.startDate}
            endDate={ask.endDate}
            {...behind}
            onClose={() => setBehind(undefined)}
          />
        </AsyncBoundary>
      )}
    </>
  );
}

/** On every printed page: whose report it is, of which days, and who printed it when. */
function PaperHead({ team, what, by }: { team: string; what: string; by: string }) {
  const at = usePrintedAt();
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      gap="4"
      borderBlockEndWidth="1px"
      borderColor="black"
      paddingBlockEnd="1"
    >
      <span>
        <bdi>{team}</bdi> · <ClinicalText>{what}</ClinicalText>
      </span>
      <span>
        <ClinicalText>{text.printedBy(by, at)}</ClinicalText>
      </span>
    </Box>
  );
}
