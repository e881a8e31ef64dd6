/**
 * The sign-in dialog over a page whose session has ended: its person signs in and goes on. The backdrop hides the page
 * from other people.
 */
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { useState, type FormEvent } from 'react';
import { paths } from '../platform/paths.ts';
import { personName } from '../platform/text/names.ts';
import { session, useSession } from '../platform/session/session.ts';
import { useSignInWays } from '../platform/session/sign-in-ways.ts';
import { clearUnsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../components/screen-states.tsx';
import { EmailField, PasswordField } from '../components/forms/credential-fields.tsx';
import { PasskeySignIn } from '../features/sign-in/passkey-sign-in.tsx';
import SecondFactorStep from '../features/sign-in/second-factor-step.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';

/** A navigation to it is led to the provider, and then home. */
const providerAddress = `/api/users/oidc/start?returnFrom=${encodeURIComponent(paths.home.href())}`;

export default function SignInAgain() {
  const t = useTranslation();
  const { user, isSigningIn, error, half } = useSession();
  // It opens over a page that was signed in: the ways are known, unless the server is away since then.
  const { localAccounts = true, singleSignOn } = useSignInWays();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    session.send({ type: 'login', email, password });
  };
  const leave = (): void => {
    // Does not ask: another person may leave the page. The drafts are kept for the person who typed them.
    clearUnsavedEdits();
    session.send({ type: 'logout' });
  };
  return (
    <Dialog.Root placement="center" size="xs" open closeOnEscape={false} closeOnInteractOutside={false}>
      <Portal>
        <Dialog.Backdrop bg="bg/90" backdropFilter="blur(16px)" />
        <Dialog.Positioner padding="4">
          {half ? (
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>{t('signInAgain.title')}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <SecondFactorStep />
              </Dialog.Body>
            </Dialog.Content>
          ) : (
            <Dialog.Content asChild>
              <form onSubmit={submit}>
                <Dialog.Header display="block" paddingBlockEnd="2">
                  <Dialog.Title>{t('signInAgain.title')}</Dialog.Title>
                  <Dialog.Description fontSize="sm">
                    {t('signInAgain.body')}
                    {user ? (
                      <>
                        {' '}
                        <RichMessage id="signInAgain.pageOf" elements={{ name: <bdi>{personName(user)}</bdi> }} />
                      </>
                    ) : null}
                  </Dialog.Description>
                </Dialog.Header>
                <Dialog.Body display="grid" gap="4">
                  <ErrorAlert error={error} />
                  {localAccounts && (
                    <>
                      <EmailField label={t('signInAgain.email')} value={email} onChange={setEmail} />
                      <PasswordField label={t('signInAgain.password')} value={password} onChange={setPassword} />
                      <PasskeySignIn />
                    </>
                  )}
                  {singleSignOn && (
                    <Button asChild variant={localAccounts ? 'outline' : 'solid'}>
                      {/* The page with the unsaved text stays: the new session arrives from the other tab. */}
                      <a href={providerAddress} target="_blank" rel="noopener">
                        <bdi>{singleSignOn.name}</bdi>
                      </a>
                    </Button>
                  )}
                </Dialog.Body>
                <Dialog.Footer justifyContent="space-between">
                  <Button type="button" variant="ghost" onClick={leave}>
                    {t('signInAgain.leave')}
                  </Button>
                  {localAccounts && (
                    <Button type="submit" loading={isSigningIn}>
                      {t('signInAgain.submit')}
                    </Button>
                  )}
                </Dialog.Footer>
              </form>
            </Dialog.Content>
          )}
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
