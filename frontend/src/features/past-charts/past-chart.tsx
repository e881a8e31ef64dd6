/** A chart of the past with the slider that goes through its changes, and its differences to the newest chart. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartAsOf, HistoryEvent, Moments } from 'language/contract/history';
import { ClipboardList, Eraser } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { chartQuery } from '../../sync/reads/past-chart.ts';
import { DifferenceList, differences } from './differences.tsx';
import {
  adjacentChange,
  type ChangeTimes,
  changeTimesOf,
  formatPosition,
  isNewest,
  isUnderOneHour,
  lastPosition,
  moveBy,
  revisionAt,
} from './change-times.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { VerificationDisclosure, VerificationPanel } from '../../clinical/verification-panel.tsx';
import { TimeSlider } from './time-slider.tsx';
import { type TimeTravel, usePlayback, useTimeTravel, useUrlParams } from './use-time-travel.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { busyProps } from '../../components/theme/system.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';

export interface ShownChart {
  chart: ChartAsOf;
  isNewest: boolean;
  /** Show the time with its seconds. */
  seconds: boolean;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

interface Props {
  id: string;
  moments: Moments;
  renderChart: (shown: ShownChart) => ReactNode;
}

export function PastChart({ id, moments, renderChart }: Props) {
  const t = useTranslation();
  const times = useMemo(() => changeTimesOf(moments), [moments]);
  const address = useUrlParams();
  const travel = useTimeTravel(times, address);
  const [position, settled] = [formatPosition(travel.position), formatPosition(travel.settled)];
  // Now is the newest revision: at its instant the patient's data were perhaps older.
  const asked = isNewest(times, travel.settled) ? formatPosition(lastPosition(times, 'change')) : settled;
  const chart = useQuery({ ...chartQuery(id, asked), placeholderData: keepPreviousData });
  const isReady = chart.isSuccess && !chart.isPlaceholderData && position === settled;
  const { playing, play } = usePlayback(times, travel, isReady);
  usePrefetch(id, times, travel, isReady);
  const past = chart.data;
  const team = useQuery({ ...teamQuery(past?.admission.team ?? ''), enabled: past !== undefined });
  useWatch(
    moments.deleted || moments.transferred ? undefined : { admission: id },
    past && { team: past.admission.team },
  );
  const isNewestChart = !moments.deleted && !moments.transferred && isNewest(times, travel.settled);
  const crumbs = past
    ? [
        { label: team.data?.name ?? '…', to: paths.team.href(past.admission.team), name: true },
        // A team that has transferred the patient finds them in its transfers.
        moments.transferred
          ? { label: t('transfer.title'), to: paths.transfers.href(past.admission.team) }
          : { label: t('timeTravel.patients'), to: paths.patients.href(past.admission.team) },
        { label: patientFullName(past.patient), to: paths.patient.href(past.patient._id), name: true },
        ...(moments.deleted || moments.transferred
          ? []
          : [{ label: t('timeTravel.admission'), to: paths.admission.href(id) }]),
      ]
    : [];

  return (
    <>
      <PageHeader
        title={t('timeTravel.title')}
        windowTitle={
          past ? t('timeTravel.windowTitle', { initials: patientInitials(past.patient) }) : t('timeTravel.title')
        }
        crumbs={[...crumbs, { label: t('timeTravel.title') }]}
        actions={
          moments.deleted || moments.transferred ? undefined : (
            <Button asChild size="sm" variant="outline">
              <Link to={paths.admission.href(id)}>
                <ClipboardList size={16} aria-hidden />
                {t('timeTravel.live')}
              </Link>
            </Button>
          )
        }
      />
      {moments.transferred ? (
        <Panel role="note" marginBlockEnd="3" paddingBlock="2" bg="amber.subtle" color="amber.fg">
          {t('transfer.readOnly')}
        </Panel>
      ) : null}
      {moments.deleted ? (
        <Panel role="note" marginBlockEnd="3" paddingBlock="2" bg="amber.subtle" color="amber.fg">
          <ClinicalText>
            {t('timeTravel.deleted', {
              instant: formatInstant(new Date(Date.parse(moments.from) + (moments.after.at(-1) ?? 0)).toISOString()),
            })}
          </ClinicalText>
        </Panel>
      ) : null}
      <Panel as="section" aria-label={t('timeTravel.travel')} paddingBlock="3" marginBlockEnd="3" data-print="hide">
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
      <QueryBoundary query={chart} skeleton={<SkeletonRows rows={6} label={t('timeTravel.loading')} />}>
        {(shown) => (
          <>
            <Box data-revision={shown.revision} {...busyProps(!isReady)}>
              {renderChart({
                chart: shown,
                isNewest: isNewestChart,
                seconds: isUnderOneHour(times),
                tab: parseTab(address.params.get('tab')),
                onTab: (tab) => address.set('tab', tab),
              })}
            </Box>
            <Box display="grid" gap="3" marginBlockStart="6" data-print="hide">
              <DifferencesToNow id={id} times={times} chart={shown} />
              {moments.transferred ? null : (
                <VerificationDisclosure label={t('timeTravel.proof.open')} kind="admissions" id={id} />
              )}
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
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const newest = lastPosition(times, 'change');
  const now = useQuery({ ...chartQuery(id, formatPosition(newest)), enabled: open });
  return (
    <Disclosure label={t('timeTravel.differences.open')} open={open} onToggle={setOpen}>
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

/** In place of a chart whose patient was deleted. */
export function ErasedChart({ id, changes }: { id: string; changes: number }) {
  const t = useTranslation();
  return (
    <>
      <PageHeader title={t('timeTravel.title')} crumbs={[{ label: t('timeTravel.title') }]} />
      <EmptyState icon={<Eraser size={32} aria-hidden />} title={t('timeTravel.erased.title')}>
        {t('timeTravel.erased.body', { changes })}
      </EmptyState>
      <Panel>
        <VerificationPanel kind="admissions" id={id} />
      </Panel>
    </>
  );
}

export const tabs = ['reviews', 'notes', 'medication', 'values', 'gallery'] as const;
export type Tab = (typeof tabs)[number];
export const parseTab = (name: string | null): Tab => tabs.find((tab) => tab === name) ?? 'reviews';

export interface ChartLocation {
  /** Undefined for what is above the tabs. */
  readonly tab: Tab | undefined;
  /** The review or note that contains it and has to be open. */
  readonly parent: string | undefined;
  /** The `data-item` of its element. The order of the medications has none. */
  readonly item: string | undefined;
}

/** The place on a chart of the thing that a change is about. */
export function chartLocationOf({ of, in: within }: Pick<HistoryEvent, 'of' | 'in'>): ChartLocation {
  const [kind, id] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  switch (kind) {
    case 'review':
      return { tab: 'reviews', parent: id, item: `review-${id}` };
    case 'entry':
      return { tab: 'reviews', parent: within?.slice('review:'.length), item: `entry-${id}` };
    case 'note':
      return { tab: 'notes', parent: id, item: `note-${id}` };
    case 'medication':
      return { tab: 'medication', parent: undefined, item: `medication-${id}` };
    case 'homeMedication':
    case 'reconciled':
      return { tab: 'medication', parent: undefined, item: 'reconciliation' };
    case 'medications':
      return { tab: 'medication', parent: undefined, item: undefined };
    case 'measurement':
    case 'measurements':
      return { tab: 'values', parent: undefined, item: 'values' };
    case 'gallery':
      return { tab: 'gallery', parent: undefined, item: `gallery-${id}` };
    default:
      return { tab: undefined, parent: undefined, item: 'stay' };
  }
}
