/** `/teamlist`: home. The person's teams, a new team, and the metrics. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { Metrics } from '../../features/metrics/metrics.tsx';
import { CreateTeam } from '../../features/teams/create-team.tsx';
import { HomeHeader } from '../../features/teams/home-header.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { TeamList } from '../../features/teams/team-list.tsx';
import { useWatch } from '../../sync/live/live-connection.ts';
import { meQuery, teamsQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

const skeleton = <SkeletonRows rows={2} height="64px" />;

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const me = useQuery(meQuery());
  const teams = useQuery({ ...teamsQuery(me.data?.email ?? ''), enabled: me.data !== undefined });
  useWatch(...(teams.data ?? []).map(({ _id }) => ({ team: _id })));
  return (
    <>
      <HomeHeader me={me.data} />
      <Stack gap="5">
        <Box as="section" aria-labelledby="teams-title">
          <Box as="h2" id="teams-title" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
            {t('teams.yourTeams')}
          </Box>
          <QueryBoundary query={me} skeleton={skeleton}>
            {() => (
              <QueryBoundary query={teams} skeleton={skeleton}>
                {(found) => <TeamList teams={found} />}
              </QueryBoundary>
            )}
          </QueryBoundary>
        </Box>
        <CreateTeam />
        {user && <Metrics user={user._id} />}
      </Stack>
    </>
  );
}
