/** `/history/admissions/{id}?at=`: the chart as it was at any moment of the admission's life, to be read only. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartAsOf, Moments } from 'command-api/contract/history';
import { ClipboardList, Eraser } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { admissionText } from '../features/admission/messages.ts';
import { chartQuery, momentsQuery } from '../features/time-travel/api.ts';
import { DifferenceList } from '../features/time-travel/difference-list.tsx';
import { differences } from '../features/time-travel/differences.ts';
import {
  atOf,
  isNewest,
  isShort,
  type Life,
  lastOf,
  lifeOf,
  moved,
  neighbour,
  revisionAt,
} from '../features/time-travel/life.ts';
import { travelText as text } from '../features/time-travel/messages.ts';
import { Proof } from '../features/time-travel/proof.tsx';
import { tabNamed } from '../features/time-travel/tabs.ts';
import { TimeSlider } from '../features/time-travel/time-slider.tsx';
import { useAddress } from '../features/time-travel/use-address.ts';
import { type Travel, usePlaying, useTravel } from '../features/time-travel/use-travel.ts';
import { formatInstant } from '../platform/time/instants.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { patientFullName, patientInitials } from '../platform/text/names.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { busyLook } from '../components/busy-look.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { Panel } from '../components/layout/panel.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { ChartThen } from './past-chart/parts.tsx';

export { signedInOnly as loader } from '../app/guards.ts';

export function Component() {
  const { id = '' } = useParams();
  return <Lived key={id} id={id} />;
}

function Lived({ id }: { id: string }) {
  const moments = useQuery(momentsQuery(id));
  return (
    <QueryBoundary query={moments} waiting={<SkeletonRows rows={4} label={text.loading} />}>
      {(found) =>
        found.erased ? <Erased id={id} changes={found.after.length} /> : <Travelled id={id} moments={found} />
      }
    </QueryBoundary>
  );
}

function Erased({ id, changes }: { id: string; changes: number }) {
  return (
    <>
      <PageHeader title={text.title} crumbs={[{ label: text.title }]} />
      <EmptyState icon={<Eraser size={32} aria-hidden />} title={text.erased.title}>
        {text.erased.body(changes)}
      </EmptyState>
      <Panel>
        <Proof kind="admissions" id={id} />
      </Panel>
    </>
  );
}

function Travelled({ id, moments }: { id: string; moments: Moments }) {
  const life = useMemo(() => lifeOf(moments), [moments]);
  const address = useAddress();
  const travel = useTravel(life, address);
  const [place, rested] = [atOf(travel.place), atOf(travel.rested)];
  const chart = useQuery({ ...chartQuery(id, rested), placeholderData: keepPreviousData });
  const ready = chart.isSuccess && !chart.isPlaceholderData && place === rested;
  const { playing, play } = usePlaying(life, travel, ready);
  useNextFetched(id, life, travel, ready);
  const then = chart.data;
  const team = useQuery({ ...teamQuery(then?.admission.team ?? ''), enabled: then !== undefined });
  useWatch(moments.deleted ? undefined : { admission: id }, then && { team: then.admission.team });
  const newest = !moments.deleted && isNewest(life, travel.rested);
  const crumbs = then
    ? [
        { label: team.data?.name ?? '…', to: paths.team.href(then.admission.team), name: true },
        { label: admissionText.patients, to: paths.patients.href(then.admission.team) },
        { label: patientFullName(then.patient), to: paths.patient.href(then.patient._id), name: true },
        ...(moments.deleted ? [] : [{ label: admissionText.title, to: paths.admission.href(id) }]),
      ]
    : [];

  return (
    <>
      <PageHeader
        title={text.title}
        windowTitle={then ? `${text.title} ${patientInitials(then.patient)}` : text.title}
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
          life={life}
          place={travel.place}
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
            <Box data-revision={shown.revision} {...busyLook(!ready)}>
              <ChartThen
                chart={shown}
                newest={newest}
                seconds={isShort(life)}
                tab={tabNamed(address.params.get('tab'))}
                onTab={(tab) => address.put('tab', tab)}
              />
            </Box>
            <Box display="grid" gap="3" marginBlockStart="6" data-print="hide">
              <Since id={id} life={life} chart={shown} />
              <Proven id={id} />
            </Box>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/**
 * The changes on both sides and the next step are there when somebody goes on; nothing is fetched while the slider
 * moves.
 */
function useNextFetched(id: string, life: Life, { rested, step }: Travel, ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    for (const next of [neighbour(life, rested, 1), neighbour(life, rested, -1), moved(life, rested, step)])
      if (next) void queryClient.prefetchQuery(chartQuery(id, atOf(next)));
  }, [id, life, rested, step, ready]);
}

function Since({ id, life, chart }: { id: string; life: Life; chart: ChartAsOf }) {
  const [open, setOpen] = useState(false);
  const newest = lastOf(life, 'change');
  const now = useQuery({ ...chartQuery(id, atOf(newest)), enabled: open });
  return (
    <Disclosure label={text.differences.open} open={open} onToggle={setOpen}>
      <QueryBoundary query={now}>
        {(found) => <Differences then={chart} now={found} changes={revisionAt(life, newest) - chart.revision} />}
      </QueryBoundary>
    </Disclosure>
  );
}

function Differences({ then, now, changes }: { then: ChartAsOf; now: ChartAsOf; changes: number }) {
  const parts = useMemo(() => differences(then, now), [then, now]);
  return <DifferenceList parts={parts} changes={changes} />;
}

function Proven({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={text.proof.open} open={open} onToggle={setOpen}>
      <Proof kind="admissions" id={id} />
    </Disclosure>
  );
}
