/** A team in the contract's shape (specification §3), the same that the query API answers with from its rows. */
import type * as contract from '../../contract/entities.ts';
import { revisionToJson } from '../../domain/revision.ts';
import type { CreatedTeam } from '../../domain/team/state.ts';
import type { House } from '../house.ts';
import { personOf } from '../people.ts';

export async function renderTeam(house: House, teamId: string, team: CreatedTeam): Promise<contract.Team> {
  const members = team.members.map(async ({ userId, email, role, disabled }) => {
    const { firstName, lastName } = await personOf(house, userId);
    return { user: email, userId, firstName, lastName, isPhysic: role === 'physician', canEdit: role === 'pharmacist', canRead: true, disabled };
  });
  return {
    _id: teamId,
    name: team.name,
    specialty: team.specialty,
    about: team.about,
    admin: team.adminEmail,
    adminId: team.adminId,
    cloudName: team.uploadAccount.cloudName,
    uploadPreset: team.uploadAccount.uploadPreset,
    chatAllowed: team.chatAllowed,
    members: await Promise.all(members),
    version: revisionToJson(team.touch.version),
  };
}
