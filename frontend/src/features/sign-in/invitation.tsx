/**
 * A mailed invitation to a team (docs/product.md, "Invitations"). Its person joins after signing in with the account of
 * the address, or signs up here, and then joins.
 */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import type { InvitationToTeam } from 'language/contract/invitations';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { session, useSessionUser } from '../../platform/session/session.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';
import { invitationQuery } from './invitation-api.ts';
import { forgetMailedToken, mailedToken } from './mailed-token.ts';
import { SignUpForm } from './sign-up-form.tsx';

export function Invitation() {
  const t = useTranslation();
  const [token] = useState(() => mailedToken('invitation', location));
  const invitation = useQuery(invitationQuery(token));
  const user = useSessionUser();
  if (token === '') return <Box>{t('invitation.noLink')}</Box>;
  // The link has ended: to try again would not help.
  if (invitation.error && !invitation.error.isTransient && !invitation.data)
    return <Box role="alert">{invitation.error.text}</Box>;
  return (
    <QueryBoundary query={invitation}>
      {(found) => (
        <Stack gap="4">
          <Box>
            <RichMessage
              id="invitation.to"
              values={{ role: t(`invitation.roles.${found.role}`) }}
              elements={{
                name: (
                  <strong>
                    <bdi>{found.invitedByName}</bdi>
                  </strong>
                ),
                team: (
                  <strong>
                    <bdi>{found.teamName}</bdi>
                  </strong>
                ),
                email: (
                  <Box as="strong" overflowWrap="anywhere">
                    <bdi dir="ltr">{found.email}</bdi>
                  </Box>
                ),
              }}
            />
          </Box>
          {user ? <Join token={token} invitation={found} /> : <WayIn token={token} invitation={found} />}
        </Stack>
      )}
    </QueryBoundary>
  );
}

interface Props {
  token: string;
  invitation: InvitationToTeam;
}

function Join({ token, invitation }: Props) {
  const t = useTranslation();
  const navigate = useNavigate();
  const me = useQuery(meQuery());
  const join = useCommand(teamCalls.acceptInvitation, {
    onSuccess: ({ _id }) => {
      forgetMailedToken('invitation');
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      void navigate(paths.team.href(_id));
    },
  });
  return (
    <QueryBoundary query={me}>
      {({ email }) =>
        email === invitation.email ? (
          <>
            <ErrorAlert error={join.error} />
            <Button loading={join.isPending} onClick={() => join.mutate({ body: { token } })}>
              {t('invitation.join')}
            </Button>
          </>
        ) : (
          <>
            <Box>{t('invitation.otherAccount', { email })}</Box>
            <Button variant="outline" onClick={() => session.send({ type: 'logout' })}>
              {t('invitation.logOut')}
            </Button>
          </>
        )
      }
    </QueryBoundary>
  );
}

function WayIn({ token, invitation }: Props) {
  const t = useTranslation();
  const { localAccounts, signUp = 'open', singleSignOn } = useSignInWays();
  const mayRegister = localAccounts === true && signUp !== 'closed' && !invitation.hasAccount;
  const maySignIn = invitation.hasAccount || singleSignOn !== undefined;
  return (
    <>
      {maySignIn && (
        <Button asChild variant={mayRegister ? 'outline' : 'solid'}>
          <Link to={`${paths.landing.href(paths.invitation.href())}#token=${token}`}>{t('invitation.signIn')}</Link>
        </Button>
      )}
      {mayRegister && (
        <>
          <Box color="fg.muted">{t('invitation.signUp')}</Box>
          <SignUpForm invitation={{ token, email: invitation.email }} />
        </>
      )}
      {localAccounts !== undefined && !maySignIn && !mayRegister && <Box>{t('signUp.closed')}</Box>}
    </>
  );
}
