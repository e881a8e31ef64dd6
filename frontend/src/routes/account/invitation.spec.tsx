import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { InvitationToTeam } from 'language/contract/invitations';
import { setSignInWays, type SignInWays } from '../../platform/session/sign-in-ways.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import './invitation.tsx';
import './landing.tsx';
import './register.tsx';

const TOKEN = 'a-token-of-22-characts';
const invitation: InvitationToTeam = {
  team: 't1',
  teamName: 'Adult ICU',
  email: 'mona@h.test',
  role: 'physician',
  invitedByName: 'Omar Said',
  expiresAt: '2026-03-12T09:00:00Z',
  hasAccount: true,
};
const me = { _id: 'u1', firstName: 'Mona', lastName: 'Farouk', email: 'mona@h.test', emailVerified: true };
const READ = 'POST /api/invitations/read';
const JOIN = 'POST /api/invitations/accept';

function open(replies: Parameters<typeof serve>[0] = {}, { as }: { as?: typeof mona } = {}) {
  const sent = serve({
    [READ]: invitation,
    'GET /api/users/me': me,
    'GET /api/config': { captcha: { provider: 'off' } },
    ...replies,
  });
  globalThis.location.hash = `#token=${TOKEN}`;
  onTestFinished(() => {
    globalThis.location.hash = '';
  });
  return { ...visit('/invitation', as ? { as } : {}), sent };
}
function installation(ways: Partial<SignInWays>): void {
  setSignInWays({ localAccounts: true, singleSignOn: undefined, ...ways });
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
}
const main = () => screen.getByRole('main');

test('the person of the address joins, and is led to the team', async () => {
  const { user, sent, router } = open({ [JOIN]: { _id: 't1', stream: 'team-t1', revision: 4 } }, { as: mona });
  const join = await screen.findByRole('button', { name: 'Join the team' });
  expect(main()).toHaveTextContent('Omar Said invites mona@h.test to the team Adult ICU as a physician.');
  await user.click(join);
  await waitFor(() => expect(router.state.location.pathname).toBe('/team/t1'));
  expect(sent.find(({ call }) => call === JOIN)?.body).toEqual({ token: TOKEN });
});

test('in another account it says whose the invitation is', async () => {
  const { user } = open({ 'GET /api/users/me': { ...me, email: 'other@h.test' } }, { as: mona });
  expect(await screen.findByText(/You are signed in as other@h.test/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Join the team' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('link', { name: 'Log in to join' })).toBeInTheDocument();
});

test('a visitor with an account logs in, and comes back with the link', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Log in to join' })).toHaveAttribute(
    'href',
    `/?returnFrom=%2Finvitation#token=${TOKEN}`,
  );
  expect(screen.queryByLabelText(/Password/)).not.toBeInTheDocument();
});

test('a visitor without one signs up with the address of the invitation, and then joins', async () => {
  installation({ signUp: 'invited' });
  const { user, sent } = open({
    [READ]: { ...invitation, hasAccount: false },
    'POST /api/users': { ...me, token: 't9', stream: 'user-u1', revision: 1 },
  });
  expect(await screen.findByLabelText(/^Email/)).toHaveAttribute('readonly');
  expect(screen.getByLabelText(/^Email/)).toHaveValue('mona@h.test');
  await user.type(screen.getByLabelText(/First name/), 'Mona');
  await user.type(screen.getByLabelText(/Last name/), 'Farouk');
  await user.type(screen.getByLabelText('Password*'), 'abcdef');
  await user.type(screen.getByLabelText('Confirm password*'), 'abcdef');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /api/users')?.body).toMatchObject({
      email: 'mona@h.test',
      invitation: TOKEN,
    }),
  );
  expect(await screen.findByRole('button', { name: 'Join the team' })).toBeInTheDocument();
});

test.each([
  [{ signUp: 'closed' }, 'Accounts are made by those who run this product: ask them.'],
  [{ signUp: 'closed', singleSignOn: { name: 'Hospital account' } }, 'Log in to join'],
  [{ localAccounts: false, singleSignOn: { name: 'Hospital account' } }, 'Log in to join'],
] as const)('a visitor without one, where the form makes no accounts: %j', async (ways, words) => {
  installation(ways);
  open({ [READ]: { ...invitation, hasAccount: false } });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByLabelText(/Password/)).not.toBeInTheDocument();
});

test('a used link says so, and without a link there is nothing to read', async () => {
  const message = 'This invitation has been used or withdrawn, or is too old: please ask for a new one';
  open({ [READ]: refusal(400, { message, code: 'invalid', reason: 'invitation-spent' }) });
  expect(await screen.findByText(message)).toBeInTheDocument();
});

test('without a link nothing is asked', async () => {
  const sent = serve({});
  visit('/invitation');
  expect(await screen.findByText('Open the link of your invitation again.')).toBeInTheDocument();
  expect(sent.some(({ call }) => call === READ)).toBe(false);
});

test.each(['invited', 'closed'] as const)('with sign-up %s both pages say what to do', async (signUp) => {
  installation({ signUp });
  serve({ 'GET /api/config': { captcha: { provider: 'off' } } });
  const words = signUp === 'invited' ? /ask your team’s admin for one/ : /ask them/;
  const { unmount } = visit('/');
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Create Account' })).not.toBeInTheDocument();
  unmount();
  visit('/register');
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByLabelText(/First name/)).not.toBeInTheDocument();
});
