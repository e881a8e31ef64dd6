/** `/teamlist/{id}/accesses`: the access log, for the team's admin. Its auditors see the accesses to patients only. */
import { Box } from '@chakra-ui/react/box';
import { Lock } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { AccessLog } from '../../features/access-log/access-log.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const user = useSessionUser();
  return (
    <TeamScreen
      id={id}
      title={t('access.title')}
      lead={t('access.lead')}
      parents={[{ label: t('teams.adminTitle'), to: paths.teamAdmin.href(id) }]}
    >
      {(team) =>
        user && policy.audit(user, team) ? (
          <>
            {policy.administer(user, team) ? null : (
              <Box color="fg.muted" marginBlockEnd="3">
                {t('access.chartsOnly')}
              </Box>
            )}
            <AccessLog team={team} />
          </>
        ) : (
          <EmptyState icon={<Lock size={32} aria-hidden />} title={t('access.adminOnly')} />
        )
      }
    </TeamScreen>
  );
}
