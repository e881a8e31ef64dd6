/** A chart of the past with the slider that goes through its changes, and its differences to the newest chart. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartAsOf, Moments } from 'command-api/contract/history';
import { ClipboardList } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { admissionText } from '../../features/admission/messages.ts';
import { chartQuery } from '../../features/time-travel/api.ts';
import { DifferenceList } from '../../features/time-travel/difference-list.tsx';
import { differences } from '../../features/time-travel/differences.ts';
import {
  formatPosition,
  isNewest,
  isUnderOneHour,
  type ChangeTimes,
  lastPosition,
  changeTimesOf,
  moveBy,
  adjacentChange,
  revisionAt,
} from '../../features/time-travel/change-times.ts';
import { timeTravelText as text } from '../../features/time-travel/messages.ts';
import { VerificationPanel } from '../../features/time-travel/verification-panel.tsx';
import { parseTab } from '../../features/time-travel/chart-location.ts';
import { TimeSlider } from '../../features/time-travel/time-slider.tsx';
import { useUrlParams } from '../../features/time-travel/use-url-params.ts';
import { type TimeTravel, usePlayback, useTimeTravel } from '../../features/time-travel/use-time-travel.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { busyProps } from '../../components/styles.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { PastChartTabs } from './past-chart-tabs.tsx';

export function PastChartScreen({ id, moments }: { id: string; moments: Moments }) {
  const times = useMemo(() => changeTimesOf(moments), [moments]);
  const address = useUrlParams();
  const travel = useTimeTravel(times, address);
  const [position, settled] = [formatPosition(travel.position), formatPosition(travel.settled)];
  const chart = useQuery({ ...chartQuery(id, settled), placeholderData: keepPreviousData });
  const isReady = chart.isSuccess && !chart.isPlaceholderData && position === settled;
  const { playing, play } = usePlayback(times, travel, isReady);
  usePrefetch(id, times, travel, isReady);
  const past = chart.data;
  const team = useQuery({ ...teamQuery(past?.admission.team ?? ''), enabled: past !== undefined });
  useWatch(moments.deleted ? undefined : { admission: id }, past && { team: past.admission.team });
  const isNewestChart = !moments.deleted && isNewest(times, travel.settled);
  const crumbs = past
    ? [
        { label: team.data?.name ?? '…', to: paths.team.href(past.admission.team), name: true },
        { label: admissionText.patients, to: paths.patients.href(past.admission.team) },
        { label: patientFullName(past.patient), to: paths.patient.href(past.patient._id), name: true },
        ...(moments.deleted ? [] : [{ label: admissionText.title, to: paths.admission.href(id) }]),
      ]
    : [];

  return (
    <>
      <PageHeader
        title={text.title}
        windowTitle={past ? `${text.title} ${patientInitials(past.patient)}` : text.title}
        crumbs={[...crumbs, { label: text.title }]}
        actions={
          moments.deleted ? undefined : (
            <Button asChild size="sm" variant="outline">
              <Link to={paths.admission.href(id)}>
                <ClipboardList size={16} aria-hidden />
                {text.live}
              </Link>
            </Button>
          )
        }
      />
      {moments.deleted ? (
        <Panel role="note" marginBlockEnd="3" paddingBlock="2" bg="amber.subtle" color="amber.fg">
          <ClinicalText>
            {text.deleted(
              formatInstant(new Date(Date.parse(moments.from) + (moments.after.at(-1) ?? 0)).toISOString()),
            )}
          </ClinicalText>
        </Panel>
      ) : null}
      <Panel as="section" aria-label={text.travel} paddingBlock="3" marginBlockEnd="3" data-print="hide">
        <TimeSlider
          times={times}
          position={travel.position}
          step={travel.step}
          playing={playing}
          onGo={travel.goTo}
          onStep={travel.setStep}
          onPlay={play}
        />
      </Panel>
      <QueryBoundary query={chart} waiting={<SkeletonRows rows={6} label={text.loading} />}>
        {(shown) => (
          <>
            <Box data-revision={shown.revision} {...busyProps(!isReady)}>
              <PastChartTabs
                chart={shown}
                isNewest={isNewestChart}
                seconds={isUnderOneHour(times)}
                tab={parseTab(address.params.get('tab'))}
                onTab={(tab) => address.set('tab', tab)}
              />
            </Box>
            <Box display="grid" gap="3" marginBlockStart="6" data-print="hide">
              <DifferencesToNow id={id} times={times} chart={shown} />
              <Verification id={id} />
            </Box>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** Reads the neighbouring changes and the next step ahead, but not while the slider moves. */
function usePrefetch(id: string, times: ChangeTimes, { settled, step }: TimeTravel, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    for (const next of [
      adjacentChange(times, settled, 1),
      adjacentChange(times, settled, -1),
      moveBy(times, settled, step),
    ])
      if (next) void queryClient.prefetchQuery(chartQuery(id, formatPosition(next)));
  }, [id, times, settled, step, isReady]);
}

function DifferencesToNow({ id, times, chart }: { id: string; times: ChangeTimes; chart: ChartAsOf }) {
  const [open, setOpen] = useState(false);
  const newest = lastPosition(times, 'change');
  const now = useQuery({ ...chartQuery(id, formatPosition(newest)), enabled: open });
  return (
    <Disclosure label={text.differences.open} open={open} onToggle={setOpen}>
      <QueryBoundary query={now}>
        {(found) => <Differences past={chart} now={found} changes={revisionAt(times, newest) - chart.revision} />}
      </QueryBoundary>
    </Disclosure>
  );
}

function Differences({ past, now, changes }: { past: ChartAsOf; now: ChartAsOf; changes: number }) {
  const parts = useMemo(() => differences(past, now), [past, now]);
  return <DifferenceList parts={parts} changes={changes} />;
}

function Verification({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={text.proof.open} open={open} onToggle={setOpen}>
      <VerificationPanel kind="admissions" id={id} />
    </Disclosure>
  );
}
