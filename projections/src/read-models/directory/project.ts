/** `user-` and `team-` streams into users, teams and members. */
import { type Role, teamEvents } from 'command-api/domain/team/events';
import { touchedBy as touchedByTeam } from 'command-api/domain/team/touched';
import { userEvents } from 'command-api/domain/user/events';
import { touchedBy as touchedByUser } from 'command-api/domain/user/touched';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'command-api/domain/event-schema';
import { changeOne, idOf, type Projection, type Transaction } from '../projection.ts';
import { CHART_SEEN } from '../../schema/chart-seen.ts';
import { projectUser } from './project-user.ts';

const isUser = (stream: string): boolean => stream.startsWith('user-');

export const directory: Projection = {
  name: 'directory',
  eventsOf: (stream) => (isUser(stream) ? userEvents : teamEvents),
  project: (tx, event) => (isUser(event.stream) ? projectUser(tx, event) : projectTeam(tx, event)),
  async forget(tx, stream) {
    for (const table of isUser(stream)
      ? ['recommendation', 'user_error_template', 'app_user', 'past_app_user']
      : ['team']) {
      await tx.query(`delete from ${table} where ${isUser(stream) ? 'user_id' : 'team_id'} = $1`, [idOf(stream)]);
    }
  },
  touched: (event) => (isUser(event.stream) ? userTags(event) : teamTags(event)),
  aggregateTag: (stream) => `${isUser(stream) ? 'user' : 'team'}:${idOf(stream)}`,
};

function userTags(stored: StoredEvent): readonly string[] {
  const event = knownEvent(userEvents, stored);
  return event ? touchedByUser(idOf(stored.stream), event) : [];
}

function teamTags(stored: StoredEvent): readonly string[] {
  const event = knownEvent(teamEvents, stored);
  return event ? touchedByTeam(idOf(stored.stream), event) : [];
}

/** A role as the two flags of the contract, which exclude each other (docs/product.md, "Members"). */
const flagsOf = (role: Role): { canEdit: boolean; isPhysic: boolean } => ({
  canEdit: role === 'pharmacist',
  isPhysic: role === 'physician',
});

async function projectTeam(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(teamEvents, stored);
  const teamId = idOf(stored.stream);
  switch (event?.type) {
    case undefined:
      return;
    case 'TeamCreated': {
      const { name, specialty, about, adminId, adminEmail } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
        values ($1, $2, $3, $4, $5, $6, $7)`,
        [teamId, name, specialty, about, adminId, adminEmail, event.revision],
      );
    }
    case 'TeamDescribed': {
      const { name, specialty, about } = event.data;
      return changeOne(tx, 'update team set name = $2, specialty = $3, about = $4, version = $5 where team_id = $1', [
        teamId,
        name,
        specialty,
        about,
        event.revision,
      ]);
    }
    case 'UploadAccountSet': {
      const { cloudName, uploadPreset } = event.data;
      return changeOne(tx, 'update team set cloud_name = $2, upload_preset = $3, version = $4 where team_id = $1', [
        teamId,
        cloudName,
        uploadPreset,
        event.revision,
      ]);
    }
    case 'TeamChatSwitchedOff':
    case 'TeamChatSwitchedOn':
      return changeOne(tx, 'update team set chat_allowed = $2, version = $3 where team_id = $1', [
        teamId,
        event.type === 'TeamChatSwitchedOn',
        event.revision,
      ]);
    case 'TeamMemberAdded': {
      const { userId, email, role } = event.data;
      const { canEdit, isPhysic } = flagsOf(role);
      // The revision gives the order of joining, and is the same after a rebuild.
      await changeOne(
        tx,
        /* sql */ `
        insert into team_member (team_id, user_id, email, is_physic, can_edit, position)
        values ($1, $2, $3, $4, $5, $6)`,
        [teamId, userId, email, isPhysic, canEdit, event.revision],
      );
      return touchTeam(tx, teamId, event.revision);
    }
    case 'TeamMemberRoleChanged': {
      const { canEdit, isPhysic } = flagsOf(event.data.role);
      await changeOne(tx, 'update team_member set is_physic = $3, can_edit = $4 where team_id = $1 and user_id = $2', [
        teamId,
        event.data.userId,
        isPhysic,
        canEdit,
      ]);
      return touchTeam(tx, teamId, event.revision);
    }
    case 'TeamMemberDisabled':
    case 'TeamMemberEnabled': {
      const disabled = event.type === 'TeamMemberDisabled';
      await changeOne(tx, 'update team_member set disabled = $3 where team_id = $1 and user_id = $2', [
        teamId,
        event.data.userId,
        disabled,
      ]);
      return touchTeam(tx, teamId, event.revision);
    }
    case 'TeamAuditorAppointed':
    case 'TeamAuditorWithdrawn':
      await changeOne(tx, 'update team_member set can_audit = $3 where team_id = $1 and user_id = $2', [
        teamId,
        event.data.userId,
        event.type === 'TeamAuditorAppointed',
      ]);
      return touchTeam(tx, teamId, event.revision);
    case 'TeamMemberRemoved':
      await changeOne(tx, 'delete from team_member where team_id = $1 and user_id = $2', [teamId, event.data.userId]);
      await tx.query(`delete from ${CHART_SEEN} where team_id = $1 and user_id = $2`, [teamId, event.data.userId]);
      return touchTeam(tx, teamId, event.revision);
    default:
      return event satisfies never;
  }
}

/** A team and its members have one version: people edit them as one entity. */
const touchTeam = (tx: Transaction, teamId: string, revision: bigint): Promise<void> =>
  changeOne(tx, 'update team set version = $2 where team_id = $1', [teamId, revision]);
