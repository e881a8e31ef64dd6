/**
 * Another member becomes the team's admin (docs/decisions/write-side/team-admin-handed-over.md): the admin offers their
 * place and the member accepts, or the admin account appoints a member where the admin has gone.
 */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import { created } from './decide.ts';
import type { TeamEvent } from './events.ts';
import type { CreatedTeam, Team, TeamMember } from './state.ts';

export interface OfferTeamAdmin {
  readonly userId: string;
}
export interface AnswerTeamAdminOffer {
  readonly accept: boolean;
}
export interface AppointTeamAdmin {
  readonly userId: string;
  /** One line. */
  readonly reason: string;
}

/** By the team's admin, to an enabled member. A second offer replaces the first. */
export function offerTeamAdmin(team: Team, command: Command<OfferTeamAdmin>): TeamEvent[] {
  const { userId } = command;
  const before = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  successorIn(before, userId);
  return before.offeredTo === userId ? [] : [{ type: 'TeamAdminOffered', data: { userId } }];
}

/** By the team's admin. Without an offer it writes nothing. */
export function withdrawTeamAdminOffer(team: Team, command: Command<object>): TeamEvent[] {
  const { offeredTo } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  return offeredTo === undefined ? [] : [{ type: 'TeamAdminOfferWithdrawn', data: { userId: offeredTo } }];
}

/** By the member who has the offer. @throws Rejection 409 without one */
export function answerTeamAdminOffer(team: Team, command: Command<AnswerTeamAdminOffer>): TeamEvent[] {
  const before = created(team);
  const { id: userId } = command.actor;
  refuseUnless(command.actor.isMember);
  if (before.offeredTo !== userId) throw new Rejection(refusal('no-team-admin-offer'));
  if (!command.accept) return [{ type: 'TeamAdminOfferDeclined', data: { userId } }];
  const { email } = successorIn(before, userId);
  return [{ type: 'TeamAdminHandedOver', data: { adminId: userId, adminEmail: email, formerAdminId: before.adminId } }];
}

/** By the admin account, for an enabled member. */
export function appointTeamAdmin(team: Team, command: Command<AppointTeamAdmin>): TeamEvent[] {
  const { userId, reason } = command;
  const before = created(team);
  refuseUnless(command.actor.isAdminAccount);
  if (before.adminId === userId) return [];
  const { email } = successorIn(before, userId);
  return [
    {
      type: 'TeamAdminAppointed',
      data: { adminId: userId, adminEmail: email, formerAdminId: before.adminId, reason },
    },
  ];
}

/** @throws Rejection 404 for a person who is no member, 409 for the admin and for a disabled member */
function successorIn({ adminId, members }: CreatedTeam, userId: string): TeamMember {
  const member = members.find((candidate) => candidate.userId === userId);
  if (!member) throw notFound();
  if (userId === adminId) throw new Rejection(refusal('team-admin-already'));
  if (member.disabled) throw new Rejection(refusal('team-admin-disabled'));
  return member;
}
