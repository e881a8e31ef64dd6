/** The person who has taken an entry over: loaded only for a chart with such an entry. */
import { Box } from '@chakra-ui/react/box';
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
    // A line of its own from the beginning: the rows below it do not move.
    <AsyncBoundary
      skeleton={
        <Box flexBasis="100%" order="1" fontSize="xs">
          &nbsp;
        </Box>
      }
    >
      <Mark responsible={responsible} team={team} />
    </AsyncBoundary>
  );
