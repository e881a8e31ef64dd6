/** The state of a team, folded from `team-<id>`: description, admin, members in order of joining. */
import { noClassification, type TeamClassification } from './classification.ts';
import { type AnswerRules, firstAnswerRules } from './answer-rules.ts';
import { type AvoidedHarm, noAvoidedHarm } from './avoided-harm.ts';
import { type DoseIntervals, noDoseIntervals } from './dose-intervals.ts';
import { defaultPriorityTable, type PriorityTable } from '../priority/table.ts';
import type { ViewFilter } from '../priority/views.ts';
import type { Specialty } from '../values/codes.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { Role, TeamEvent } from './events.ts';

export interface TeamMember {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  /** May read and change nothing. */
  readonly disabled: boolean;
  /** May search all changes of the team's medication errors, with any role. */
  readonly canAudit: boolean;
  /**
   * Groups at the provider of single sign-on made this membership: the person's own sign-in added them. Every other one was
   * made by hand: that of the founder, of an invited person, and of a person who was made the team's admin.
   */
  readonly isFromGroups: boolean;
  /** The author of the event that appointed them as an auditor, if they are one. */
  readonly auditorBy: string | undefined;
  readonly touch: Touch;
}

/** Where images are stored (docs/product.md, "Image storage"). A new team uses the built-in store. */
export interface UploadAccount {
  readonly cloudName: string;
  /** `local`: the built-in store. */
  readonly uploadPreset: string;
}
/** The values in the header of the team's charts (docs/product.md, "Measurements"). */
export interface HeaderValues {
  /** Kinds of `domain/measurements/kinds.ts`, beside weight, height and creatinine. */
  readonly kinds: readonly string[];
  /** After so many hours a laboratory value is shown as old. */
  readonly oldAfterHours: number;
}
/** Until the team chooses. */
export const firstHeader: HeaderValues = { kinds: ['potassium'], oldAfterHours: 48 };
export const LOCAL_PRESET = 'local';
/** The language of exported files, until the team chooses another one. */
const ENGLISH = 'en';

/** A saved view of the ward board. */
export interface TeamView {
  readonly viewId: string;
  readonly name: string;
  readonly filter: ViewFilter;
  readonly touch: Touch;
}
/** The table of priority. Until the team's admin writes one, its version is -1. */
export interface TeamPriority {
  readonly table: PriorityTable;
  readonly touch: Touch;
}
const firstPriority: TeamPriority = {
  table: defaultPriorityTable,
  touch: { version: -1n, changedBy: '', changedAt: '' },
};

/** `touch`: the last change of the team or a member. Each member has their own as well. */
export interface CreatedTeam {
  readonly status: 'created';
  readonly name: string;
  readonly specialty: Specialty;
  /** HTML. */
  readonly about: string;
  readonly adminId: string;
  readonly adminEmail: string;
  /** The member whom the admin has offered their place. */
  readonly offeredTo: string | undefined;
  readonly uploadAccount: UploadAccount;
  /** True if reviews may be sent to the external chat assistant, where the installation has one. */
  readonly chatAllowed: boolean;
  /** True if members need a second factor (docs/decisions/write-side/required-second-factor.md). */
  readonly secondFactorRequired: boolean;
  /** BCP 47: of the words in exported CSV files. */
  readonly exportLanguage: string;
  /** True if other teams may offer it their patients (docs/decisions/write-side/transfers.md). */
  readonly receivesTransfers: boolean;
  readonly header: HeaderValues;
  readonly doseIntervals: DoseIntervals;
  readonly avoidedHarm: AvoidedHarm;
  /** The priority and the views leave `touch` as it is: they are changed on the ward board. */
  readonly priority: TeamPriority;
  /** In the order in which they were made. */
  readonly views: readonly TeamView[];
  readonly answerRules: AnswerRules;
  readonly classification: TeamClassification;
  readonly members: readonly TeamMember[];
  /** By user id: when their last membership ended, ISO 8601 UTC. An invitation of before that brings no one back. */
  readonly removedAt: ReadonlyMap<string, string>;
  readonly touch: Touch;
}
export type Team = { readonly status: 'none' } | CreatedTeam;

export const initial: Team = { status: 'none' };

/** Total: an event that does not fit changes nothing. */
export function evolve(team: Team, event: Recorded<TeamEvent>): Team {
  if (event.type === 'TeamCreated') {
    return {
      status: 'created',
      ...event.data,
      offeredTo: undefined,
      uploadAccount: { cloudName: '', uploadPreset: LOCAL_PRESET },
      chatAllowed: true,
      secondFactorRequired: false,
      exportLanguage: ENGLISH,
      receivesTransfers: false,
      header: firstHeader,
      doseIntervals: noDoseIntervals,
      avoidedHarm: noAvoidedHarm,
      priority: firstPriority,
      views: [],
      answerRules: firstAnswerRules,
      classification: noClassification,
      members: [],
      removedAt: new Map(),
      touch: touchOf(event),
    };
  }
  if (team.status === 'none') return team;

  const touch = touchOf(event);
  const changing = (userId: string, change: Partial<TeamMember>): CreatedTeam => ({
    ...team,
    members: team.members.map((member) => (member.userId === userId ? { ...member, ...change, touch } : member)),
    touch,
  });
  switch (event.type) {
    case 'TeamDescribed':
      return { ...team, ...event.data, touch };
    case 'UploadAccountSet':
      return { ...team, uploadAccount: event.data, touch };
    case 'TeamChatSwitchedOff':
    case 'TeamChatSwitchedOn':
      return { ...team, chatAllowed: event.type === 'TeamChatSwitchedOn', touch };
    case 'TeamSecondFactorRequired':
    case 'TeamSecondFactorWaived':
      return { ...team, secondFactorRequired: event.type === 'TeamSecondFactorRequired', touch };
    case 'TeamExportLanguageSet':
      return { ...team, exportLanguage: event.data.language, touch };
    case 'TeamTransfersOpened':
    case 'TeamTransfersClosed':
      return { ...team, receivesTransfers: event.type === 'TeamTransfersOpened', touch };
    case 'TeamHeaderValuesSet':
      return { ...team, header: event.data, touch };
    case 'TeamAvoidedHarmSet':
      return { ...team, avoidedHarm: event.data, touch };
    case 'TeamDoseIntervalsSet':
      return { ...team, doseIntervals: event.data, touch };
    case 'TeamPriorityTableSet':
      return { ...team, priority: { table: event.data, touch } };
    case 'TeamViewSaved': {
      const view: TeamView = { ...event.data, touch };
      const isIt = ({ viewId }: TeamView): boolean => viewId === view.viewId;
      const views = team.views.some(isIt) ? team.views.map((one) => (isIt(one) ? view : one)) : [...team.views, view];
      return { ...team, views };
    }
    case 'TeamViewRemoved':
      return { ...team, views: team.views.filter(({ viewId }) => viewId !== event.data.viewId) };
    case 'TeamAnswerRulesSet':
      return { ...team, answerRules: event.data, touch };
    case 'TeamClassificationSet':
      return { ...team, classification: event.data, touch };
    case 'TeamMemberAdded': {
      // The founder, who is the admin, adds themself as well.
      const isFromGroups = event.data.userId === touch.changedBy && event.data.userId !== team.adminId;
      return { ...team, members: [...team.members, newMember(event.data, isFromGroups, touch)], touch };
    }
    case 'TeamMemberJoined': {
      const { invitedBy: _invitedBy, ...who } = event.data;
      return { ...team, members: [...team.members, newMember(who, false, touch)], touch };
    }
    case 'TeamMemberRoleChanged':
      return changing(event.data.userId, { role: event.data.role });
    case 'TeamMemberDisabled':
      return withoutOfferTo(event.data.userId, changing(event.data.userId, { disabled: true }));
    case 'TeamMemberEnabled':
      return changing(event.data.userId, { disabled: false });
    case 'TeamAuditorAppointed':
      return changing(event.data.userId, { canAudit: true, auditorBy: touch.changedBy });
    case 'TeamAuditorWithdrawn':
      return changing(event.data.userId, { canAudit: false, auditorBy: undefined });
    case 'TeamMemberRemoved': {
      const { userId } = event.data;
      return withoutOfferTo(userId, {
        ...team,
        members: team.members.filter((member) => member.userId !== userId),
        removedAt: new Map(team.removedAt).set(userId, touch.changedAt),
        touch,
      });
    }
    case 'TeamAdminOffered':
      return { ...team, offeredTo: event.data.userId, touch };
    case 'TeamAdminOfferWithdrawn':
    case 'TeamAdminOfferDeclined':
      return { ...team, offeredTo: undefined, touch };
    case 'TeamAdminHandedOver':
    case 'TeamAdminAppointed': {
      const { adminId, adminEmail } = event.data;
      const members = team.members.map((one) => (one.userId === adminId ? { ...one, isFromGroups: false } : one));
      return { ...team, members, adminId, adminEmail, offeredTo: undefined, touch };
    }
    default:
      return unknownEvent(event, team);
  }
}

/** The offer ends with the membership, and while it is disabled. */
const withoutOfferTo = (userId: string, team: CreatedTeam): CreatedTeam =>
  team.offeredTo === userId ? { ...team, offeredTo: undefined } : team;

const newMember = (
  who: Pick<TeamMember, 'userId' | 'email' | 'role'>,
  isFromGroups: boolean,
  touch: Touch,
): TeamMember => ({
  ...who,
  disabled: false,
  canAudit: false,
  isFromGroups,
  auditorBy: undefined,
  touch,
});
