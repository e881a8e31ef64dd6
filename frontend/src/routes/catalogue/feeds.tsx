/** `/feeds`: the interface to the hospital, for the admin account (docs/interfaces.md, "HL7 v2 messages"). */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { feedsQuery } from '../../features/feeds/api.ts';
import { FeedState } from '../../features/feeds/feed-state.tsx';
import { ParkedMessages } from '../../features/feeds/parked-messages.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('feeds.title')} lead={t('feeds.lead')}>
      <Interface />
    </AdminScreen>
  );
}

/** A refresh changes the numbers in place: nothing is mounted again. */
function Interface() {
  const t = useTranslation();
  const look = useQuery(feedsQuery());
  return (
    <QueryBoundary query={look} skeleton={<SkeletonRows rows={3} height="96px" label={t('feeds.loading')} />}>
      {(feeds) => (
        <Box display="grid" gap="4">
          <FeedState feeds={feeds} />
          <ParkedMessages parked={feeds.parked} />
        </Box>
      )}
    </QueryBoundary>
  );
}
