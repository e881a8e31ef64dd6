/** `/operations`: the operator's page, for the admin account. */
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { OperatorsPage } from '../../features/operations/operations.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('operations.title')} lead={t('operations.lead')}>
      <OperatorsPage />
    </AdminScreen>
  );
}
