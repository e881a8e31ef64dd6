/** `/handover/{teamId}`: the team's errors without a response. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { FiltersForm } from '../../features/handover/filters-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PendingList } from '../../features/handover/pending-list.tsx';
import { useFilters } from '../../features/handover/filters.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader, Panel } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const team = useQuery(teamQuery(teamId));
  useWatch({ team: teamId });
  const user = useSessionUser();
  const { chosen, applied, change } = useFilters();
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={t('handover.title')}
            windowTitle={`${t('handover.title')} – ${found.name}`}
            crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: t('handover.title') }]}
            actions={
              <Button asChild variant="outline">
                <Link to={paths.ward.href(teamId)}>
                  <LayoutGrid aria-hidden />
                  {t('handover.ward')}
                </Link>
              </Button>
            }
          />
          <Panel data-print="hide">
            <FiltersForm team={found} user={user?._id} filters={chosen} onChange={change} />
          </Panel>
          <Box marginBlockStart="4">
            <PendingList key={teamId} team={found} filters={applied} />
          </Box>
        </>
      )}
    </QueryBoundary>
  );
}
