/** The fields of a team that its admin edits. */
import type { Team } from 'command-api/contract/entities';
import { specialties, specialtyLabel, type Specialty } from 'command-api/domain/codes';
import { teamsText as text } from './messages.ts';

export const teamFields = ['name', 'specialty', 'cloudName', 'uploadPreset', 'about'] as const;
/** Of a form: the specialty as its code's text. */
export type TeamFields = Record<(typeof teamFields)[number], string>;

export const fieldsOf = ({ name, specialty, cloudName, uploadPreset, about }: Pick<Team, (typeof teamFields)[number]>): TeamFields => ({ name, specialty: String(specialty), cloudName, uploadPreset, about });
export const teamLabels: Readonly<TeamFields> = { name: text.teamName, specialty: text.specialty, cloudName: text.cloudName, uploadPreset: text.uploadPreset, about: text.about };

export const specialtyOf = (code: string): Specialty | undefined => specialties.find((one) => String(one.code) === code)?.code;
export const specialtyName = (code: string): string => specialtyLabel(specialtyOf(code));

/** What a conflict says that the team is now. */
export const asTeam = (current: unknown): { fields: TeamFields; version: number } | undefined => {
  const isTeam = typeof current === 'object' && current !== null && 'version' in current && teamFields.every((field) => field in current);
  return isTeam ? { fields: fieldsOf(current as Team), version: (current as Team).version } : undefined;
};
