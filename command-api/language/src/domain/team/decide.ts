/** The commands of a team: every signed-in user founds one, its admin changes it (docs/product.md, "Teams"). */
import { limits, type Specialty } from '../values/codes.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { isMeasurementKind } from '../admission/measured-values.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import type { AvoidedHarm } from './avoided-harm.ts';
import type { DoseIntervals } from './dose-intervals.ts';
import type { Role, TeamEvent } from './events.ts';
import type { CreatedTeam, Team, TeamMember, UploadAccount } from './state.ts';

export interface CreateTeam {
  readonly name: string;
  readonly specialty: Specialty;
  /** HTML, sanitised. */
  readonly about: string;
  /** The acting person's e-mail, lower case. */
  readonly adminEmail: string;
}
/** The caller looks up the account by its e-mail. */
export interface AddTeamMember {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  /** The e-mail is confirmed, or this installation does not require it. */
  readonly isProven: boolean;
}
/** Absent fields stay unchanged. */
export interface ChangeMember {
  readonly teamId: string;
  readonly userId: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly canAudit?: boolean;
}
export interface RemoveTeamMember {
  readonly teamId: string;
  readonly userId: string;
}
/** A member in the list of the team admin screen. */
export interface ListedMember extends AddTeamMember {
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly canAudit?: boolean;
}
/** Absent fields stay unchanged. `members` is the whole list. */
export interface EditTeam {
  readonly teamId: string;
  readonly name?: string;
  readonly specialty?: Specialty;
  /** HTML, sanitised. */
  readonly about?: string;
  readonly cloudName?: string;
  readonly uploadPreset?: string;
  /** True if reviews may be sent to the external chat assistant. */
  readonly chatAllowed?: boolean;
  /** True if members need a second factor. */
  readonly secondFactorRequired?: boolean;
  /** BCP 47: of the words in exported CSV files. */
  readonly exportLanguage?: string;
  /** True if other teams may offer their patients to this one. */
  readonly receivesTransfers?: boolean;
  /** The further kinds of values in the header of charts. */
  readonly headerKinds?: readonly string[];
  readonly oldAfterHours?: number;
  /** The whole table. */
  readonly doseIntervals?: DoseIntervals;
  /** The whole table; without rows nothing is estimated. */
  readonly avoidedHarm?: AvoidedHarm;
  readonly members?: readonly ListedMember[];
}

/** The creator is the team's admin and first member, as a clinical pharmacist. A repetition writes nothing. */
export function createTeam(team: Team, command: Command<CreateTeam>): TeamEvent[] {
  const { name, specialty, about, adminEmail } = command;
  const adminId = command.actor.id;
  if (team.status === 'created') {
    if (team.adminId === adminId && team.name === name) return [];
    throw new Rejection(refusal('team-exists'));
  }
  return [
    { type: 'TeamCreated', data: { name, specialty, about, adminId, adminEmail } },
    { type: 'TeamMemberAdded', data: { userId: adminId, email: adminEmail, role: 'pharmacist' } },
  ];
}

/** A new member is a clinical pharmacist (docs/product.md, "Members"). */
export function addTeamMember(team: Team, command: Command<AddTeamMember>): TeamEvent[] {
  const { userId, email } = command;
  const { members } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  if (members.some((member) => member.userId === userId)) throw alreadyAdded();
  refuseNewcomers(members.length, [command]);
  return [{ type: 'TeamMemberAdded', data: { userId, email, role: 'pharmacist' } }];
}

/** The admin never changes their own membership (docs/product.md, "Members"). */
export function changeMember(team: Team, command: Command<ChangeMember>): TeamEvent[] {
  const { teamId, userId, role, disabled, canAudit } = command;
  const { adminId, members } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) throw notFound();
  if (userId === adminId) throw adminStays();
  const events = changesOf(member, { role, disabled, canAudit });
  if (events.length > 0) refuseIfChanged(command, { kind: 'team', id: teamId }, member.touch);
  return events;
}

/** Takes effect with the next command. The admin never removes themself. */
export function removeTeamMember(team: Team, command: Command<RemoveTeamMember>): TeamEvent[] {
  const { teamId, userId } = command;
  const { adminId, members } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  const member = members.find((candidate) => candidate.userId === userId);
  if (userId === adminId) throw adminStays();
  if (member === undefined) throw notFound();
  refuseIfChanged(command, { kind: 'team', id: teamId }, member.touch);
  return [{ type: 'TeamMemberRemoved', data: { userId } }];
}

/**
 * The Update of the team admin screen, as the smallest events. The list of members removes and changes members only
 * with `basedOn`. Without it, it only adds (docs/product.md, "Whole-object saves").
 */
export function editTeam(team: Team, command: Command<EditTeam>): TeamEvent[] {
  const before = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  const events = [
    ...described(before, command),
    ...uploadAccountSet(before.uploadAccount, command),
    ...chatSwitched(before, command),
    ...secondFactorSwitched(before, command),
    ...exportLanguageSet(before, command),
    ...transfersSwitched(before, command),
    ...headerValuesSet(before, command),
    ...doseIntervalsSet(before, command),
    ...avoidedHarmSet(before, command),
    ...membersChanged(before, command),
  ];
  if (events.length > 0) refuseIfChanged(command, { kind: 'team', id: command.teamId }, before.touch);
  return events;
}

function described(
  team: CreatedTeam,
  { name = team.name, specialty = team.specialty, about = team.about }: EditTeam,
): TeamEvent[] {
  if (name === team.name && specialty === team.specialty && about === team.about) return [];
  return [{ type: 'TeamDescribed', data: { name, specialty, about } }];
}

function uploadAccountSet(
  account: UploadAccount,
  { cloudName = account.cloudName, uploadPreset = account.uploadPreset }: EditTeam,
): TeamEvent[] {
  if (cloudName === account.cloudName && uploadPreset === account.uploadPreset) return [];
  return [{ type: 'UploadAccountSet', data: { cloudName, uploadPreset } }];
}

function chatSwitched(team: CreatedTeam, { chatAllowed = team.chatAllowed }: EditTeam): TeamEvent[] {
  if (chatAllowed === team.chatAllowed) return [];
  return [{ type: chatAllowed ? 'TeamChatSwitchedOn' : 'TeamChatSwitchedOff', data: {} }];
}

function secondFactorSwitched(
  team: CreatedTeam,
  { secondFactorRequired = team.secondFactorRequired }: EditTeam,
): TeamEvent[] {
  if (secondFactorRequired === team.secondFactorRequired) return [];
  return [{ type: secondFactorRequired ? 'TeamSecondFactorRequired' : 'TeamSecondFactorWaived', data: {} }];
}

function exportLanguageSet(team: CreatedTeam, { exportLanguage = team.exportLanguage }: EditTeam): TeamEvent[] {
  if (exportLanguage === team.exportLanguage) return [];
  return [{ type: 'TeamExportLanguageSet', data: { language: exportLanguage } }];
}

function transfersSwitched(team: CreatedTeam, { receivesTransfers = team.receivesTransfers }: EditTeam): TeamEvent[] {
  if (receivesTransfers === team.receivesTransfers) return [];
  return [{ type: receivesTransfers ? 'TeamTransfersOpened' : 'TeamTransfersClosed', data: {} }];
}

function headerValuesSet(
  { header }: CreatedTeam,
  { headerKinds: kinds = header.kinds, oldAfterHours = header.oldAfterHours }: EditTeam,
): TeamEvent[] {
  if (oldAfterHours === header.oldAfterHours && kinds.join() === header.kinds.join()) return [];
  if (!kinds.every(isMeasurementKind)) throw invalidField('headerKinds', refusal('unknown-measurement-kind'));
  return [{ type: 'TeamHeaderValuesSet', data: { kinds: [...new Set(kinds)], oldAfterHours } }];
}

function doseIntervalsSet(team: CreatedTeam, { doseIntervals = team.doseIntervals }: EditTeam): TeamEvent[] {
  const { source, rows } = doseIntervals;
  if (tableContent(doseIntervals) === tableContent(team.doseIntervals)) return [];
  return [{ type: 'TeamDoseIntervalsSet', data: { source, rows: [...rows] } }];
}

function avoidedHarmSet(team: CreatedTeam, { avoidedHarm = team.avoidedHarm }: EditTeam): TeamEvent[] {
  const { source, currency, rows } = avoidedHarm;
  if (tableContent(avoidedHarm) === tableContent(team.avoidedHarm) && currency === team.avoidedHarm.currency) return [];
  return [{ type: 'TeamAvoidedHarmSet', data: { source, currency, rows: [...rows] } }];
}

/** Alike for alike tables, in whatever order the members of a row are. */
const tableContent = ({ source, rows }: { readonly source: string; readonly rows: readonly object[] }): string =>
  JSON.stringify([source, ...rows.map((row) => Object.entries(row).toSorted())]);

function membersChanged(team: CreatedTeam, { members: listed, basedOn }: Command<EditTeam>): TeamEvent[] {
  if (listed === undefined) return [];
  if (new Set(listed.map(({ userId }) => userId)).size < listed.length) throw alreadyAdded();
  const known = new Map(team.members.map((member) => [member.userId, member]));
  const newcomers = listed.filter(({ userId }) => !known.has(userId));
  const added = newcomers.flatMap(joining);
  const removed =
    basedOn === undefined ? [] : team.members.filter(({ userId }) => !listed.some((one) => one.userId === userId));
  refuseNewcomers(team.members.length - removed.length, newcomers);
  if (basedOn === undefined) return added;
  const changed = listed.flatMap((one) => {
    const member = known.get(one.userId);
    return member === undefined ? [] : changesOf(member, one);
  });
  const touched = [...removed.map(({ userId }) => userId), ...changed.map(({ data }) => data.userId)];
  if (touched.includes(team.adminId)) throw adminStays();
  return [
    ...removed.map(({ userId }): TeamEvent => ({ type: 'TeamMemberRemoved', data: { userId } })),
    ...changed,
    ...added,
  ];
}

/** @param staying the number of members who stay; they are not checked */
export function refuseNewcomers(staying: number, newcomers: readonly AddTeamMember[]): void {
  const unproven = newcomers.find(({ isProven }) => !isProven);
  if (unproven) throw notConfirmed(unproven.email);
  if (newcomers.length > 0 && staying + newcomers.length > limits.membersPerTeam)
    throw new Rejection(refusal('too-many-members', { limit: limits.membersPerTeam }));
}

export const joining = ({
  userId,
  email,
  role = 'pharmacist',
  disabled = false,
  canAudit = false,
}: ListedMember): TeamEvent[] => [
  { type: 'TeamMemberAdded', data: { userId, email, role } },
  ...(disabled ? [{ type: 'TeamMemberDisabled', data: { userId } } as const] : []),
  ...(canAudit ? [{ type: 'TeamAuditorAppointed', data: { userId } } as const] : []),
];

type MemberChange = Extract<
  TeamEvent,
  {
    type:
      | 'TeamMemberRoleChanged'
      | 'TeamMemberDisabled'
      | 'TeamMemberEnabled'
      | 'TeamAuditorAppointed'
      | 'TeamAuditorWithdrawn';
  }
>;
type Wanted = { readonly [Field in 'role' | 'disabled' | 'canAudit']?: TeamMember[Field] | undefined };

export function changesOf({ userId, ...member }: TeamMember, wanted: Wanted): MemberChange[] {
  const { role = member.role, disabled = member.disabled, canAudit = member.canAudit } = wanted;
  return [
    ...(role === member.role ? [] : [{ type: 'TeamMemberRoleChanged', data: { userId, role } } as const]),
    ...(disabled === member.disabled
      ? []
      : [{ type: disabled ? 'TeamMemberDisabled' : 'TeamMemberEnabled', data: { userId } } as const]),
    ...(canAudit === member.canAudit
      ? []
      : [{ type: canAudit ? 'TeamAuditorAppointed' : 'TeamAuditorWithdrawn', data: { userId } } as const]),
  ];
}

const alreadyAdded = (): Rejection => new Rejection(refusal('member-already-added'));
const notConfirmed = (email: string): Rejection => new Rejection(refusal('email-not-confirmed', { email }));
const adminStays = (): Rejection => new Rejection(refusal('team-admin-stays'));

export function created(team: Team): CreatedTeam {
  if (team.status === 'none') throw notFound();
  return team;
}
