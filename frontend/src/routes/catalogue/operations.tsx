/** `/operations`: the operator's page, for the admin account. Other people are redirected to their home page. */
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { OperatorsPage } from '../../features/operations/operations.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  const me = useQuery(meQuery());
  return (
    <QueryBoundary query={me}>
      {(person) =>
        policy.runAdminTools(person) ? (
          <>
            <PageHeader
              title={t('operations.title')}
              lead={t('operations.lead')}
              crumbs={[{ label: t('admin.title'), to: paths.adminTools.href() }, { label: t('operations.title') }]}
            />
            <OperatorsPage />
          </>
        ) : (
          <Navigate to={paths.home.href()} replace />
        )
      }
    </QueryBoundary>
  );
}
