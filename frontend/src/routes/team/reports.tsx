/** `/reviewSearch/{teamId}`: the five reports, on the screen and on paper. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { Reports } from '../../features/reports/reports.tsx';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const team = useQuery(teamQuery(teamId));
  useWatch({ team: teamId });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <Box data-print="hide">
            <PageHeader
              title={t('reports.title')}
              windowTitle={`${t('reports.title')} – ${found.name}`}
              crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: t('reports.title') }]}
            />
          </Box>
          <Reports key={teamId} team={found} />
        </>
      )}
    </QueryBoundary>
  );
}
