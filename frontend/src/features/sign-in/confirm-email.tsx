/**
 * Confirms the e-mail address of the signed-in account. Opening the link is not enough: another person may have signed
 * up with the reader's address. So the screen names the account, and the reader presses a button.
 */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import type { Me } from 'language/contract/entities';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { forgetMailedToken } from './mailed-token.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';

/** @param token from the mailed link; empty without a link */
export function ConfirmEmail({ me, token }: { me: Me; token: string }) {
  const t = useTranslation();
  const confirm = useCommand(accountCalls.confirmEmail, {
    onSuccess: () => {
      forgetMailedToken('confirmation');
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
    },
  });
  const again = useCommand(accountCalls.sendConfirmation);
  const isConfirmed = me.emailVerified || confirm.data !== undefined || again.data?.emailVerified === true;
  return (
    <Stack gap="4">
      <Box>
        <RichMessage
          id="confirmation.signedInAs"
          elements={{
            email: (
              <Box as="strong" overflowWrap="anywhere">
                <bdi dir="ltr">{me.email}</bdi>
              </Box>
            ),
          }}
        />
      </Box>
      <ErrorAlert error={lastError(confirm, again)} />
      {!isConfirmed && token !== '' && (
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
          {t('confirmation.confirm')}
        </Button>
      )}
      {!isConfirmed && (
        <Button variant="outline" loading={again.isPending} onClick={() => again.mutate({ body: {} })}>
          {t('confirmation.sendAgain')}
        </Button>
      )}
      <Box role="status" color="brand.fg">
        {isConfirmed ? t('confirmation.done') : again.data && t('confirmation.sent')}
      </Box>
      {isConfirmed && (
        <Button asChild>
          <Link to={paths.home.href()}>{t('confirmation.home')}</Link>
        </Button>
      )}
    </Stack>
  );
}
