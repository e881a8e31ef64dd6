/** The people of the specs with their rights, and their commands. */
import { calendarDate } from '../values/calendar-date.ts';
import type { Actor, Command, CommandEnvelope } from '../command.ts';

const outsider: Actor = {
  id: 'user-outsider',
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: false,
};
const member = { ...outsider, isMember: true };

export const people = {
  /** Signed in, and not in this team. */
  outsider,
  pharmacist: { ...member, id: 'user-pharmacist', canEdit: true },
  teammate: { ...member, id: 'user-teammate', canEdit: true },
  physician: { ...member, id: 'user-physician', isPhysic: true },
  /** The team's admin, with no clinical right of their own. */
  teamAdmin: { ...member, id: 'user-team-admin', isTeamAdmin: true },
  adminAccount: { ...outsider, id: 'user-admin-account', isAdminAccount: true },
} satisfies Record<string, Actor>;

export const today = calendarDate('2026-03-10');

/** A command of this person, today. Without `basedOn` it is based on the newest version. The stream is long. */
export const by = <Payload extends object>(
  actor: Actor,
  payload: Payload,
  envelope: Partial<CommandEnvelope> = {},
): Command<Payload> => ({
  id: 'command-now',
  actor,
  at: '2026-03-10T09:00:00.000Z',
  today,
  head: 1_000n,
  ...envelope,
  ...payload,
});
