/** Renders a team in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import type { CreatedTeam, TeamMember } from '../../domain/team/state.ts';
import { type People, personOf } from './people.ts';

export async function renderTeam(people: People, teamId: string, team: CreatedTeam): Promise<contract.Team> {
  return {
    _id: teamId,
    name: team.name,
    specialty: team.specialty,
    about: team.about,
    admin: team.adminEmail,
    adminId: team.adminId,
    ...(team.offeredTo === undefined ? {} : { offeredTo: team.offeredTo }),
    cloudName: team.uploadAccount.cloudName,
    uploadPreset: team.uploadAccount.uploadPreset,
    chatAllowed: team.chatAllowed,
    secondFactorRequired: team.secondFactorRequired,
    exportLanguage: team.exportLanguage,
    receivesTransfers: team.receivesTransfers,
    headerKinds: [...team.header.kinds],
    oldAfterHours: team.header.oldAfterHours,
    doseIntervals: team.doseIntervals,
    avoidedHarm: team.avoidedHarm,
    answerRules: team.answerRules,
    antibioticTags: [...team.priority.table.antibioticTags],
    classification: team.classification,
    members: await Promise.all(team.members.map((member) => renderMember(people, member))),
    version: revisionToJson(team.touch.version),
  };
}

export async function renderMember(
  people: People,
  { userId, email, role, disabled, canAudit }: TeamMember,
): Promise<contract.Member> {
  const { firstName, lastName } = await personOf(people, userId);
  return {
    user: email,
    userId,
    firstName,
    lastName,
    isPhysic: role === 'physician',
    canEdit: role === 'pharmacist',
    canRead: true,
    disabled,
    canAudit,
  };
}
