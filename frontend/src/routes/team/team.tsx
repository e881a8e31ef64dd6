/** `/team/{id}`: the team, its members, and the links to its screens. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { TransfersLink } from '../../features/transfers/transfers-link.tsx';
import { TeamLinks, TeamOverview } from '../../features/teams/team-overview.tsx';
import { needsSecondFactor } from '../../platform/http/api.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';
import { specialtyLabel } from '../../clinical/code-labels.ts';

export function Component() {
  // The codes below are words of the language.
  useTranslation();
  const { id = '' } = useParams();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  const hasFailed = team.isError && team.error.status !== 404 && !needsSecondFactor(team.error);
  useEffect(() => {
    if (hasFailed) notify.failed(translate('teams.unexpected'));
  }, [hasFailed]);

  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={<bdi>{found.name}</bdi>}
            windowTitle={found.name}
            crumbs={[{ label: found.name, name: true }]}
            lead={specialtyLabel(found.specialty)}
            actions={
              <>
                <TeamLinks team={found} />
                <TransfersLink team={found._id} />
              </>
            }
          />
          <TeamOverview team={found} />
          <Box marginBlockStart="3" minHeight="8">
            <HistoryPanel kind="teams" id={id} name={found.name} team={found} />
          </Box>
        </>
      )}
    </QueryBoundary>
  );
}
