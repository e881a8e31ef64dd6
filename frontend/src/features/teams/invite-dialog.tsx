/** The admin account invites a person to a team, by mail. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { Select } from '../../components/forms/select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { teamsOfInstallationQuery } from './api.ts';
import { Invitations } from './invitations.tsx';

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [team, setTeam] = useState('');
  const teams = useQuery(teamsOfInstallationQuery());
  return (
    <Sheet open onClose={onClose} closeOnInteractOutside={false}>
      <Dialog.Header>
        <Dialog.Title>{t('accounts.invite')}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <QueryBoundary query={teams}>
          {(found) => (
            <FormField label={t('accounts.teamOf')}>
              <Select
                dir="auto"
                value={team}
                onChange={setTeam}
                none={t('accounts.chooseTeam')}
                options={found.map(({ _id, name }) => [_id, name])}
              />
            </FormField>
          )}
        </QueryBoundary>
        {team !== '' && (
          <Box key={team} marginBlockStart="4">
            <Invitations team={team} />
          </Box>
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t('accounts.close')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}
