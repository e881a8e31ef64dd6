/** `/import/{teamId}`: tables of patients, admissions, measurements and allergies. `/import`: drugs, for the admin account. */
import { useParams } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { ImportTables } from '../../features/imports/import-tables.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const { teamId } = useParams();
  if (teamId === undefined)
    return (
      <AdminScreen title={t('import.catalogue')} lead={t('import.lead')}>
        <ImportTables team="" kinds={['drugs']} />
      </AdminScreen>
    );
  return (
    <TeamScreen id={teamId} title={t('import.title')} lead={t('import.lead')}>
      {(team) =>
        user && policy.edit(user, team) ? (
          <ImportTables key={teamId} team={teamId} kinds={['patients', 'admissions', 'measurements', 'allergies']} />
        ) : (
          <EmptyState title={t('import.notAllowed')}>{t('import.notAllowedHint')}</EmptyState>
        )
      }
    </TeamScreen>
  );
}
