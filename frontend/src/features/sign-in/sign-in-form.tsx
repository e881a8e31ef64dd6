/** E-mail and password. What comes of it is the session machine's; while it is asking, a second attempt is ignored. */
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Stack } from '@chakra-ui/react/stack';
import { useSelector } from '@xstate/react';
import { useState, type FormEvent } from 'react';
import { session } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { signInText as text } from './messages.ts';

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const busy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const error = useSelector(session, (snapshot) => snapshot.context.error);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    session.send({ type: 'login', email, password });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <ErrorAlert error={error} />
        <FormField label={text.email} error={error?.fields['email']}>
          <Input type="email" name="email" autoComplete="username" dir="ltr" required value={email} onChange={(event) => setEmail(event.target.value)} />
        </FormField>
        <FormField label={text.password} error={error?.fields['password']}>
          <Input type="password" name="password" autoComplete="current-password" dir="ltr" required value={password} onChange={(event) => setPassword(event.target.value)} />
        </FormField>
        <Button type="submit" loading={busy} width="100%">{text.submit}</Button>
      </Stack>
    </form>
  );
}
