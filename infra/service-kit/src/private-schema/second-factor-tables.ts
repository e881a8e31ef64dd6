/** Second factors. `command-api/src/accounts/second-factor/` is their only reader and writer. */
export const secondFactorTables = /* sql */ `
create table accounts.totp (
  user_id       text primary key,
  -- Encrypted. Null until the first code.
  secret        bytea,
  confirmed_at  timestamptz,
  used_at       timestamptz,
  -- The time step of the last accepted code: a code counts once.
  last_step     bigint not null default 0,
  -- The secret that is being set up. It replaces the other one with its first code.
  next_secret   bytea,
  next_until    timestamptz,
  constraint totp_confirmed check ((secret is null) = (confirmed_at is null)),
  constraint totp_next check ((next_secret is null) = (next_until is null))
);
create table accounts.passkey (
  passkey_id     uuid primary key,
  -- The authenticator's name of it, in base64url.
  credential_id  text not null unique,
  user_id        text not null,
  -- COSE
  public_key     bytea not null,
  counter        bigint not null,
  transports     text[] not null,
  name           text not null,
  created_at     timestamptz not null default now(),
  used_at        timestamptz
);
create index passkey_by_user on accounts.passkey (user_id);
-- The unused ones, as keyed hashes.
create table accounts.recovery_code (
  user_id    text not null,
  code_hash  text not null,
  primary key (user_id, code_hash)
);
-- Challenges that a passkey has answered, until they expire: an answer counts once.
create table accounts.spent_challenge (
  challenge   text primary key,
  expires_at  timestamptz not null
);
create index spent_challenge_expires on accounts.spent_challenge (expires_at);

create function accounts.has_second_factor(asked text) returns boolean language sql stable as $$
  select exists (select from accounts.totp where user_id = asked and secret is not null)
      or exists (select from accounts.passkey where user_id = asked)
$$;
-- Sessions in memory know whether their account has a second factor.
create trigger totp_changes before update on accounts.totp for each row
  when ((old.secret is null) <> (new.secret is null)) execute function accounts.take_session_lock();
create trigger totp_ends before delete or truncate on accounts.totp
  for each statement execute function accounts.take_session_lock();
create trigger passkey_changes before insert or delete or truncate on accounts.passkey
  for each statement execute function accounts.take_session_lock();
`;

/** Sessions in memory know nothing of second factors: rights read them each time. So a change waits for no process. */
export const unlockedFactorTables = /* sql */ `
drop trigger totp_changes on accounts.totp;
drop trigger totp_ends on accounts.totp;
drop trigger passkey_changes on accounts.passkey;
`;
