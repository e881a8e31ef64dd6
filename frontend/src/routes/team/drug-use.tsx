/** `/drug-use/{teamId}`: the team's inpatients who are on a drug, live. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { DrugUse } from '../../features/drug-use/drug-use.tsx';
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
            title={t('drugUse.title')}
            windowTitle={`${t('drugUse.title')} – ${found.name}`}
            crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: t('drugUse.title') }]}
            actions={
              <Button asChild variant="outline">
                <Link to={paths.ward.href(teamId)}>
                  <LayoutGrid aria-hidden />
                  {t('ward.title')}
                </Link>
              </Button>
            }
          />
          <DrugUse key={teamId} team={found} />
        </>
      )}
    </QueryBoundary>
  );
}
