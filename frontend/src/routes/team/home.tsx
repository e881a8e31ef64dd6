/** `/teamlist`: home. The person's teams, a new team, and the metrics. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { Pill, Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { Metrics } from '../../features/metrics/metrics.tsx';
import { CreateTeam } from '../../features/teams/create-team.tsx';
import { Greeting } from '../../features/teams/greeting.tsx';
import { teamsText as text } from '../../features/teams/messages.ts';
import { TeamList } from '../../features/teams/team-list.tsx';
import { policy } from '../../clinical/policy.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { personName } from '../../platform/text/names.ts';
import { meQuery, teamsQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

const waiting = <SkeletonRows rows={2} height="64px" />;

export function Component() {
  const user = useSessionUser();
  const me = useQuery(meQuery());
  const teams = useQuery({ ...teamsQuery(me.data?.email ?? ''), enabled: me.data !== undefined });
  useWatch(...(teams.data ?? []).map(({ _id }) => ({ team: _id })));
  return (
    <>
      <PageHeader
        title={<Greeting text={text.greeting(user ? personName(user) : '')} />}
        windowTitle={text.homeTitle}
        lead={
          <Box as="span" className="tabular" minH="1.6em" display="inline-block">
            {me.data && <ClinicalText>{`${text.startReviewing} ${formatDate(me.data.start)}`}</ClinicalText>}
          </Box>
        }
        actions={
          <>
            <Button asChild variant="outline">
              <Link to={paths.drugs.href()}>
                <Pill aria-hidden />
                {text.drugs}
              </Link>
            </Button>
            {me.data && policy.runAdminTools(me.data) && (
              <Button asChild variant="outline" colorPalette="gray">
                <Link to={paths.adminTools.href()}>
                  <Wrench aria-hidden />
                  {text.adminTools}
                </Link>
              </Button>
            )}
          </>
        }
      />
      <Stack gap="5">
        <Box as="section" aria-labelledby="teams-title">
          <Box as="h2" id="teams-title" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
            {text.yourTeams}
          </Box>
          <QueryBoundary query={me} waiting={waiting}>
            {() => (
              <QueryBoundary query={teams} waiting={waiting}>
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
