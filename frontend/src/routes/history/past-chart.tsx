/** `/history/admissions/{id}?at=`: the chart as it was at any moment of the admission, read-only. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { momentsQuery } from '../../features/time-travel/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ErasedChart, PastChart } from '../../features/time-travel/past-chart.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { PastChartTabs } from './past-chart-tabs.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const moments = useQuery(momentsQuery(id));
  return (
    <QueryBoundary query={moments} skeleton={<SkeletonRows rows={4} label={t('timeTravel.loading')} />}>
      {(found) =>
        found.erased ? (
          <ErasedChart id={id} changes={found.after.length} />
        ) : (
          <PastChart key={id} id={id} moments={found} renderChart={(shown) => <PastChartTabs {...shown} />} />
        )
      }
    </QueryBoundary>
  );
}
