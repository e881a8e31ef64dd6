/** `/statements`: the statements of the catalogue, for the admin account. */
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { StatementList } from '../../features/statements/statement-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('statements.title')} lead={t('statements.lead')}>
      <StatementList />
    </AdminScreen>
  );
}
