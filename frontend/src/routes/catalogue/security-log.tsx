/** `/security-log`: the security log, for the admin account. */
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { SecurityLog } from '../../features/security-log/security-log.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('securityLog.title')} lead={t('securityLog.lead')}>
      <SecurityLog />
    </AdminScreen>
  );
}
