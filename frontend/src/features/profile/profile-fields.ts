/** The fields of a profile that their owner edits. */
import type { Account } from 'command-api/contract/entities';
import type { Groups } from '../../editing/conflict/merge.ts';
import { currentAs } from '../../editing/conflict/current-version.ts';
import { profileText as text } from './messages.ts';

export const profileFields = ['firstName', 'lastName', 'phone', 'title', 'about'] as const;
export type ProfileFields = Record<(typeof profileFields)[number], string>;

export const fieldsOf = ({ firstName, lastName, phone, title, about }: ProfileFields): ProfileFields => ({
  firstName,
  lastName,
  phone,
  title,
  about,
});
export const profileLabels: Readonly<ProfileFields> = {
  firstName: text.firstName,
  lastName: text.lastName,
  phone: text.phone,
  title: text.titleField,
  about: text.about,
};

export const profileGroups: Groups<ProfileFields> = [['firstName', 'lastName'], ['phone'], ['title'], ['about']];
export const asAccount = currentAs<Account, ProfileFields>(profileFields, fieldsOf);
