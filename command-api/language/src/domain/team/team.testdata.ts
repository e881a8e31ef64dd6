/** The events of a team with a member. */
import { people } from '../testing/people.ts';
import type { TeamEvent } from './events.ts';

const { teammate, teamAdmin } = people;

export const team = {
  name: 'Adult ICU, Ward 3',
  specialty: 1,
  about: '<p>Days and nights</p>',
  adminEmail: 'admin@hospital.example',
} as const;
export const created = {
  type: 'TeamCreated',
  data: {
    name: team.name,
    specialty: team.specialty,
    about: team.about,
    adminId: teamAdmin.id,
    adminEmail: team.adminEmail,
  },
} satisfies TeamEvent;
export const adminJoined = {
  type: 'TeamMemberAdded',
  data: { userId: teamAdmin.id, email: team.adminEmail, role: 'pharmacist' },
} satisfies TeamEvent;
export const member = { userId: teammate.id, email: 'teammate@hospital.example' };
export const joining = { ...member, isProven: true };
export const memberJoined = { type: 'TeamMemberAdded', data: { ...member, role: 'pharmacist' } } satisfies TeamEvent;
export const physicianNow = {
  type: 'TeamMemberRoleChanged',
  data: { userId: teammate.id, role: 'physician' },
} satisfies TeamEvent;
