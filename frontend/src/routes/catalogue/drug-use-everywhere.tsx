/** `/drug-use`: who is on a drug in all teams, for the admin account. */
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { DrugUse } from '../../features/drug-use/drug-use.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('drugUse.everywhere')} lead={t('drugUse.everywhereLead')}>
      <DrugUse team={undefined} />
    </AdminScreen>
  );
}
