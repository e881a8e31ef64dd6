/** Team t1, of which Mona is the admin, and the screen of its settings. */
import { screen } from '@testing-library/react';
import type { Member, Team } from 'language/contract/entities';
import { wardBoard } from '../features/ward/board-row.testdata.ts';
import { member as anyMember, team as teamOfIcu } from './hospital.ts';
import { mona, serve, visit } from './screen.tsx';

export const member = (userId: string, firstName: string, role: 'isPhysic' | 'canEdit'): Member =>
  anyMember(userId, { user: `${firstName.toLowerCase()}@demo.test`, firstName, [role]: true });
export const team: Team = {
  ...teamOfIcu,
  admin: 'mona@demo.test',
  adminId: 'u1',
  members: [member('u1', 'Mona', 'canEdit'), member('u2', 'Hany', 'canEdit')],
};
export const written = { stream: 'team-t1', revision: 5 };
export const rowOf = (name: RegExp) => screen.getAllByRole('listitem').find((row) => name.test(row.textContent))!;

export async function open(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ 'GET /api/teams/t1': team, 'GET /api/ward/t1': wardBoard(), ...replies });
  const shown = visit('/teamlist/t1', { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Adult ICU' });
  return { sent, ...shown };
}
