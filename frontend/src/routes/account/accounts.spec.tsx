import { screen, waitFor, within } from '@testing-library/react';
import type { AccountPage, ListedAccount } from 'command-api/contract/accounts';
import { expect, test } from 'vitest';
import { mona, refusal, type Sent, serve, visit } from '../../testing/screen.tsx';
import './accounts.tsx';

const me = { _id: 'u1', firstName: 'Mona', lastName: 'Farouk', email: 'mona@h.test', emailVerified: true };
const account = (firstName: string, over: Partial<ListedAccount> = {}): ListedAccount => ({
  _id: `u-${firstName}`,
  firstName,
  lastName: 'Adel',
  email: `${firstName.toLowerCase()}@h.test`,
  teams: [{ _id: 't1', name: 'Adult ICU', role: 'pharmacist', isAdmin: true, disabled: false }],
  createdOn: '2026-01-02',
  lastUsedOn: '2026-03-04',
  sessions: 2,
  condition: 'active',
  disabled: null,
  hasSecondFactor: true,
  isOfProvider: false,
  isAdminAccount: false,
  ...over,
});
const page = (accounts: ListedAccount[], over: Partial<AccountPage> = {}): AccountPage => ({
  accounts,
  page: 1,
  pages: 1,
  total: accounts.length,
  ...over,
});
const LIST = 'GET /api/accounts';
function open(address = '/accounts', replies: Parameters<typeof serve>[0] = {}, isAdminAccount = true) {
  const sent = serve({
    'GET /api/users/me': { ...me, isAdminAccount },
    'GET /api/teams': [],
    [LIST]: page([account('Dina')]),
    ...replies,
  });
  return { ...visit(address, { as: mona }), asked: () => sent.filter(({ call }) => call === LIST), sent };
}

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

test('people are found by name and by state; the address keeps the search', async () => {
  const { user, asked, router } = open('/accounts?page=2');
  await user.type(await screen.findByRole('searchbox', { name: 'Name or e-mail' }), 'dina{Enter}');
  await waitFor(() => expect(asked().at(-1)?.search).toEqual({ search: 'dina', pageNumber: '1' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
  await waitFor(() =>
    expect(asked().at(-1)?.search).toEqual({ search: 'dina', condition: 'disabled', pageNumber: '1' }),
  );
  expect(router.state.location.search).toBe('?search=dina&condition=disabled');
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

test('a disabled account says by whom and why, and is enabled', async () => {
  const disabled = { at: '2026-05-02T10:00:00Z', by: 'u1', byName: 'Mona Farouk', reason: 'Has left' };
  const { user, sent } = open('/accounts', {
    [LIST]: page([account('Dina', { condition: 'disabled', disabled, sessions: 0 })]),
    'PUT /api/accounts/u-Dina': { _id: 'u-Dina', disabled: false },
  });
  expect((await screen.findByText('dina@h.test')).closest('li')).toHaveTextContent(
    /Disabled 2026-05-02 \d\d:\d\d by Mona Farouk: Has left/,
  );
  await user.click(screen.getByRole('button', { name: 'Enable: Dina Adel' }));
  await screen.findByText('Dina Adel enabled');
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ disabled: false });
});

test('all sessions of a person end after a question', async () => {
  const { user, sent, asked } = open('/accounts', { 'DELETE /api/accounts/u-Dina/sessions': { ended: 2 } });
  await user.click(await screen.findByRole('button', { name: 'End sessions: Dina Adel' }));
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End sessions' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
});

test('the admin account is not offered to be disabled', async () => {
  open('/accounts', { [LIST]: page([account('Mona', { isAdminAccount: true })]) });
  expect(await screen.findByText('Admin account')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Disable/ })).not.toBeInTheDocument();
});

test('a team whose admin has gone gets another one, with a reason', async () => {
  const call = 'PUT /api/teams/t1/admin';
  const teams = [{ _id: 't1', name: 'Adult ICU', role: 'pharmacist' as const, isAdmin: false, disabled: false }];
  const { user, sent } = open('/accounts', {
    [LIST]: ({ search }: Sent) =>
      search['team'] === 't1'
        ? page([account('Dina'), account('Omar', { teams }), account('Hany', { teams, condition: 'disabled' })])
        : page([account('Dina')]),
    [call]: { _id: 't1', stream: 'team-t1', revision: 4 },
  });
  await user.click(await screen.findByRole('button', { name: 'Hand over team: Adult ICU' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Another admin for Adult ICU' }));
  await dialog.findByRole('option', { name: 'Omar Adel (omar@h.test)' });
  expect(dialog.getAllByRole('option')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Make admin' }));
  expect(dialog.getByText('Please choose a member')).toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: /New admin/ }), 'Omar Adel (omar@h.test)');
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Dina has left');
  await user.click(dialog.getByRole('button', { name: 'Make admin' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find((one) => one.call === call)?.body).toEqual({ userId: 'u-Omar', reason: 'Dina has left' });
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
