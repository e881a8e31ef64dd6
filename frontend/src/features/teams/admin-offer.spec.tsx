import { screen, waitFor, within } from '@testing-library/react';
import type { Team } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { team } from '../../testing/hospital.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import '../../routes/team/team.tsx';
import '../../routes/team/team-admin.tsx';

const omar = { ...mona, _id: 'u-omar', firstName: 'Omar', lastName: 'Said' };
const base = { isPhysic: false, canEdit: true, canRead: true, disabled: false, canAudit: false };
const members = [
  { ...base, user: 'mona@h.test', userId: 'u1', firstName: 'Mona', lastName: 'Farouk' },
  { ...base, user: 'omar@h.test', userId: 'u-omar', firstName: 'Omar', lastName: 'Said' },
  { ...base, user: 'hany@h.test', userId: 'u-hany', firstName: 'Hany', lastName: 'Adel', accountDisabled: true },
];
const ours: Team = { ...team, adminId: 'u1', admin: 'mona@h.test', members };
const offered: Team = { ...ours, offeredTo: 'u-omar' };
const written = { stream: `team-${team._id}`, revision: 9 };
const id = team._id;

function open(path: string, as: typeof mona, found: Team, replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({
    [`GET /api/teams/${id}`]: found,
    [`GET /api/teams/${id}/invitations`]: [],
    'GET /api/config': { captcha: { provider: 'off' } },
    ...replies,
  });
  return { ...visit(path, { as }), sent };
}

test('the admin offers their place after a question; a disabled account is no choice', async () => {
  const call = `PUT /api/teams/${id}/admin/offer`;
  const { user, sent } = open(`/teamlist/${id}`, mona, ours, { [call]: { ...offered, ...written } });
  const to = await screen.findByLabelText('To');
  expect(within(to).queryByRole('option', { name: 'Hany Adel' })).not.toBeInTheDocument();
  await user.selectOptions(to, 'Omar Said');
  await user.click(screen.getByRole('button', { name: 'Offer' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Offer' }));
  expect(await screen.findByText('Offered to Omar Said, who has not answered yet.')).toBeInTheDocument();
  expect(sent.find((one) => one.call === call)?.body).toEqual({ userId: 'u-omar' });
});

test('the admin withdraws the offer', async () => {
  const { user } = open(`/teamlist/${id}`, mona, offered, {
    [`DELETE /api/teams/${id}/admin/offer`]: { ...ours, ...written },
  });
  const offer = within((await screen.findByRole('heading', { name: 'Hand over' })).closest('section')!);
  await user.click(offer.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByLabelText('To')).toBeInTheDocument();
});

test('the member accepts on the page of the team, and is its admin', async () => {
  const call = `PUT /api/teams/${id}/admin/answer`;
  const { user, sent } = open(`/team/${id}`, omar, offered, {
    [call]: { ...ours, adminId: 'u-omar', ...written },
  });
  await screen.findByText('Mona Farouk offers you the place of the team’s admin');
  expect(screen.queryByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('link', { name: 'Admin' })).toBeInTheDocument();
  expect(sent.find((one) => one.call === call)?.body).toEqual({ accept: true });
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
});

test('an offer that was withdrawn meanwhile says so; other members see none', async () => {
  const message = 'The admin of the team has not offered you their place, or has withdrawn the offer';
  const { user, sent, unmount } = open(`/team/${id}`, omar, offered, {
    [`PUT /api/teams/${id}/admin/answer`]: refusal(409, { message, code: 'conflict', reason: 'no-team-admin-offer' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(sent.filter(({ call }) => call === `GET /api/teams/${id}`).length).toBeGreaterThan(1));
  unmount();
  open(`/team/${id}`, { ...mona, _id: 'u-hany' }, offered);
  await screen.findAllByText('Mona Farouk');
  expect(screen.queryByText(/offers you/)).not.toBeInTheDocument();
});
