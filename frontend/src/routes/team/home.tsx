/** `/teamlist`: home. What waits for the person today, the inpatients by priority, the teams, a new team, and the metrics. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { policy } from '../../clinical/policy.ts';
import { askedCountQuery } from '../../features/asked/api.ts';
import { erasuresQuery } from '../../features/erasure/api.ts';
import { Metrics } from '../../features/metrics/metrics.tsx';
import { CreateTeam } from '../../features/teams/create-team.tsx';
import { HomeHeader } from '../../features/teams/home-header.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { TeamList } from '../../features/teams/team-list.tsx';
import { todayQuery } from '../../features/today/api.ts';
import { TopPatients } from '../../features/today/top-patients.tsx';
import { Waiting } from '../../features/today/waiting.tsx';
import { useToday } from '../../platform/time/dates.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { meQuery, teamsQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

const skeleton = <SkeletonRows rows={2} height="64px" />;

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const me = useQuery(meQuery());
  const teams = useQuery(teamsQuery());
  const today = useQuery(todayQuery(useToday()));
  const asked = useQuery(askedCountQuery());
  const erasures = useQuery({
    ...erasuresQuery(undefined),
    enabled: me.data !== undefined && policy.runAdminTools(me.data),
  });
  const othersErasures = erasures.data?.requests.filter(({ requestedBy }) => requestedBy !== user?._id).length ?? 0;
  const ofTeams = teams.data ?? [];
  useWatch(...ofTeams.map(({ _id }) => ({ team: _id })));
  return (
    <>
      <HomeHeader me={me.data} />
      <Stack gap="5">
        <QueryBoundary query={today} skeleton={<SkeletonRows rows={6} height="56px" />}>
          {(now) =>
            asked.isPending ? (
              skeleton
            ) : (
              <Box
                display="grid"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
                gap="5"
                alignItems="start"
              >
                <Part title={t('today.waiting')}>
                  <Waiting
                    waiting={now.waiting}
                    asked={asked.data ?? 0}
                    erasuresOfAll={othersErasures}
                    hasTeams={ofTeams.length > 1}
                  />
                </Part>
                {ofTeams.length > 0 && (
                  <Part title={t('today.inpatients')}>
                    <TopPatients today={now} teams={ofTeams} />
                  </Part>
                )}
              </Box>
            )
          }
        </QueryBoundary>
        {/* Not before the list above it: it would move. */}
        {!today.isPending && (
          <>
            <Part title={t('teams.yourTeams')}>
              <QueryBoundary query={teams} skeleton={skeleton}>
                {(found) => <TeamList teams={found} />}
              </QueryBoundary>
            </Part>
            <CreateTeam />
            {user && <Metrics user={user._id} />}
          </>
        )}
      </Stack>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id}>
      <Box as="h2" id={id} fontSize="md" fontWeight="semibold" marginBlockEnd="2">
        {title}
      </Box>
      {children}
    </Box>
  );
}
