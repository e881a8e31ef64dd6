import * as signInCalls from 'language/contract/calls/sign-in';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { MailCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useMutation } from '@tanstack/react-query';
import { withProof, useIsProving } from '../../platform/captcha/with-proof.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { api } from '../../sync/client.ts';
import { useCommand } from '../../sync/commands.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { EmailField, PasswordField } from '../../components/forms/credential-fields.tsx';
import { paths } from '../../platform/paths.ts';
import { isAccepted, tooShort } from '../../platform/text/password-strength.ts';
import { session } from '../../platform/session/session.ts';
import { PasswordBars } from '../../components/forms/password-bars.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { ProofNote } from './proof-note.tsx';

/** Requests a link by mail. The answer does not reveal which accounts exist (docs/product.md, "Mailed links"). */
export function RequestLinkForm() {
  const t = useTranslation();
  const [email, setEmail] = useState('');
  const isProving = useIsProving();
  const [keys] = useState(() => createIdempotencyKeys());
  const request = useMutation<object, ApiError, string>({
    mutationFn: (asked) =>
      withProof(api, (token) => {
        const body = { email: asked, forgetPW: true as const, ...(token !== undefined && { token }) };
        return api(signInCalls.signIn, { body, idempotencyKey: keys.keyFor(body) });
      }),
    onSettled: (_, error) => keys.settled(error ?? undefined),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!request.isPending) request.mutate(email.trim().toLowerCase());
  };
  const refused = useRefusedFields(request.error, { email });
  return (
    <form aria-label={t('password.askTitle')} onSubmit={submit}>
      <Stack gap="4">
        <ErrorAlert error={refused.error} />
        <EmailField label={t('password.email')} error={refused.fields['email']} value={email} onChange={setEmail} />
        <Button
          type="submit"
          loading={request.isPending}
          loadingText={isProving ? t('password.calculating') : undefined}
          width="100%"
        >
          {t('password.ask')}
        </Button>
        <ProofNote isProving={isProving}>{t('password.proving')}</ProofNote>
        <Box
          role="status"
          display="flex"
          gap="2"
          color="brand.fg"
          css={{ '& svg': { flexShrink: 0, marginBlockStart: '2px' } }}
        >
          {request.data && (
            <>
              <MailCheck size={18} aria-hidden />
              {t('password.sent')}
            </>
          )}
        </Box>
      </Stack>
    </form>
  );
}

const problemOf = (password: string): string | undefined =>
  password === '' ? translate('password.required') : isAccepted(password) ? undefined : tooShort();

/** Sets a new password by a mailed link. It ends all sessions of the account, also the one in this browser. */
export function SetPasswordForm({ token }: { token: string }) {
  const t = useTranslation();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const reset = useCommand(signInCalls.resetPassword, { onSuccess: () => session.send({ type: 'tokenFailed' }) });
  const refused = useRefusedFields(reset.error, { password, token });
  const problem = problemOf(password);
  const isMismatch = password !== confirm;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setHasTried(true);
    if (problem === undefined && !isMismatch && !reset.isPending) reset.mutate({ body: { token, password } });
  };
  if (reset.data) {
    return (
      <Box>
        <Box role="status">{t('password.done')}</Box>
        <Button asChild width="100%" marginBlockStart="4">
          <Link to={paths.landing.href()}>{t('password.logIn')}</Link>
        </Button>
      </Box>
    );
  }
  return (
    <form aria-label={t('password.setTitle')} onSubmit={submit} noValidate>
      <Stack gap="4">
        <ErrorAlert error={refused.error}>
          {refused.fields['token'] !== undefined && (
            <Box asChild display="block" fontWeight="semibold" textDecoration="underline">
              <Link to={paths.resetPassword.href()}>{t('password.another')}</Link>
            </Box>
          )}
        </ErrorAlert>
        <Stack gap="2">
          <PasswordField
            kind="new"
            label={t('password.password')}
            error={(hasTried ? problem : undefined) ?? refused.fields['password']}
            value={password}
            onChange={setPassword}
          />
          <PasswordBars password={password} />
        </Stack>
        <PasswordField
          kind="new"
          name="confirm"
          label={t('password.confirm')}
          error={(hasTried || confirm !== '') && isMismatch ? t('password.mismatch') : undefined}
          value={confirm}
          onChange={setConfirm}
        />
        <Button type="submit" loading={reset.isPending} width="100%">
          {t('password.set')}
        </Button>
      </Stack>
    </form>
  );
}
