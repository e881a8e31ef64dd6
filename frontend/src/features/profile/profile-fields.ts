/** The fields of a profile that their owner edits. */
import type { Account } from 'command-api/contract/entities';
import { profileText as text } from './messages.ts';

export const profileFields = ['firstName', 'lastName', 'phone', 'title', 'about'] as const;
export type ProfileFields = Record<(typeof profileFields)[number], string>;

export const fieldsOf = ({ firstName, lastName, phone, title, about }: ProfileFields): ProfileFields => ({ firstName, lastName, phone, title, about });
export const profileLabels: Readonly<ProfileFields> = { firstName: text.firstName, lastName: text.lastName, phone: text.phone, title: text.titleField, about: text.about };

/** What a conflict says that the profile is now. */
export const asAccount = (current: unknown): { fields: ProfileFields; version: number } | undefined => {
  const isAccount = typeof current === 'object' && current !== null && 'version' in current && profileFields.every((field) => field in current);
  return isAccount ? { fields: fieldsOf(current as Account), version: (current as Account).version } : undefined;
};
