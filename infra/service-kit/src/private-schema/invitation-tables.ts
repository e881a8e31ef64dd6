/** Invitations to teams by mail (docs/decisions/write-side/invitations.md). */
export const invitationTables = /* sql */ `
create table accounts.invitation (
  invitation_id  uuid primary key,
  team_id        text not null,
  -- Lower case.
  email          text not null,
  -- pharmacist, physician, reader
  role           text not null,
  invited_by     text not null,
  sent_at        timestamptz not null default now(),
  expires_at     timestamptz not null,
  -- The person and the command that use it, before the team's stream has them.
  used_by        text,
  used_command   uuid,
  -- They are in the team: nothing else uses it.
  joined_at      timestamptz
);
create unique index invitation_open on accounts.invitation (team_id, email) where joined_at is null;
create index invitation_expires on accounts.invitation (expires_at);

-- Each mail has a link of its own: a mail that is sent twice after a crash has two that work.
create table accounts.invitation_link (
  token_hash     bytea primary key,
  invitation_id  uuid not null references accounts.invitation on delete cascade
);
create index invitation_link_by_invitation on accounts.invitation_link (invitation_id);

alter table accounts.mail_outbox add column invitation_id uuid;
`;
