import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { isText, NoteForm } from '../testing/note-form.tsx';
import { endpoint } from '../platform/http/api.ts';
import { isSessionLocked, lockSession, session, sessionKey } from '../platform/session/session.ts';
import { setSignInWays } from '../platform/session/sign-in-ways.ts';
import { LOCK_KEY } from '../platform/session/stored-session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { api } from '../sync/client.ts';
import { mona, refusal, serve, visit } from '../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './lock-screen.tsx';

const key = { user: 'u1', of: 'note/1' };
const Note = () => (
  <>
    <p>Ahmed Mansour, warfarin</p>
    <NoteForm draftKey={key} />
  </>
);

const refused = (reason: 'wrong-pin' | 'wrong-password' | 'no-pin', field: 'pin' | 'password', message: string) =>
  refusal(400, { message, code: 'invalid', reason, fields: { [field]: message } });
const whenLocked = () =>
  refusal(401, { message: 'This session is locked', code: 'unauthorized', reason: 'session-locked' });

/** A browser that has passkeys. @param get what its dialog answers */
function withPasskeys(get: () => Promise<unknown>): void {
  const credentials = { get };
  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: () => undefined });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => {
    for (const name of ['isSecureContext', 'PublicKeyCredential']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(navigator, 'credentials');
  });
}
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const answered = () =>
  Promise.resolve({
    id: 'a2V5',
    rawId: bytes('key'),
    type: 'public-key',
    response: { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s'), userHandle: null },
    getClientExtensionResults: () => ({}),
  });
const passkeyButton = () => screen.queryByRole('button', { name: 'Unlock with a passkey' });

/** Mona at a note, and a server that knows whether her session is locked. */
async function open(
  ways: string[] = ['password'],
  answers: ((sent: Record<string, string>) => Response)[] = [],
  isOfProvider = false,
) {
  const server = { isLocked: false };
  const sent = serve({
    'POST /api/users/me/lock': () => {
      server.isLocked = true;
      return { isLocked: true, ways, isOfProvider };
    },
    'POST /api/users/me/unlock': ({ body }) => {
      const wrong = answers.shift();
      if (wrong) return wrong(body as Record<string, string>);
      server.isLocked = false;
      return { isLocked: false, ways: [] };
    },
    'POST /api/users/me/unlock/passkey-options': { ticket: 't', options: { challenge: 'AAAA', rpId: 'localhost' } },
    'GET /api/users/me/device-key': { key: 'm'.repeat(42) + 'A' },
    'POST /api/users/logout': {},
    'GET /api/users/me': () => (server.isLocked ? whenLocked() : {}),
    'GET /api/teams': () => (server.isLocked ? whenLocked() : []),
  });
  const shown = visit('/note?firstName=Ahmed', { as: mona, also: [{ path: '/note', element: <Note /> }] });
  await screen.findByLabelText('Note');
  return {
    ...shown,
    server,
    sent,
    /** The lock is at the server. */
    async locked() {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Unlock' })).toBeEnabled());
    },
    calls: (call: string) => sent.filter((one) => one.call === call),
  };
}

test('Alt+L locks: the page has the name and the form, and nothing else', async () => {
  const { user, locked, router, calls } = await open();
  queryClient.setQueryData(['patient'], 'Ahmed Mansour');
  await user.keyboard('{Alt>}l{/Alt}');
  await locked();
  expect(document.body).toHaveTextContent(/^Locked\s*This page is of Mona Farouk/);
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

test('the place is kept for its person only', async () => {
  sessionStorage.setItem('lockedPlace', 'u2 /team/t1');
  const { user, locked, router } = await open();
  act(lockSession);
  await locked();
  await user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await screen.findByLabelText('Note');
  expect(router.state.location.pathname).toBe('/note');
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
  await act(() => api(endpoint()('GET', '/api/teams'), {}).catch(() => undefined));
  expect(await screen.findByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('an answer that was under way when the page was locked is not kept', async () => {
  const { locked } = await open();
  act(lockSession);
  await locked();
  queryClient.setQueryData(['patient'], 'Ahmed Mansour');
  await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
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

test('nothing is locked without a session', async () => {
  serve({});
  visit('/');
  lockSession();
  expect(isSessionLocked()).toBe(false);
});
