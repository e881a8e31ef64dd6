import { act, screen, waitFor, within } from '@testing-library/react';
import type { SecondFactorList } from 'language/contract/second-factors';
import { expect, onTestFinished, test } from 'vitest';
import { answerProof } from '../../platform/session/proof-request.ts';
import { setSignInWays } from '../../platform/session/sign-in-ways.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { none, withTotp, FACTORS, open } from '../../testing/second-factors.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';

test('who comes from a team that requires a second factor is told why, and goes back with one', async () => {
  const first = open(none, {}, '?returnFrom=%2Fteam%2Ft1');
  expect(await screen.findByText(/requires a second factor\. Set one up here/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to the team' })).toBeNull();
  first.unmount();
  open(withTotp, {}, '?returnFrom=%2Fteam%2Ft1');
  expect(await screen.findByRole('link', { name: 'Back to the team' })).toHaveAttribute('href', '/team/t1');
});

test('the last factor is removed after a question that says what it means', async () => {
  const { user, sent } = open(withTotp, { [`DELETE ${FACTORS}/totp`]: none });
  await user.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent(/your password alone signs in/);
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  expect(sent.map(({ call }) => call)).toContain(`DELETE ${FACTORS}/totp`);
});

test('a read that began before a removal does not bring the factor back', async () => {
  let answerRead = (_list: SecondFactorList): void => undefined;
  const { user, sent } = open(withTotp, {
    [`GET ${FACTORS}`]: () => new Promise<SecondFactorList>((resolve) => (answerRead = resolve)),
    [`DELETE ${FACTORS}/totp`]: none,
  });
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET ${FACTORS}`));
  act(() => void queryClient.setQueryData(queryKeys.secondFactors, withTotp));
  await user.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  answerRead(withTotp);
  await waitFor(() => expect(queryClient.isFetching({ queryKey: queryKeys.secondFactors })).toBe(0));
  expect(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

test('a person who would rather not prove it gets the refusal', async () => {
  const { user } = open(withTotp, {
    [`POST ${FACTORS}/recovery-codes`]: refusal(403, {
      message: 'Please confirm that it is you',
      code: 'forbidden',
      reason: 'proof-needed',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please confirm that it is you');
});

test('a second factor that the limits refuse says that the browser calculates', async () => {
  const needed = { code: 'unauthorized', reason: 'second-factor-needed', ticket: 'the ticket', factors: ['totp'] };
  const message = 'Too many attempts: a short calculation by your browser lets you pass';
  let fail = (): void => undefined;
  const sent = serve({
    'POST /api/users/login': new Response(JSON.stringify({ message: 'Please confirm', ...needed }), { status: 401 }),
    'POST /api/users/login/second-factor': () =>
      refusal(429, { message, code: 'tooMany', reason: 'proof-lets-pass', values: { minutes: 15 } }),
    'GET /api/config/captcha': () =>
      new Promise<Response>((resolve) => {
        fail = () => resolve(refusal(503, { code: 'unavailable', message: 'Away' }));
      }),
  });
  const { user } = visit('/');
  await user.type(await screen.findByLabelText(/^Email/), 'mona@demo.test');
  await user.type(screen.getByLabelText(/^Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/we check that this is not an automatic program/)).toBeInTheDocument();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ search: { for: 'signIn' } }));
  fail();
  expect(await screen.findByRole('alert')).toHaveTextContent('a short calculation by your browser');
  await user.click(screen.getByRole('button', { name: 'Back' }));
});

test('a person who signed in at the provider is led there to sign in again, and has no password to type', async () => {
  setSignInWays({ localAccounts: true, singleSignOn: { name: 'El Salam' } });
  // Else the dialog is open in the next test.
  onTestFinished(() => answerProof(false));
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  const needed = { message: 'Please confirm that it is you', code: 'forbidden', reason: 'proof-needed' } as const;
  const { user } = open(withTotp, {
    [`POST ${FACTORS}/recovery-codes`]: refusal(403, needed),
    'GET /api/users/me/sessions': [{ _id: 's1', method: 'singleSignOn', isCurrent: true }],
  });
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm that it is you' });
  expect(await within(dialog).findByRole('button', { name: 'Sign in again: El Salam' })).toBeEnabled();
  expect(within(dialog).queryByRole('button', { name: 'Use your password' })).toBeNull();
  expect(within(dialog).getByLabelText(/^Code/)).toBeVisible();
});
