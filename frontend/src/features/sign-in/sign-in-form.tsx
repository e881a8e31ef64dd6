/** E-mail and password. The session machine signs in; it ignores a second attempt while the first is under way. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useState, type FormEvent } from 'react';
import { session, useSession } from '../../platform/session/session.ts';
import { clearEarlyInput, earlyInput } from '../../platform/keyboard/early-input.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { EmailField, PasswordField } from '../../components/forms/credential-fields.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { useIsProving } from '../../platform/captcha/with-proof.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProofNote } from './proof-note.tsx';

/** Loaded for accounts with a second factor. */
const SecondFactorStep = lazyComponent(() => import('./second-factor-step.tsx'));

export function SignInForm() {
  const t = useTranslation();
  const [email, setEmail] = useState(() => earlyInput('email'));
  const [password, setPassword] = useState(() => earlyInput('password'));
  const { isSigningIn, error, half } = useSession();
  const isProving = useIsProving();
  useEffect(clearEarlyInput, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    session.send({ type: 'login', email, password });
  };
  if (half)
    return (
      <AsyncBoundary>
        <SecondFactorStep />
      </AsyncBoundary>
    );
  return (
    <form onSubmit={submit}>
      <Box display="grid" gap="4">
        <ErrorAlert error={error} />
        <EmailField label={t('signIn.email')} value={email} onChange={setEmail} error={error?.fields['email']} />
        <PasswordField
          label={t('signIn.password')}
          value={password}
          onChange={setPassword}
          error={error?.fields['password']}
        />
        <Button
          type="submit"
          loading={isSigningIn}
          loadingText={isProving ? t('signIn.calculating') : undefined}
          width="100%"
        >
          {t('signIn.submit')}
        </Button>
        <ProofNote isProving={isProving}>{t('signIn.proving')}</ProofNote>
        <PasskeySignIn />
      </Box>
    </form>
  );
}
