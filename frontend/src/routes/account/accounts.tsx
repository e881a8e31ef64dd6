/** `/accounts`: the accounts of the installation, for the admin account. Other people are redirected to their home page. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { Accounts } from '../../features/accounts/accounts.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';

export { signedInOnly as loader } from '../../app/route-guards.ts';

const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx'));

export function Component() {
  const t = useTranslation();
  const me = useQuery(meQuery());
  const [isInviting, setInviting] = useState(false);
  return (
    <QueryBoundary query={me}>
      {(person) =>
        policy.runAdminTools(person) ? (
          <>
            <PageHeader
              actions={
                <Button variant="outline" onClick={() => setInviting(true)}>
                  <MailPlus aria-hidden />
                  {t('accounts.invite')}
                </Button>
              }
              title={t('accounts.title')}
              lead={t('accounts.lead')}
              crumbs={[{ label: t('admin.title'), to: paths.adminTools.href() }, { label: t('accounts.title') }]}
            />
            <Accounts />
            {isInviting && (
              <AsyncBoundary instead={<LoadFailed asks />}>
                <InviteDialog onClose={() => setInviting(false)} />
              </AsyncBoundary>
            )}
          </>
        ) : (
          <Navigate to={paths.home.href()} replace />
        )
      }
    </QueryBoundary>
  );
}
