import * as teamCalls from 'language/contract/calls/teams';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isSessionLocked, lockSession, sessionKey } from '../platform/session/session.ts';
import { LOCK_KEY } from '../platform/session/stored-session.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { api } from '../sync/client.ts';
import { withPasskeys, answered, passkeyButton, open } from '../testing/lock-screen.tsx';
import { refusal, serve, visit } from '../testing/screen.tsx';

const refused = (reason: 'wrong-pin' | 'wrong-password' | 'no-pin', field: 'pin' | 'password', message: string) =>
  refusal(400, { message, code: 'invalid', reason, fields: { [field]: message } });

test('Alt+L locks: the page has the name and the form, and nothing else', async () => {
  const { user, locked, router, calls } = await open();
  queryClient.setQueryData(['patient'], 'Ahmed Mansour');
  await user.keyboard('{Alt>}l{/Alt}');
  await locked();
  expect(document.body).toHaveTextContent(/^Locked\s*Mona Farouk .*is signed in on this page/);
  expect(document.body.textContent).not.toMatch(/Ahmed|warfarin/);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.title).toBe('Locked · Clinical Pharmacy');
  expect(router.state.location.pathname + router.state.location.search).toBe('/locked');
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(sessionKey()).toBeUndefined();
  expect(calls('POST /api/users/me/lock')).toHaveLength(1);
  expect(screen.getByLabelText(/Password/)).toHaveFocus();
});

test('the menu locks, and the password unlocks: the person is where they were, with what they typed', async () => {
  const { user, locked, router } = await open();
  await user.type(screen.getByLabelText('Note'), 'Half a sent');
  await user.click(screen.getByRole('button', { name: 'Account of Mona Farouk' }));
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  await locked();
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Half a sent'));
  expect(router.state.location.pathname + router.state.location.search).toBe('/note?firstName=Ahmed');
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(isSessionLocked()).toBe(false);
});

test('the PIN comes first; wrong tries are counted, and after the last one the password is asked for', async () => {
  const { user, locked, calls } = await open(
    ['pin', 'password'],
    [
      () => refused('wrong-pin', 'pin', 'This is not your PIN: one try is left'),
      () =>
        refused(
          'no-pin',
          'pin',
          'There is no PIN on this device, or it was typed wrong five times: please use your password or passkey',
        ),
      () => refused('wrong-password', 'password', 'This is not your current password'),
    ],
  );
  act(lockSession);
  await locked();
  await user.type(screen.getByLabelText(/PIN on this device/), '705318{Enter}');
  expect(await screen.findByText('This is not your PIN: one try is left')).toBeVisible();
  expect(screen.getByLabelText(/PIN on this device/)).toHaveValue('');
  await user.type(screen.getByLabelText(/PIN on this device/), '705318{Enter}');
  expect(
    await screen.findByText(
      'There is no PIN on this device, or it was typed wrong five times: please use your password or passkey',
    ),
  ).toBeVisible();
  await user.type(screen.getByLabelText(/Password/), 'wrong{Enter}');
  expect(await screen.findByText('This is not your current password')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use the PIN instead' })).toBeNull();
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await screen.findByLabelText('Note');
  expect(calls('POST /api/users/me/unlock').map(({ body }) => body)).toEqual([
    { pin: '705318' },
    { pin: '705318' },
    { password: 'wrong' },
    { password: 'demo-pass-1' },
  ]);
});

test('the password can be given instead of the PIN', async () => {
  const { user, locked } = await open(['pin', 'password']);
  act(lockSession);
  await locked();
  await user.click(screen.getByRole('button', { name: 'Use the password instead' }));
  expect(screen.getByLabelText(/Password/)).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Use the PIN instead' }));
  expect(screen.getByLabelText(/PIN on this device/)).toBeVisible();
});

test('a browser without passkeys offers none', async () => {
  const { locked } = await open(['passkey', 'password']);
  act(lockSession);
  await locked();
  expect(passkeyButton()).toBeNull();
  expect(screen.getByLabelText(/Password/)).toBeVisible();
});

test('a person of single sign-on without a password unlocks by passkey', async () => {
  withPasskeys(answered);
  const { user } = await open(['passkey'], [], true);
  act(lockSession);
  await waitFor(() => expect(passkeyButton()).toBeVisible());
  expect(screen.queryByLabelText(/Password|PIN/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  await user.click(passkeyButton()!);
  await screen.findByLabelText('Note');
});

test('a person of single sign-on who may have a password here has both', async () => {
  const { locked } = await open(['password'], [], true);
  act(lockSession);
  await locked();
  expect(screen.getByLabelText(/Password/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in again with your hospital account' })).toBeEnabled();
});

test('the back button leads nowhere', async () => {
  const { locked, router } = await open();
  await act(() => router.navigate('/note?firstName=Samira'));
  act(lockSession);
  await locked();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/locked'));
  expect(screen.queryByLabelText('Note')).toBeNull();
});

test('another tab locks this one; its unlocking is asked of the server', async () => {
  const { server, calls, router } = await open();
  const change = (value: string | null) => {
    if (value === null) localStorage.removeItem(LOCK_KEY);
    else localStorage.setItem(LOCK_KEY, value);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LOCK_KEY, newValue: value })));
  };
  change('u1');
  expect(await screen.findByRole('heading', { name: 'Locked' })).toBeVisible();
  await waitFor(() => expect(calls('POST /api/users/me/lock')).toHaveLength(1));
  // Removed by hand: the server is asked, and does not agree.
  change(null);
  await waitFor(() => expect(calls('GET /api/users/me')).toHaveLength(1));
  expect(screen.getByRole('heading', { name: 'Locked' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/locked');
  server.isLocked = false;
  change(null);
  expect(await screen.findByLabelText('Note')).toBeVisible();
  expect(router.state.location.search).toBe('?firstName=Ahmed');
});

test("another person's lock does not concern this page", async () => {
  await open();
  localStorage.setItem(LOCK_KEY, 'u2');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LOCK_KEY, newValue: 'u2' })));
  expect(screen.getByLabelText('Note')).toBeVisible();
  localStorage.removeItem(LOCK_KEY);
});

test('a page whose call is refused as locked locks itself', async () => {
  const { server } = await open();
  server.isLocked = true;
  await act(() => api(teamCalls.listTeams, {}).catch(() => undefined));
  expect(await screen.findByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('an answer that was under way when the page was locked is not kept', async () => {
  const { locked } = await open();
  act(lockSession);
  await locked();
  queryClient.setQueryData(['patient'], 'Ahmed Mansour');
  await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
});

test('without a connection the page is locked at once, and the server hears of it later', async () => {
  const { server, sent } = await open();
  const online = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  act(lockSession);
  expect(await screen.findByText(/No connection to the server/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unlock' })).toBeDisabled();
  expect(screen.queryByLabelText('Note')).toBeNull();
  globalThis.fetch = online;
  await waitFor(() => expect(server.isLocked).toBe(true), { timeout: 10_000 });
  expect(sent.at(-1)?.call).toBe('POST /api/users/me/lock');
});

test('nothing is locked without a session', async () => {
  serve({});
  visit('/');
  lockSession();
  expect(isSessionLocked()).toBe(false);
});
