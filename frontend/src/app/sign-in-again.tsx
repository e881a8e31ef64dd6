/**
 * The session has ended and the page stands: its person signs in over it and goes on. Nobody else reads what lies
 * behind.
 */
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { Portal } from '@chakra-ui/react/portal';
import { useState, type FormEvent } from 'react';
import { personName } from '../platform/text/names.ts';
import { session, useSession } from '../platform/session/session.ts';
import { clearUnsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { FormField } from '../components/forms/form-field.tsx';

const text = {
  title: 'Your session has ended',
  body: 'Log in to go on: what you typed is still here.',
  whose: 'This page is of',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  leave: 'Leave this page',
};

export default function SignInAgain() {
  const { user, isSigningIn, error } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    session.send({ type: 'login', email, password });
  };
  const leave = (): void => {
    // Not asked about: whoever leaves may be somebody else, and what was typed is kept for whom it belongs to.
    clearUnsavedEdits();
    session.send({ type: 'logout' });
  };
  return (
    <Dialog.Root placement="center" size="xs" open closeOnEscape={false} closeOnInteractOutside={false}>
      <Portal>
        <Dialog.Backdrop bg="bg/90" backdropFilter="blur(16px)" />
        <Dialog.Positioner padding="4">
          <Dialog.Content asChild>
            <form onSubmit={submit}>
              <Dialog.Header display="block" paddingBlockEnd="2">
                <Dialog.Title>{text.title}</Dialog.Title>
                <Dialog.Description fontSize="sm">
                  {text.body}
                  {user ? (
                    <>
                      {' '}
                      {text.whose} <bdi>{personName(user)}</bdi>.
                    </>
                  ) : null}
                </Dialog.Description>
              </Dialog.Header>
              <Dialog.Body display="grid" gap="4">
                <ErrorAlert error={error} />
                <FormField label={text.email} required>
                  <Input
                    type="email"
                    name="email"
                    autoComplete="username"
                    dir="ltr"
                    value={email}
                    onChange={(event) => setEmail(event.target.value)}
                  />
                </FormField>
                <FormField label={text.password} required>
                  <Input
                    type="password"
                    name="password"
                    autoComplete="current-password"
                    dir="ltr"
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                </FormField>
              </Dialog.Body>
              <Dialog.Footer justifyContent="space-between">
                <Button type="button" variant="ghost" onClick={leave}>
                  {text.leave}
                </Button>
                <Button type="submit" loading={isSigningIn}>
                  {text.submit}
                </Button>
              </Dialog.Footer>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
