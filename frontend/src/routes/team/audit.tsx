/** `/history/teams/{id}`: the changes of a team's medication errors, for its admin and its auditors. */
import { Button } from '@chakra-ui/react/button';
import { Eye, Lock } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { AuditResults } from '../../features/error-audit/audit-results.tsx';
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
      title={t('audit.title')}
      lead={t('audit.lead')}
      renderActions={(team) =>
        user &&
        policy.audit(user, team) && (
          <Button asChild variant="outline" size="sm">
            <Link to={paths.accesses.href(id)}>
              <Eye aria-hidden />
              {t('audit.accessLog')}
            </Link>
          </Button>
        )
      }
    >
      {(team) =>
        user && policy.audit(user, team) ? (
          <AuditResults team={team} />
        ) : (
          <EmptyState icon={<Lock size={32} aria-hidden />} title={t('audit.auditorsOnly')}>
            {t('audit.auditorsOnlyHint')}
          </EmptyState>
        )
      }
    </TeamScreen>
  );
}
