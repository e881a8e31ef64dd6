/** `/transfers/{teamId}`: what is offered to the team, and the patients whom it has transferred. */
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { IncomingList } from '../../features/transfers/incoming-list.tsx';
import { TransferredList } from '../../features/transfers/transferred-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';

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
          <PageHeader
            title={t('transfer.title')}
            windowTitle={`${t('transfer.title')} – ${found.name}`}
            crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: t('transfer.title') }]}
          />
          <Stack gap="6">
            <IncomingList team={found} />
            <TransferredList team={teamId} />
          </Stack>
        </>
      )}
    </QueryBoundary>
  );
}
