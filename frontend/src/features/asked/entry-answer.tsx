/** In the chart, whom an error is asked of, and the answer: loaded beside the chart, which does not wait for it. */
import type { DrugErr, Review, Team } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import { AsyncBoundary, preloadedComponent } from '../../components/lazy-component.tsx';

const AskedLine = preloadedComponent(async () => ({ default: (await import('./asked-line.tsx')).AskedLine }));

export interface AskedLineProps {
  entry: DrugErr;
  review: Review;
  /** The team that the patient is in. */
  team: Team;
  user: string;
  /** The consultant of the stay. */
  consultant: string;
}

/** The line has its room from the beginning: what stands below it does not move. */
export const EntryAnswer = ({ team, ...props }: Omit<AskedLineProps, 'team'> & { team: Team | undefined }) =>
  isNoError(props.entry.errType) || !team ? null : (
    <AsyncBoundary skeleton={<div style={{ flexBasis: '100%', order: 1, minHeight: '2rem' }} />}>
      <AskedLine team={team} {...props} />
    </AsyncBoundary>
  );
