/** `/teamlist/{id}/accesses`: the access log, for the team's admin. Its auditors see the accesses to patients only. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { policy } from '../../clinical/policy.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { EmptyState, QueryBoundary } from '../../components/screen-states.tsx';
import { PageHeader } from '../../components/page.tsx';
import { AccessLog } from '../../features/accesses/access-log.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={t('access.title')}
            windowTitle={`${t('access.title')} – ${found.name}`}
            lead={t('access.lead')}
            crumbs={[
              { label: found.name, to: paths.team.href(id), name: true },
              { label: t('teams.adminTitle'), to: paths.teamAdmin.href(id) },
              { label: t('access.title') },
            ]}
          />
          {user && policy.audit(user, found) ? (
            <>
              {policy.administer(user, found) ? null : (
                <Box color="fg.muted" marginBlockEnd="3">
                  {t('access.chartsOnly')}
                </Box>
              )}
              <AccessLog team={found} />
            </>
          ) : (
            <EmptyState icon={<Lock size={32} aria-hidden />} title={t('access.adminOnly')} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}
