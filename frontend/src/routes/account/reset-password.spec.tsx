import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInUser } from '../../platform/session/session.ts';
import { commandsOf, mona, refusal, serve, visit } from '../../testing/screen.tsx';

const SENT = 'If there is an account with this e-mail, a link to set a new password is on its way to it';

test('the login links to a forgotten password, and the answer is the same for every address', async () => {
  const sent = serve({ 'POST /api/users/login': { message: 'in English' } });
  const { user } = visit('/?returnFrom=/team/t1');
  await user.click(await screen.findByRole('link', { name: 'Forgotten password?' }));
  await screen.findByRole('button', { name: 'Send me a link' });
  // The link back to the login keeps the page to return to.
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/?returnFrom=%2Fteam%2Ft1');
  await user.type(screen.getByLabelText('Email*'), 'Unknown@Demo.test');
  await user.click(screen.getByRole('button', { name: 'Send me a link' }));
  expect(await screen.findByText(SENT)).toBeInTheDocument();
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/users/login', { email: 'unknown@demo.test', forgetPW: true }],
  ]);
});

test('the mailed link sets a confirmed password of enough length, and signs all browsers out', async () => {
  const sent = serve({ 'POST /api/users/resetPassword': { message: 'in English' } });
  const { user } = visit('/reset-password#token=one-time', { as: mona });
  const [password, confirm] = [
    await screen.findByLabelText('New password*'),
    screen.getByLabelText('Confirm password*'),
  ];
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Password is required')).toBeInTheDocument();
  await user.type(password, 'abcdeF1');
  await user.type(confirm, 'abcdeF');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  expect(commandsOf(sent)).toEqual([]);
  await user.type(confirm, '1');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('The new password is set, please sign in')).toBeInTheDocument();
  expect(commandsOf(sent).map(({ body }) => body)).toEqual([{ token: 'one-time', password: 'abcdeF1' }]);
  expect(signedInUser()).toBeUndefined();
});

test('a link that is not valid any more offers a new one', async () => {
  const words = 'This link has been used already or is too old: please ask for a new one';
  serve({
    'POST /api/users/resetPassword': () => refusal(400, { message: words, code: 'invalid', fields: { token: words } }),
  });
  const { user } = visit('/reset-password#token=old');
  await user.type(await screen.findByLabelText('New password*'), 'abcdeF1');
  await user.type(screen.getByLabelText('Confirm password*'), 'abcdeF1');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await user.click(screen.getByRole('link', { name: 'Ask for a new link' }));
  expect(await screen.findByRole('button', { name: 'Send me a link' })).toBeInTheDocument();
});
