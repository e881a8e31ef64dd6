import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account, page, LIST, open } from '../../testing/accounts.ts';
import type { Sent } from '../../testing/screen.tsx';

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
