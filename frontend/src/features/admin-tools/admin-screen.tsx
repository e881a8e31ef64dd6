/** The screens of the admin account. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';

/** Other people are redirected to their home page. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  return (
    <QueryBoundary query={me}>
      {(person) => (policy.runAdminTools(person) ? children : <Navigate to={paths.home.href()} replace />)}
    </QueryBoundary>
  );
}

/** A screen below the admin tools. */
export function AdminScreen({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <AdminOnly>
      <PageHeader
        title={title}
        lead={lead}
        actions={actions}
        crumbs={[{ label: t('admin.title'), to: paths.adminTools.href() }, { label: title }]}
      />
      {children}
    </AdminOnly>
  );
}
