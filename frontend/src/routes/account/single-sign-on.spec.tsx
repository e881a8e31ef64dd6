import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { setSignInWays, type SignInWays } from '../../platform/session/sign-in-ways.ts';
import { signedInUser } from '../../platform/session/session.ts';
import { SingleSignOn } from '../../features/sign-in/single-sign-on.tsx';
import { show } from '../../testing/component.tsx';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const AWAY = 'The sign-in of your hospital account does not answer, please try again in a moment';
const EXPIRED = 'This sign-in has expired, was used already or was begun in another browser: please begin again';
const NAME = 'Log in with El Salam';
const omar = { ...mona, _id: 'u2', firstName: 'Omar', token: 't2' };

function installation(ways: Partial<SignInWays>): void {
  setSignInWays({ localAccounts: true, singleSignOn: { name: NAME }, ...ways });
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
}
/** The address as the callback leaves it in the browser. */
function returnedWith(code: string): void {
  history.replaceState(null, '', `/#signIn=${code}`);
  onTestFinished(() => history.replaceState(null, '', '/'));
}
const button = (name: string) => screen.queryByRole('button', { name });

test('without a provider there is no button', async () => {
  installation({ singleSignOn: undefined });
  visit('/');
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeInTheDocument();
  expect(button(NAME)).toBeNull();
});

test('the button leads to the provider, with the page to come back to', async () => {
  const sent = serve({ 'GET /api/users/oidc/start': { url: 'https://login.example/auth?x=1' } });
  const left: string[] = [];
  const { user } = show(
    <SingleSignOn name={NAME} returnFrom="/ward/t1" isPrimary={false} leave={(address) => left.push(address)} />,
  );
  await user.click(button(NAME)!);
  await waitFor(() => expect(left).toEqual(['https://login.example/auth?x=1']));
  expect(sent).toMatchObject([{ search: { returnFrom: '/ward/t1' }, headers: { accept: 'application/json' } }]);
});

test('a provider that is away is said in place, and the form stays', async () => {
  installation({});
  serve({ 'GET /api/users/oidc/start': refusal(503, { message: AWAY, code: 'unavailable' }) });
  const { user } = visit('/');
  await user.click(await screen.findByRole('button', { name: NAME }));
  expect(await screen.findByText(AWAY)).toBeInTheDocument();
  expect(button('Log in')).toBeEnabled();
  expect(button(NAME)).toBeEnabled();
});

test('a page that is no path of this product is not handed on', async () => {
  const sent = serve({ 'GET /api/users/oidc/start': { url: 'https://login.example/' } });
  const { user } = show(<SingleSignOn name={NAME} returnFrom="//evil.example" isPrimary leave={() => undefined} />);
  await user.click(button(NAME)!);
  await waitFor(() => expect(sent).toMatchObject([{ search: {} }]));
});

test('back from the provider, the page exchanges its code once, and the code leaves the address', async () => {
  installation({});
  returnedWith('one-time');
  const sent = serve({ 'POST /api/users/oidc/session': omar });
  visit('/');
  await waitFor(() => expect(signedInUser()).toMatchObject({ _id: 'u2', token: 't2' }));
  expect(location.hash).toBe('');
  const exchanges = sent.filter(({ call }) => call === 'POST /api/users/oidc/session');
  expect(exchanges).toMatchObject([{ body: { code: 'one-time' }, headers: { 'x-session': 'new' } }]);
});

test('a return replaces the person who was signed in before', async () => {
  installation({});
  returnedWith('one-time');
  serve({ 'POST /api/users/oidc/session': omar });
  visit('/', { as: mona });
  await waitFor(() => expect(signedInUser()).toMatchObject({ _id: 'u2' }));
});

test('the same person comes back with a new session, and the one of before ends', async () => {
  installation({});
  returnedWith('one-time');
  const sent = serve({
    'POST /api/users/oidc/session': { ...mona, token: 't2' },
    'POST /api/users/logout': { next: 'https://login.example/out' },
  });
  visit('/?returnFrom=%2Fprofile', { as: mona });
  await waitFor(() => expect(signedInUser()).toMatchObject({ _id: 'u1', token: 't2' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /api/users/logout')?.headers).toMatchObject({
      authorization: expect.stringContaining('t1') as string,
    }),
  );
});

test('a refused return says why, and can be begun again', async () => {
  installation({});
  returnedWith('old');
  serve({ 'POST /api/users/oidc/session': refusal(400, { message: EXPIRED, code: 'invalid' }) });
  visit('/');
  expect(await screen.findByText(EXPIRED)).toBeInTheDocument();
  expect([location.hash, signedInUser()]).toEqual(['', undefined]);
  expect(button(NAME)).toBeEnabled();
});

test('a return that the limits refused is begun again with a calculation by the browser', async () => {
  installation({});
  returnedWith('refused');
  const message = 'Too many attempts: a short calculation by your browser lets you pass, or try again in 15 minutes';
  const sent = serve({
    'POST /api/users/oidc/session': refusal(429, {
      message,
      code: 'tooMany',
      reason: 'proof-lets-pass',
      values: { minutes: 15 },
    }),
    'GET /api/config/captcha': () => new Promise<Response>(() => undefined),
  });
  const { user } = visit('/');
  expect(await screen.findByText(message)).toBeInTheDocument();
  await user.click(button(NAME)!);
  expect(await screen.findByRole('button', { name: 'Calculating…' })).toBeInTheDocument();
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ call: 'GET /api/config/captcha', search: { for: 'signIn' } }),
  );
  expect(sent.some(({ call }) => call === 'GET /api/users/oidc/start')).toBe(false);
});

test.each([
  ['/confirm-email', 'POST /api/users/confirmEmail', 'Confirm this address', 'confirmation'],
  ['/invitation', 'POST /api/invitations/accept', 'Join the team', 'invitation'],
])(
  'the token of a mailed link to %s outlives the way to the provider, and is forgotten when it was used',
  async (path, call, use, kept) => {
    installation({});
    const email = 'mona@hospital.test';
    const sent = serve({
      'GET /api/users/me': { ...mona, email, emailVerified: false },
      'POST /api/invitations/read': { team: 't1', teamName: 'ICU', email, role: 'reader', invitedByName: 'Omar Said' },
      [call]: { _id: 't1', emailVerified: true, stream: 's', revision: 1 },
    });
    history.replaceState(null, '', `${path}#token=as-mailed`);
    onTestFinished(() => history.replaceState(null, '', '/'));
    visit(path);
    await screen.findByText(path === '/invitation' ? 'Log in to join' : NAME);
    // The provider leads back to the page without a fragment.
    history.replaceState(null, '', path);
    const { user } = visit(path, { as: mona });
    await user.click(await screen.findByRole('button', { name: use }));
    await waitFor(() => expect(sent.find((one) => one.call === call)?.body).toEqual({ token: 'as-mailed' }));
    await waitFor(() => expect(sessionStorage.getItem(kept)).toBeNull());
  },
);

test('without local accounts only the button is shown, also to a person who would sign up', async () => {
  installation({ localAccounts: false });
  const { router } = visit('/');
  expect(await screen.findByRole('button', { name: NAME })).toBeInTheDocument();
  expect(button('Log in')).toBeNull();
  for (const name of ['Create Account', 'Forgotten password?']) expect(screen.queryByRole('link', { name })).toBeNull();
  await router.navigate('/register');
  await waitFor(() => expect(screen.getByText(/log in with your hospital account/)).toBeInTheDocument());
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
});

test.each(['/', '/?admin', '/register'])('%s has no form until the ways in are known', async (address) => {
  installation({ localAccounts: undefined, singleSignOn: undefined });
  visit(address);
  expect(await screen.findByText(/(ways to log in are|form is) loading/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  for (const name of ['Create Account', 'Forgotten password?']) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByText(/hospital account/)).toBeNull();
  act(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  expect(await screen.findByLabelText(/^Email/)).toBeInTheDocument();
});

test('the admin account has its form at an address of its own', async () => {
  installation({ localAccounts: false });
  visit('/?admin');
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeInTheDocument();
  expect(screen.getByText(/For the admin account only/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Forgotten password?' })).toBeInTheDocument();
});
