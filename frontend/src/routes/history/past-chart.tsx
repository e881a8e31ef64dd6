/** `/history/admissions/{id}?at=`: the chart as it was at any moment of the admission, read-only. */
import { useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { momentsQuery } from '../../features/time-travel/api.ts';
import { timeTravelText as text } from '../../features/time-travel/messages.ts';
import { VerificationPanel } from '../../features/time-travel/verification-panel.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { PastChartScreen } from './past-chart-screen.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const { id = '' } = useParams();
  return <PastChart key={id} id={id} />;
}

function PastChart({ id }: { id: string }) {
  const moments = useQuery(momentsQuery(id));
  return (
    <QueryBoundary query={moments} waiting={<SkeletonRows rows={4} label={text.loading} />}>
      {(found) =>
        found.erased ? (
          <ErasedChart id={id} changes={found.after.length} />
        ) : (
          <PastChartScreen id={id} moments={found} />
        )
      }
    </QueryBoundary>
  );
}

function ErasedChart({ id, changes }: { id: string; changes: number }) {
  return (
    <>
      <PageHeader title={text.title} crumbs={[{ label: text.title }]} />
      <EmptyState icon={<Eraser size={32} aria-hidden />} title={text.erased.title}>
        {text.erased.body(changes)}
      </EmptyState>
      <Panel>
        <VerificationPanel kind="admissions" id={id} />
      </Panel>
    </>
  );
}
