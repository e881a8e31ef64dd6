/** What an event changes for those who look on (architecture, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { TeamEvent } from './events.ts';

/** A member is touched with their team: their own list of teams, or their rights in it, have changed. */
export function touchedBy(teamId: string, event: Recorded<TeamEvent>): string[] {
  switch (event.type) {
    case 'TeamCreated':
      return [`team:${teamId}`, `user:${event.data.adminId}`];
    case 'TeamDescribed':
    case 'UploadAccountSet':
    case 'TeamChatSwitchedOff':
    case 'TeamChatSwitchedOn':
      return [`team:${teamId}`];
    case 'TeamMemberAdded':
    case 'TeamMemberRoleChanged':
    case 'TeamMemberDisabled':
    case 'TeamMemberEnabled':
    case 'TeamMemberRemoved':
    case 'TeamAuditorAppointed':
    case 'TeamAuditorWithdrawn':
      return [`team:${teamId}`, `user:${event.data.userId}`];
    default:
      return unknownEvent(event, []);
  }
}
