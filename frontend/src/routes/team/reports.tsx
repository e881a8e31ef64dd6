/** `/reviewSearch/{teamId}`: the five reports, on the screen and on paper. */
import { useParams } from 'react-router-dom';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { Reports } from '../../features/reports/reports.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  return (
    <TeamScreen id={teamId} title={t('reports.title')} isHeaderPrinted={false}>
      {(team) => <Reports key={teamId} team={team} />}
    </TeamScreen>
  );
}
