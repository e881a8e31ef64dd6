/** The sign-up form over its machine. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useActor } from '@xstate/react';
import { limits } from 'command-api/domain/codes';
import { ShieldCheck } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { api } from '../../sync/client.ts';
import { useRefused } from '../../editing/refused-fields.ts';
import { session } from '../../platform/session/session.ts';
import { sessionUserOf } from '../../platform/session/stored-session.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { PasswordBars } from '../../components/forms/password-bars.tsx';
import { registerUser, type NewUser } from './api.ts';
import { signUpText as text } from './messages.ts';
import { captchaSolver } from './browser-check.ts';
import { signUpProblems, signUpMachine, type SignUpForm as Form } from './sign-up.machine.ts';

const machine = signUpMachine.provide({
  actors: {
    prove: fromPromise<string | undefined>(() => captchaSolver.proof()),
    register: fromPromise<void, { user: NewUser; idempotencyKey: string }>(async ({ input, signal }) => {
      const answer = await api(registerUser, { body: input.user, idempotencyKey: input.idempotencyKey, signal });
      session.send({ type: 'signedUp', user: sessionUserOf(answer) });
    }),
  },
});

export function SignUpForm() {
  const [{ context, value }, send] = useActor(machine);
  const { form, tried, error } = context;
  /** Undefined until the server has said so. */
  const [isChecked, setIsChecked] = useState<boolean>();
  useEffect(() => void captchaSolver.isRequired().then(setIsChecked, () => undefined), []);
  // Once it is sent, what comes next is the account's own first page.
  useUnsaved(
    (value === 'filling' || value === 'checking') && Object.values(form).some((said) => said !== '')
      ? text.unsaved
      : undefined,
  );
  const refused = useRefused(error, { ...form });
  const problems = signUpProblems(form);
  // A mismatch is said as soon as there is something to compare; what is empty only after a submit.
  const confirmProblem = (tried || form.confirm !== '') && form.password !== form.confirm ? text.mismatch : undefined;
  const checking = value === 'checking' && isChecked ? text.checking : '';
  const control = (name: keyof Form) => ({
    name,
    value: form[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => send({ type: 'change', patch: { [name]: event.target.value } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <ErrorAlert error={refused.error} />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <FormField label={text.firstName} required error={refused.fields['firstName']}>
            <Input autoComplete="given-name" dir="auto" maxLength={limits.name} {...control('firstName')} />
          </FormField>
          <FormField label={text.lastName} required error={refused.fields['lastName']}>
            <Input autoComplete="family-name" dir="auto" maxLength={limits.name} {...control('lastName')} />
          </FormField>
        </SimpleGrid>
        <FormField label={text.email} required error={refused.fields['email']}>
          <Input type="email" autoComplete="email" dir="ltr" maxLength={limits.email} {...control('email')} />
        </FormField>
        <FormField label={text.phone} hint={text.phoneHint} error={refused.fields['phone']}>
          <Input type="tel" autoComplete="tel" dir="ltr" maxLength={limits.phone} {...control('phone')} />
        </FormField>
        <Stack gap="2">
          <FormField
            label={text.password}
            required
            error={(tried ? problems.password : undefined) ?? refused.fields['password']}
          >
            <Input
              type="password"
              autoComplete="new-password"
              dir="ltr"
              maxLength={limits.password}
              {...checkedByForm}
              {...control('password')}
            />
          </FormField>
          <PasswordBars password={form.password} />
        </Stack>
        <FormField label={text.confirm} required error={confirmProblem}>
          <Input
            type="password"
            autoComplete="new-password"
            dir="ltr"
            maxLength={limits.password}
            {...checkedByForm}
            {...control('confirm')}
          />
        </FormField>
        {isChecked !== false && (
          // There is room for it before it is known: the button below does not move.
          <Box
            display="flex"
            gap="2"
            fontSize="xs"
            color="fg.muted"
            visibility={isChecked ? undefined : 'hidden'}
            css={{ '& svg': { flexShrink: 0, marginBlockStart: '1px' } }}
          >
            <ShieldCheck size={16} aria-hidden />
            {text.protected}
          </Box>
        )}
        <Button
          type="submit"
          loading={value === 'checking' || value === 'submitting'}
          loadingText={checking || undefined}
          width="100%"
        >
          {text.submit}
        </Button>
        <VisuallyHidden role="status">{checking}</VisuallyHidden>
      </Stack>
    </form>
  );
}
