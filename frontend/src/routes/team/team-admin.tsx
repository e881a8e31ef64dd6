/**
 * `/teamlist/{id}`: the team's details and members. The members read them, the admin changes them (docs/product.md,
 * "Rights").
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { TeamSettings } from '../../features/teams/team-settings.tsx';
import { policy } from '../../clinical/policy.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { specialtyLabel } from '../../clinical/code-labels.ts';

const PriorityTablePanel = lazyComponent(() => import('../../features/ward/priority-table/priority-table.tsx'));
const ErasureList = lazyComponent(() => import('../../features/erasure/erasure-list.tsx'));

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  return (
    <QueryBoundary query={team}>
      {(found) => {
        const canAdminister = user !== undefined && policy.administer(user, found);
        return (
          <>
            <PageHeader
              title={<bdi>{found.name}</bdi>}
              windowTitle={`${t('teams.adminTitle')} – ${found.name}`}
              lead={specialtyLabel(found.specialty)}
              crumbs={[{ label: found.name, to: paths.team.href(id), name: true }, { label: t('teams.adminTitle') }]}
              actions={
                canAdminister && (
                  <Button asChild variant="outline" size="sm">
                    <Link to={paths.accesses.href(id)}>
                      <Eye aria-hidden />
                      {t('teams.accessLog')}
                    </Link>
                  </Button>
                )
              }
            />
            <TeamSettings team={found} canEdit={canAdminister} />
            <Box marginBlockStart="4">
              <AsyncBoundary>
                <PriorityTablePanel team={id} canEdit={canAdminister} />
              </AsyncBoundary>
            </Box>
            {canAdminister && (
              <Box marginBlockStart="4">
                <AsyncBoundary>
                  <ErasureList team={id} />
                </AsyncBoundary>
              </Box>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
