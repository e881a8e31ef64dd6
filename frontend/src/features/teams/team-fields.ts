/** The fields of a team that its admin edits. */
import type { Team } from 'command-api/contract/entities';
import { specialties, specialtyLabel, type Specialty } from 'command-api/domain/codes';
import type { Groups } from '../../editing/conflict/merge.ts';
import { currentAs } from '../../editing/conflict/current-version.ts';
import { teamsText as text } from './messages.ts';

export const teamFields = ['name', 'specialty', 'cloudName', 'uploadPreset', 'about', 'chatAllowed'] as const;
/** Of a form: the specialty as its code's text, whether the chat assistant may be asked as `true` or `false`. */
export type TeamFields = Record<(typeof teamFields)[number], string>;

export const fieldsOf = ({
  name,
  specialty,
  cloudName,
  uploadPreset,
  about,
  chatAllowed,
}: Pick<Team, (typeof teamFields)[number]>): TeamFields => ({
  name,
  specialty: String(specialty),
  cloudName,
  uploadPreset,
  about,
  chatAllowed: String(chatAllowed),
});
export const teamLabels: Readonly<TeamFields> = {
  name: text.teamName,
  specialty: text.specialty,
  cloudName: text.cloudName,
  uploadPreset: text.uploadPreset,
  about: text.about,
  chatAllowed: text.chat,
};

export const isAllowed = (chatAllowed: string): boolean => chatAllowed === 'true';
export const chatWords = (chatAllowed: string): string => (isAllowed(chatAllowed) ? text.chatOn : text.chatOff);
export const specialtyOf = (code: string): Specialty | undefined =>
  specialties.find((one) => String(one.code) === code)?.code;
export const specialtyName = (code: string): string => specialtyLabel(specialtyOf(code));

/** A preset is one of its account. */
export const teamGroups: Groups<TeamFields> = [
  ['name'],
  ['specialty'],
  ['cloudName', 'uploadPreset'],
  ['about'],
  ['chatAllowed'],
];
export const asTeam = currentAs<Team, TeamFields>(teamFields, fieldsOf);
