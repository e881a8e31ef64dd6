/** Who has taken an entry over: loaded only for a chart with such an entry. */
import type { DrugErr, Review, Team } from 'command-api/contract/entities';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';

const Mark = lazyComponent(() => import('../../features/handover/taken-over.tsx'));

export const TakenOver = ({
  entry: { responsible },
  author,
  team,
}: {
  entry: DrugErr;
  author: Review['userId'];
  team: Team | undefined;
}) =>
  responsible === undefined || responsible === author || !team ? null : (
    <AsyncBoundary>
      <Mark responsible={responsible} team={team} />
    </AsyncBoundary>
  );
