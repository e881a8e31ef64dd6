/** `/drug-use/{teamId}`: the team's inpatients who are on a drug, live. */
import { Button } from '@chakra-ui/react/button';
import { LayoutGrid } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { DrugUse } from '../../features/drug-use/drug-use.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  return (
    <TeamScreen
      id={teamId}
      title={t('drugUse.title')}
      renderActions={() => (
        <Button asChild variant="outline">
          <Link to={paths.ward.href(teamId)}>
            <LayoutGrid aria-hidden />
            {t('ward.title')}
          </Link>
        </Button>
      )}
    >
      {(team) => <DrugUse key={teamId} team={team} />}
    </TeamScreen>
  );
}
