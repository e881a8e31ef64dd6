/** Languages of people (docs/decisions/browser/languages.md): codes of BCP 47, such as `ar`. */
export const languageTables = /* sql */ `
alter table accounts.credential
  -- The language that the person chose in the profile. Null: nothing yet.
  add column language text,
  -- With it: latn or arab.
  add column digits text,
  add constraint credential_language_and_digits check ((language is null) = (digits is null));
-- The language of the request that caused the mail: for a person who has not chosen one.
alter table accounts.mail_outbox add column language text;
`;
