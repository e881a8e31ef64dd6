/** The access log of team t1, and its screen. */
import { screen } from '@testing-library/react';
import type { Access, AccessPage } from 'language/contract/accesses';
import type { Team } from 'language/contract/entities';
import { member, team as teamOfIcu } from './hospital.ts';
import { inTimeZone, mona, serve, visit } from './screen.tsx';

export const team: Team = {
  ...teamOfIcu,
  adminId: 'u1',
  members: [member('u1', { firstName: 'Mona', canEdit: true }), member('u2', { firstName: 'هاني', canEdit: true })],
};
export const access = (_id: string, kind: Access['kind'], more: Partial<Access> = {}): Access => ({
  _id,
  at: '2026-03-02T22:30:00.000Z',
  kind,
  userId: 'u2',
  userName: 'هاني X',
  ...more,
});
export const chart = { patientId: 'p1', patientName: 'هدى محمود', admissionId: 'a1', admissionDate: '2026-03-01' };
export const page = (accesses: Access[], more: Partial<AccessPage> = {}): AccessPage => ({
  accesses,
  page: 1,
  pages: 1,
  total: accesses.length,
  ...more,
});

export async function open(
  reply: AccessPage | ((search: Record<string, string>) => AccessPage),
  search = '',
  of: Team = team,
) {
  inTimeZone('Africa/Cairo');
  const sent = serve({
    'GET /api/teams/t1': of,
    'GET /api/teams/t1/accesses': (asked) => (typeof reply === 'function' ? reply(asked.search) : reply),
  });
  const shown = visit(`/teamlist/t1/accesses${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Access log' });
  const asked = () => sent.filter(({ call }) => call === 'GET /api/teams/t1/accesses').map(({ search: said }) => said);
  return { ...shown, asked };
}
export const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => row.querySelector('time'))
    .map((row) => row.textContent);
