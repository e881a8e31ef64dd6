/** `user-` and `team-` streams into users, teams and members. */
import { type Role, teamEvents } from 'language/domain/team/events';
import { noAvoidedHarm } from 'language/domain/team/avoided-harm';
import { noDoseIntervals } from 'language/domain/team/dose-intervals';
import { firstHeader } from 'language/domain/team/state';
import { touchedBy as touchedByTeam } from 'language/domain/team/touched';
import { userEvents } from 'language/domain/user/events';
import { touchedBy as touchedByUser } from 'language/domain/user/touched';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'language/domain/event-schema';
import { idOf, type Projection } from '../projection.ts';
import { insert, remove, type RowChange, shared, update } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import { tablesOfTeam, tablesOfUser, team, teamMember, teamView } from './tables.ts';
import { projectUser } from './project-user.ts';
import type { Touched } from 'language/domain/values/touched';

const isUser = (stream: string): boolean => stream.startsWith('user-');

export const directory: Projection = {
  name: 'directory',
  eventsOf: (stream) => (isUser(stream) ? userEvents : teamEvents),
  tablesOf: (stream) => (isUser(stream) ? tablesOfUser : tablesOfTeam),
  project: (rows, event) => (isUser(event.stream) ? projectUser(rows, event) : projectTeam(rows, event)),
  touched: (event) => (isUser(event.stream) ? userTags(event) : teamTags(event)),
  aggregateTag: (stream) => `${isUser(stream) ? 'user' : 'team'}:${idOf(stream)}`,
};

function userTags(stored: StoredEvent): readonly Touched[] {
  const event = knownEvent(userEvents, stored);
  return event ? touchedByUser(idOf(stored.stream), event) : [];
}

function teamTags(stored: StoredEvent): readonly Touched[] {
  const event = knownEvent(teamEvents, stored);
  return event ? touchedByTeam(idOf(stored.stream), event) : [];
}

/** A role as the two flags of the contract, which exclude each other (docs/product.md, "Members"). */
const flagsOf = (role: Role): { can_edit: boolean; is_physic: boolean } => ({
  can_edit: role === 'pharmacist',
  is_physic: role === 'physician',
});

/** An offer ends with the membership, and when it is disabled. */
const withoutOfferTo = (rows: Rows, teamId: string, userId: string): { offered_to?: null } =>
  rows.one(team, { team_id: teamId }).offered_to === userId ? { offered_to: null } : {};

/** A team and its members have one version: people edit them as one entity. */
function projectTeam(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(teamEvents, stored);
  const team_id = idOf(stored.stream);
  const version = String(stored.revision);
  switch (event?.type) {
    case undefined:
      return [];
    case 'TeamCreated': {
      const { name, specialty, about, adminId, adminEmail } = event.data;
      return [
        insert(team, {
          team_id,
          name,
          specialty,
          about,
          admin_id: adminId,
          admin_email: adminEmail,
          cloud_name: '',
          upload_preset: 'local',
          version,
          chat_allowed: true,
          second_factor_required: false,
          export_language: 'en',
          receives_transfers: false,
          offered_to: null,
          header_kinds: firstHeader.kinds,
          old_after_hours: firstHeader.oldAfterHours,
          dose_intervals: noDoseIntervals,
          avoided_harm: noAvoidedHarm,
          priority_table: null,
          priority_version: '-1',
          answer_rules: null,
          classification: null,
        }),
      ];
    }
    case 'TeamDescribed': {
      const { name, specialty, about } = event.data;
      return [update(team, { team_id }, { name, specialty, about, version })];
    }
    case 'UploadAccountSet': {
      const { cloudName, uploadPreset } = event.data;
      return [update(team, { team_id }, { cloud_name: cloudName, upload_preset: uploadPreset, version })];
    }
    case 'TeamChatSwitchedOff':
    case 'TeamChatSwitchedOn':
      return [update(team, { team_id }, { chat_allowed: event.type === 'TeamChatSwitchedOn', version })];
    case 'TeamSecondFactorRequired':
    case 'TeamSecondFactorWaived': {
      const second_factor_required = event.type === 'TeamSecondFactorRequired';
      return [update(team, { team_id }, { second_factor_required, version })];
    }
    case 'TeamExportLanguageSet':
      return [update(team, { team_id }, { export_language: event.data.language, version })];
    case 'TeamTransfersOpened':
    case 'TeamTransfersClosed':
      return [update(team, { team_id }, { receives_transfers: event.type === 'TeamTransfersOpened', version })];
    case 'TeamHeaderValuesSet': {
      const { kinds, oldAfterHours } = event.data;
      return [update(team, { team_id }, { header_kinds: kinds, old_after_hours: oldAfterHours, version })];
    }
    case 'TeamDoseIntervalsSet':
      return [update(team, { team_id }, { dose_intervals: event.data, version })];
    case 'TeamAvoidedHarmSet':
      return [update(team, { team_id }, { avoided_harm: event.data, version })];
    // The marks of the ward board leave the team's version as it is.
    case 'TeamPriorityTableSet':
      return [update(team, { team_id }, { priority_table: event.data, priority_version: version })];
    case 'TeamViewSaved': {
      const { viewId: view_id, name, filter } = event.data;
      const view = { name, filter, user_id: event.metadata.actorId, version };
      return [
        rows.find(teamView, { team_id, view_id })
          ? update(teamView, { team_id, view_id }, view)
          : insert(teamView, { team_id, view_id, position: version, ...view }),
      ];
    }
    case 'TeamViewRemoved':
      return [remove(teamView, { team_id, view_id: event.data.viewId })];
    case 'TeamClassificationSet':
      return [update(team, { team_id }, { classification: event.data, version })];
    case 'TeamAnswerRulesSet':
      return [update(team, { team_id }, { answer_rules: event.data, version })];
    case 'TeamMemberAdded':
    case 'TeamMemberJoined': {
      const { userId, email, role } = event.data;
      const added = {
        team_id,
        user_id: userId,
        email,
        ...flagsOf(role),
        can_read: true,
        disabled: false,
        // The revision gives the order of joining, and is the same after a rebuild.
        position: Number(event.revision),
        can_audit: false,
      };
      return [insert(teamMember, added), update(team, { team_id }, { version })];
    }
    case 'TeamMemberRoleChanged': {
      const { userId, role } = event.data;
      return [update(teamMember, { team_id, user_id: userId }, flagsOf(role)), update(team, { team_id }, { version })];
    }
    case 'TeamMemberDisabled':
    case 'TeamMemberEnabled': {
      const disabled = event.type === 'TeamMemberDisabled';
      return [
        update(teamMember, { team_id, user_id: event.data.userId }, { disabled }),
        update(team, { team_id }, { version, ...(disabled ? withoutOfferTo(rows, team_id, event.data.userId) : {}) }),
      ];
    }
    case 'TeamAuditorAppointed':
    case 'TeamAuditorWithdrawn': {
      const can_audit = event.type === 'TeamAuditorAppointed';
      return [
        update(teamMember, { team_id, user_id: event.data.userId }, { can_audit }),
        update(team, { team_id }, { version }),
      ];
    }
    case 'TeamAdminOffered':
      return [update(team, { team_id }, { offered_to: event.data.userId, version })];
    case 'TeamAdminOfferWithdrawn':
    case 'TeamAdminOfferDeclined':
      return [update(team, { team_id }, { offered_to: null, version })];
    case 'TeamAdminHandedOver':
    case 'TeamAdminAppointed': {
      const { adminId, adminEmail } = event.data;
      return [update(team, { team_id }, { admin_id: adminId, admin_email: adminEmail, offered_to: null, version })];
    }
    case 'TeamMemberRemoved': {
      const { userId } = event.data;
      return [
        remove(teamMember, { team_id, user_id: userId }),
        update(team, { team_id }, { version, ...withoutOfferTo(rows, team_id, userId) }),
        shared({ kind: 'member has seen', teamId: team_id, userId }),
      ];
    }
    default:
      return event satisfies never;
  }
}
