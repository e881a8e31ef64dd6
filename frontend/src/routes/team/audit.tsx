/** `/history/teams/{id}`: the changes of a team's medication errors, for its admin and its auditors. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Eye, Lock } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { policy } from '../../clinical/policy.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { EmptyState, QueryBoundary } from '../../components/screen-states.tsx';
import { PageHeader } from '../../components/page.tsx';
import { AuditResults } from '../../features/audit/audit-results.tsx';

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
            title={t('audit.title')}
            windowTitle={`${t('audit.title')} – ${found.name}`}
            lead={t('audit.lead')}
            crumbs={[{ label: found.name, to: paths.team.href(id), name: true }, { label: t('audit.title') }]}
            actions={
              user &&
              policy.audit(user, found) && (
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.accesses.href(id)}>
                    <Eye aria-hidden />
                    {t('audit.accessLog')}
                  </Link>
                </Button>
              )
            }
          />
          {user && policy.audit(user, found) ? (
            <AuditResults team={found} />
          ) : (
            <EmptyState icon={<Lock size={32} aria-hidden />} title={t('audit.auditorsOnly')}>
              {t('audit.auditorsOnlyHint')}
            </EmptyState>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
