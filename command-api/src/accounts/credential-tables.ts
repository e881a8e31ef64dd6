/** Where credentials lie; `credentials.ts` is their only reader and writer. */
export const credentialTables = /* sql */ `
create table accounts.credential (
  user_id        text primary key,
  email          text not null,
  -- argon2id in PHC form
  password_hash  text not null,
  -- of the registration that made the reservation: whoever resumes it goes on with the same events
  command_id     uuid not null,
  reserved_at    timestamptz not null default now(),
  -- null until UserRegistered lies in the log
  confirmed_at   timestamptz
);
create unique index credential_email on accounts.credential (lower(email));
`;

/** The second step of the migration. */
export const emailProofTables = /* sql */ `
-- Set when a mailed link has set the password. Whoever had signed up with somebody else's e-mail is locked out from then on.
alter table accounts.credential add email_proven_at timestamptz;
`;
