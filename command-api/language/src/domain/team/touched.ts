/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { TeamEvent } from './events.ts';
import type { Touched } from '../values/touched.ts';

/** A change of a membership touches the member too: their list of teams or their rights have changed. */
export function touchedBy(teamId: string, event: Recorded<TeamEvent>): Touched[] {
  switch (event.type) {
    case 'TeamCreated':
      return [`team:${teamId}`, `user:${event.data.adminId}`];
    case 'TeamDescribed':
    case 'UploadAccountSet':
    case 'TeamChatSwitchedOff':
    case 'TeamChatSwitchedOn':
    case 'TeamSecondFactorRequired':
    case 'TeamSecondFactorWaived':
    case 'TeamExportLanguageSet':
    case 'TeamTransfersOpened':
    case 'TeamTransfersClosed':
    case 'TeamHeaderValuesSet':
    case 'TeamDoseIntervalsSet':
    case 'TeamAvoidedHarmSet':
    case 'TeamAnswerRulesSet':
    case 'TeamClassificationSet':
      return [`team:${teamId}`];
    // The team's own answer has its tags of antibiotics.
    case 'TeamPriorityTableSet':
      return [`team:${teamId}`, `ward:${teamId}`];
    case 'TeamViewSaved':
    case 'TeamViewRemoved':
      return [`ward:${teamId}`];
    case 'TeamMemberAdded':
    case 'TeamMemberJoined':
    case 'TeamMemberRoleChanged':
    case 'TeamMemberDisabled':
    case 'TeamMemberEnabled':
    case 'TeamMemberRemoved':
    case 'TeamAuditorAppointed':
    case 'TeamAuditorWithdrawn':
    case 'TeamAdminOffered':
    case 'TeamAdminOfferWithdrawn':
    case 'TeamAdminOfferDeclined':
      return [`team:${teamId}`, `user:${event.data.userId}`];
    case 'TeamAdminHandedOver':
    case 'TeamAdminAppointed':
      return [`team:${teamId}`, `user:${event.data.adminId}`, `user:${event.data.formerAdminId}`];
    default:
      return unknownEvent(event, []);
  }
}
