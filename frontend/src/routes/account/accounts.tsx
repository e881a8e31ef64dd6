/** `/accounts`: the accounts of the installation, for the admin account. */
import { Button } from '@chakra-ui/react/button';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Accounts } from '../../features/account-administration/accounts.tsx';
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const InviteDialog = lazyComponent(() => import('../../features/teams/invite-dialog.tsx'));

export function Component() {
  const t = useTranslation();
  const [isInviting, setInviting] = useState(false);
  return (
    <AdminScreen
      title={t('accounts.title')}
      lead={t('accounts.lead')}
      actions={
        <Button variant="outline" onClick={() => setInviting(true)}>
          <MailPlus aria-hidden />
          {t('accounts.invite')}
        </Button>
      }
    >
      <Accounts />
      {isInviting && (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <InviteDialog onClose={() => setInviting(false)} />
        </AsyncBoundary>
      )}
    </AdminScreen>
  );
}
