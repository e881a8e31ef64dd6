/** `/transfers/{teamId}`: what is offered to the team, and the patients whom it has transferred. */
import { Stack } from '@chakra-ui/react/stack';
import { useParams } from 'react-router-dom';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { IncomingList } from '../../features/transfers/incoming-list.tsx';
import { TransferredList } from '../../features/transfers/transferred-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  return (
    <TeamScreen id={teamId} title={t('transfer.title')}>
      {(team) => (
        <Stack gap="6">
          <IncomingList team={team} />
          <TransferredList team={teamId} />
        </Stack>
      )}
    </TeamScreen>
  );
}
