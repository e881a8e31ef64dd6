import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { TeamInvitation } from 'language/contract/invitations';
import { expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { show } from '../../testing/component.tsx';
import { refusal, serve } from '../../testing/screen.tsx';
import { Invitations } from './invitations.tsx';

const open: TeamInvitation = {
  _id: 'i1',
  email: 'omar@h.test',
  role: 'physician',
  invitedBy: 'u1',
  invitedByName: 'Mona Farouk',
  sentAt: '2026-03-05T09:00:00Z',
  expiresAt: '2099-03-12T09:00:00Z',
};
const LIST = 'GET /api/teams/t1/invitations';
const INVITE = 'POST /api/teams/t1/invitations';
function render(replies: Parameters<typeof serve>[0] = {}) {
  queryClient.clear();
  const sent = serve({
    [LIST]: [open, { ...open, _id: 'i2', email: 'old@h.test', expiresAt: '2020-01-01T00:00:00Z' }],
    ...replies,
  });
  const calls = (call: string) => sent.filter((one) => one.call === call);
  return {
    ...show(
      <QueryClientProvider client={queryClient}>
        <Invitations team="t1" />
      </QueryClientProvider>,
    ),
    calls,
  };
}

test('an address is invited with a role and the language of the mail', async () => {
  const { user, calls } = render({ [INVITE]: open });
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('User email is required')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/E-mail of the person/), ' Omar@H.test ');
  await user.selectOptions(screen.getByLabelText('Role'), 'Physician');
  await user.selectOptions(screen.getByLabelText('Mail language'), 'العربية');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() =>
    expect(calls(INVITE).map(({ body }) => body)).toEqual([
      { email: 'omar@h.test', role: 'physician', language: 'ar' },
    ]),
  );
  await waitFor(() => expect(screen.getByLabelText(/E-mail of the person/)).toHaveValue(''));
  await waitFor(() => expect(calls(LIST)).toHaveLength(2));
});

test('a refusal keeps what was typed', async () => {
  const message = 'This member already added';
  const { user } = render({ [INVITE]: refusal(409, { message, code: 'conflict', reason: 'member-already-added' }) });
  await user.type(screen.getByLabelText(/E-mail of the person/), 'omar@h.test');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText(/E-mail of the person/)).toHaveValue('omar@h.test');
});

test('open invitations are sent again and withdrawn; an expired one is marked', async () => {
  const { user, calls } = render({
    'POST /api/teams/t1/invitations/i1/send': open,
    'DELETE /api/teams/t1/invitations/i2': open,
  });
  const rows = within(await screen.findByRole('list', { name: 'Open invitations' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('omar@h.test Physician, invited by Mona Farouk, 2026-03-05');
  expect(rows[0]).not.toHaveTextContent('expired');
  expect(rows[1]).toHaveTextContent('expired');
  await user.click(screen.getByRole('button', { name: 'Send again: omar@h.test' }));
  await waitFor(() => expect(calls('POST /api/teams/t1/invitations/i1/send')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Withdraw: old@h.test' }));
  await waitFor(() => expect(calls('DELETE /api/teams/t1/invitations/i2')).toHaveLength(1));
  await waitFor(() => expect(calls(LIST).length).toBeGreaterThanOrEqual(3));
});

test('one that is gone meanwhile leaves the list', async () => {
  const gone = refusal(404, { message: 'Not found', code: 'notFound', reason: 'not-found' });
  const { user, calls } = render({ 'DELETE /api/teams/t1/invitations/i1': gone });
  await user.click(await screen.findByRole('button', { name: 'Withdraw: omar@h.test' }));
  await waitFor(() => expect(calls(LIST)).toHaveLength(2));
});
