import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { key, withPasskeys, answered, passkeyButton, open } from '../testing/lock-screen.tsx';
import { isText } from '../testing/note-form.tsx';
import { isSessionLocked, lockSession, session } from '../platform/session/session.ts';
import { setSignInWays } from '../platform/session/sign-in-ways.ts';
import { LOCK_KEY } from '../platform/session/stored-session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { mona, refusal } from '../testing/screen.tsx';

test('a passkey unlocks: the person is where they were, with what they typed', async () => {
  withPasskeys(answered);
  const { user, locked, calls } = await open(['pin', 'passkey', 'password']);
  await user.type(screen.getByLabelText('Note'), 'Half a sent');
  act(lockSession);
  await locked();
  expect(screen.getByLabelText(/PIN on this device/)).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Use the password instead' })).toBeVisible();
  await user.click(passkeyButton()!);
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Half a sent'));
  expect(calls('POST /api/users/me/unlock/passkey-options')[0]!.headers['authorization']).toBe('bearer t1');
  expect(calls('POST /api/users/me/unlock').map(({ body }) => body)).toMatchObject([
    { passkey: { ticket: 't', answer: { id: 'a2V5', response: { signature: 'cw' } } } },
  ]);
});

test('a passkey that was not used, and one that is refused, say so in one sentence; then the password unlocks', async () => {
  const dialogs = [() => Promise.reject(new DOMException('Cancelled', 'NotAllowedError')), answered];
  withPasskeys(() => dialogs.shift()!());
  const REFUSED = 'This passkey was not accepted here: please try again, or confirm in another way';
  const { user, locked, calls } = await open(
    ['passkey', 'password'],
    [() => refusal(400, { message: REFUSED, code: 'invalid', reason: 'passkey-not-proved' })],
  );
  act(lockSession);
  await locked();
  await user.click(passkeyButton()!);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The passkey was not used/);
  expect(calls('POST /api/users/me/unlock')).toEqual([]);
  await user.click(passkeyButton()!);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(REFUSED));
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await screen.findByLabelText('Note');
});

test.each([
  ['without a passkey either', [], /You have no password and no passkey here/],
  ['in a browser that offers no passkeys', ['passkey'], /this browser offers none here/],
])('a person of single sign-on %s signs in again, and their drafts stay', async (_, ways, why) => {
  setSignInWays({ localAccounts: false, singleSignOn: { name: 'Log in with El Salam' } });
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  const { user, router, calls } = await open(ways, [], true);
  await user.type(screen.getByLabelText('Note'), 'Half a sent');
  act(lockSession);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.queryByLabelText(/Password|PIN/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Log in with El Salam' }));
  await waitFor(() => expect(calls('POST /api/users/logout')).toHaveLength(1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(drafts.load(key, isText)?.value).toEqual({ text: 'Half a sent' });
});

test('the place is kept for its person only', async () => {
  sessionStorage.setItem('lockedPlace', 'u2 /team/t1');
  const { user, locked, router } = await open();
  act(lockSession);
  await locked();
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await screen.findByLabelText('Note');
  expect(router.state.location.pathname).toBe('/note');
});

test('another person may sign in: the session ends on the server, and the drafts stay for the first person', async () => {
  const { user, locked, router, calls } = await open();
  await user.type(screen.getByLabelText('Note'), 'Half a sent');
  act(lockSession);
  await locked();
  await user.click(screen.getByRole('button', { name: 'Sign in as another person' }));
  await waitFor(() => expect(calls('POST /api/users/logout')).toHaveLength(1));
  expect(calls('POST /api/users/logout')[0]!.headers['authorization']).toBe('bearer t1');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(drafts.load(key, isText)?.value).toEqual({ text: 'Half a sent' });
  expect(localStorage.getItem(LOCK_KEY)).toBeNull();
  act(() => session.send({ type: 'signedUp', user: { ...mona, _id: 'u2', token: 't2', firstName: 'Omar' } }));
  expect(isSessionLocked()).toBe(false);
});

test('a locked session that has ended leads to the sign-in, and keeps the drafts', async () => {
  const ended = () => refusal(401, { message: 'Not authorized', code: 'unauthorized', reason: 'token-failed' });
  const { user, locked, router } = await open(['password'], [ended]);
  await user.type(screen.getByLabelText('Note'), 'Half a sent');
  act(lockSession);
  await locked();
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(drafts.load(key, isText)?.value).toEqual({ text: 'Half a sent' });
});
