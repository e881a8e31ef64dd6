/** Tables of single sign-on. `command-api/src/accounts/single-sign-on` is their only reader and writer. */
export const singleSignOnTables = /* sql */ `
-- Which account a person at the provider has.
create table accounts.oidc_identity (
  issuer         text not null,
  subject        text not null,
  user_id        text not null references accounts.credential (user_id),
  -- The provider said that the e-mail is proven when the account was linked, or since.
  email_verified boolean not null,
  -- All teams whose memberships the person's groups have decided so far.
  teams          text[] not null default '{}',
  linked_at      timestamptz not null default now(),
  primary key (issuer, subject)
);
create unique index oidc_identity_by_user on accounts.oidc_identity (user_id, issuer);

-- Finished at the provider, until the page fetches its session.
create table accounts.oidc_sign_in (
  code_hash     bytea primary key,
  -- The hash of the cookie of the browser that may fetch it.
  browser_hash  bytea not null,
  issuer        text not null,
  subject       text not null,
  sid           text,
  -- Encrypted: for the end of the provider's session.
  id_token      bytea not null,
  amr           text[] not null,
  acr           text,
  expires_at    timestamptz not null,
  spent_at      timestamptz,
  foreign key (issuer, subject) references accounts.oidc_identity on delete cascade
);
create index oidc_sign_in_by_subject on accounts.oidc_sign_in (issuer, subject);
create index oidc_sign_in_expires on accounts.oidc_sign_in (expires_at);

-- The sessions that began at the provider.
create table accounts.oidc_session (
  session_id  uuid primary key references accounts.session (session_id) on delete cascade,
  issuer      text not null,
  subject     text not null,
  sid         text,
  id_token    bytea not null,
  amr         text[] not null,
  acr         text
);
create index oidc_session_by_subject on accounts.oidc_session (issuer, subject);
create index oidc_session_by_sid on accounts.oidc_session (issuer, sid) where sid is not null;

-- Logout tokens that were used, so that none is used twice.
create table accounts.oidc_logout_token (
  token_hash  bytea primary key,
  expires_at  timestamptz not null
);
create index oidc_logout_token_expires on accounts.oidc_logout_token (expires_at);
`;

/** The people and sessions that logout tokens named, for sign-ins under way when they came. */
export const namedByLogoutTables = /* sql */ `
alter table accounts.oidc_logout_token
  -- Null in rows of an older program.
  add column issuer      text,
  add column subject     text,
  add column sid         text,
  add column received_at timestamptz;
`;

/** When a person proved at the provider who they are: pages that signed in there need fresh proofs, as others do. */
export const provenSignInTables = /* sql */ `
-- Null where the provider does not say it.
alter table accounts.oidc_sign_in add column authenticated_at timestamptz;
-- Pages of before. Without a cookie they cannot be told from other clients.
insert into accounts.session_proof (session_id, proven_at)
select session_id, '-infinity' from accounts.session where method = 'singleSignOn' and kind = 'cookie'
on conflict do nothing;
`;
