import type { Challenge } from 'altcha-lib';
import * as signInCalls from 'language/contract/calls/sign-in';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useActor } from '@xstate/react';
import { limits } from 'language/domain/values/codes';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react';
import { fromPromise } from 'xstate';
import { api } from '../../sync/client.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { session } from '../../platform/session/session.ts';
import { begunSession } from '../../platform/session/begun-session.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { EmailField, PasswordField } from '../../components/forms/credential-fields.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PasswordBars } from '../../components/forms/password-bars.tsx';
import { solveInWorker } from '../../platform/captcha/solve-challenge.ts';
import { createCaptchaSolver } from './captcha-solver.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { type NewUser, signUpMachine, signUpProblems, type SignUpForm as Form } from './sign-up.machine.ts';

const captchaSolver = createCaptchaSolver({
  captcha: async () => (await api(signInCalls.getConfig, {})).captcha,
  challenge: async (path) => (await api({ ...signInCalls.getCaptchaChallenge, path }, {})) as Challenge,
  solve: solveInWorker,
  now: () => Date.now(),
});

const machine = signUpMachine.provide({
  actors: {
    solveCaptcha: fromPromise<string | undefined>(() => captchaSolver.proof()),
    register: fromPromise<void, { user: NewUser; idempotencyKey: string }>(async ({ input, signal }) => {
      const answer = await api(signInCalls.signUp, { body: input.user, idempotencyKey: input.idempotencyKey, signal });
      session.send({ type: 'signedUp', user: begunSession(answer) });
    }),
  },
});

interface Props {
  /** A mailed invitation: the account is for its e-mail. */
  invitation?: { readonly token: string; readonly email: string };
}

export function SignUpForm({ invitation }: Props) {
  const t = useTranslation();
  const [{ context, value }, send] = useActor(machine, { input: { invitation } });
  const { form, hasTried, error } = context;
  /** Undefined until the server has answered. */
  const [isCaptchaRequired, setIsCaptchaRequired] = useState<boolean>();
  useEffect(() => void captchaSolver.isRequired().then(setIsCaptchaRequired, () => undefined), []);
  // Not while submitting: the success leads to the account's first page without a question.
  useUnsaved(
    (value === 'filling' || value === 'checking') &&
      Object.entries(form).some(([name, typed]) => typed !== '' && !(invitation && name === 'email'))
      ? t('signUp.unsaved')
      : undefined,
  );
  const refused = useRefusedFields(error, { ...form });
  const problems = signUpProblems(form);
  // A mismatch is shown as soon as the second field has text, an empty field only after a submit.
  const confirmProblem =
    (hasTried || form.confirm !== '') && form.password !== form.confirm ? t('signUp.mismatch') : undefined;
  const checking = value === 'checking' && isCaptchaRequired ? t('signUp.checking') : '';
  const field = (name: keyof Form) => ({
    name,
    value: form[name],
    onChange: (typed: string) => send({ type: 'change', patch: { [name]: typed } }),
  });
  const control = (name: keyof Form) => {
    const { onChange, ...rest } = field(name);
    return { ...rest, onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value) };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <ErrorAlert error={refused.error} />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <FormField label={t('signUp.firstName')} required error={refused.fields['firstName']}>
            <Input autoComplete="given-name" dir="auto" maxLength={limits.name} {...control('firstName')} />
          </FormField>
          <FormField label={t('signUp.lastName')} required error={refused.fields['lastName']}>
            <Input autoComplete="family-name" dir="auto" maxLength={limits.name} {...control('lastName')} />
          </FormField>
        </SimpleGrid>
        <EmailField
          label={t('signUp.email')}
          autoComplete="email"
          error={refused.fields['email']}
          readOnly={invitation !== undefined}
          {...field('email')}
        />
        <FormField label={t('signUp.phone')} hint={t('signUp.phoneHint')} error={refused.fields['phone']}>
          <Input type="tel" autoComplete="tel" dir="ltr" maxLength={limits.phone} {...control('phone')} />
        </FormField>
        <Stack gap="2">
          <PasswordField
            kind="new"
            label={t('signUp.password')}
            error={(hasTried ? problems.password : undefined) ?? refused.fields['password']}
            isCheckedByForm
            {...field('password')}
          />
          <PasswordBars password={form.password} />
        </Stack>
        <PasswordField
          kind="new"
          label={t('signUp.confirm')}
          error={confirmProblem}
          isCheckedByForm
          {...field('confirm')}
        />
        {isCaptchaRequired !== false && (
          // Its room is kept until the answer is known: the button below does not move.
          <Box
            display="flex"
            gap="2"
            fontSize="xs"
            color="fg.muted"
            visibility={isCaptchaRequired ? undefined : 'hidden'}
            css={{ '& svg': { flexShrink: 0, marginBlockStart: '1px' } }}
          >
            <ShieldCheck size={16} aria-hidden />
            {t('signUp.protected')}
          </Box>
        )}
        <Button
          type="submit"
          loading={value === 'checking' || value === 'submitting'}
          loadingText={checking || undefined}
          width="100%"
        >
          {t('signUp.submit')}
        </Button>
        <VisuallyHidden role="status">{checking}</VisuallyHidden>
      </Stack>
    </form>
  );
}
