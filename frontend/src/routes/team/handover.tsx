/** `/handover/{teamId}`: the team's errors without a response. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { LayoutGrid } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { Panel } from '../../components/page.tsx';
import { FiltersForm } from '../../features/handover/filters-form.tsx';
import { useFilters } from '../../features/handover/filters.ts';
import { PendingList } from '../../features/handover/pending-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const user = useSessionUser();
  const { chosen, applied, change } = useFilters();
  return (
    <TeamScreen
      id={teamId}
      title={t('handover.title')}
      renderActions={() => (
        <Button asChild variant="outline">
          <Link to={paths.ward.href(teamId)}>
            <LayoutGrid aria-hidden />
            {t('handover.ward')}
          </Link>
        </Button>
      )}
    >
      {(team) => (
        <>
          <Panel data-print="hide">
            <FiltersForm team={team} user={user?._id} filters={chosen} onChange={change} />
          </Panel>
          <Box marginBlockStart="4">
            <PendingList key={teamId} team={team} filters={applied} />
          </Box>
        </>
      )}
    </TeamScreen>
  );
}
