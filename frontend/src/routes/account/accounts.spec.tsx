import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account, page, LIST, open } from '../../testing/accounts.ts';
import { refusal, type Sent } from '../../testing/screen.tsx';

test('an account with its teams, last use, second factor and way in', async () => {
  open('/accounts', {
    [LIST]: page([
      account('Dina'),
      account('Sami', { teams: [], lastUsedOn: null, hasSecondFactor: false, isOfProvider: true, sessions: 0 }),
    ]),
  });
  const rowOf = async (email: string) => (await screen.findByText(email)).closest('li');
  const [dina, sami] = [await rowOf('dina@h.test'), await rowOf('sami@h.test')];
  expect(dina).toHaveTextContent('Adult ICU (Clinical Pharmacist, Admin)');
  expect(dina).toHaveTextContent('made 2026-01-02 · last used 2026-03-04 · password · second factor');
  expect(sami).toHaveTextContent('In no team');
  expect(sami).toHaveTextContent('never used · hospital account · no second factor');
  expect(within(sami!).queryByRole('button', { name: /End sessions/ })).not.toBeInTheDocument();
});

test('an account is disabled with a reason, which is asked for', async () => {
  const { user, sent, asked } = open('/accounts', { 'PUT /api/accounts/u-Dina': { _id: 'u-Dina', disabled: true } });
  await user.click(await screen.findByRole('button', { name: 'Disable: Dina Adel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable the account of Dina Adel?' }));
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await dialog.findByText('Please give a reason')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Has left ');
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ disabled: true, reason: 'Has left' });
  await waitFor(() => expect(asked()).toHaveLength(2));
});

test('a refusal stays in the dialog, with what was typed', async () => {
  const { user } = open('/accounts', {
    'PUT /api/accounts/u-Dina': refusal(409, {
      message: 'The admin account cannot disable itself',
      code: 'conflict',
      reason: 'admin-account-stays',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Disable: Dina Adel' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Has left');
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await dialog.findByText('The admin account cannot disable itself')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('Has left');
});

test('the admin account is not offered to be disabled', async () => {
  open('/accounts', { [LIST]: page([account('Mona', { isAdminAccount: true })]) });
  expect(await screen.findByText('Admin account')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Disable/ })).not.toBeInTheDocument();
});

test('nothing found, and pages', async () => {
  const { user, asked } = open('/accounts', {
    [LIST]: ({ search }: Sent) =>
      search['search'] === 'x' ? page([]) : page([account('Dina')], { pages: 3, total: 41 }),
  });
  expect(await screen.findByText('41 accounts')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked().at(-1)?.search).toEqual({ pageNumber: '2' }));
  await user.type(screen.getByRole('searchbox'), 'x{Enter}');
  expect(await screen.findByText('No account matches')).toBeInTheDocument();
});

test('other people are led home', async () => {
  const { router } = open('/accounts', {}, false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
});
