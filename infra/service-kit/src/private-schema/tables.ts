/** The tables of the private schema, in the order of their migration steps (`migrate.ts`). */

export const sessionTables = /* sql */ `
create table accounts.session (
  session_id  uuid primary key,
  token_hash  bytea not null unique,
  user_id     text not null,
  created_at  timestamptz not null default now(),
  used_at     timestamptz not null default now()
);
create index session_by_user on accounts.session (user_id);
`;

/** Credentials; `credentials.ts` is their only reader and writer. */
export const credentialTables = /* sql */ `
create table accounts.credential (
  user_id        text primary key,
  email          text not null,
  -- argon2id in PHC form
  password_hash  text not null,
  -- of the registration that made the reservation: a resumed registration has the same events
  command_id     uuid not null,
  reserved_at    timestamptz not null default now(),
  -- null until UserRegistered is in the log
  confirmed_at   timestamptz
);
create unique index credential_email on accounts.credential (lower(email));
`;

export const patientKeyTables = /* sql */ `
create table accounts.patient_key (
  patient_id   text primary key,
  wrapped_key  bytea not null,
  made_at      timestamptz not null default now()
);
-- One row: a known value wrapped by the first MASTER_KEY of this database.
create table accounts.master_key_check (
  id       boolean primary key default true check (id),
  wrapped  bytea not null
);
`;

export const followerTables = /* sql */ `
create table accounts.follower_position (
  follower          text primary key,
  commit_position   numeric(20) not null,
  prepare_position  numeric(20) not null
);
`;

/** The row of a destroyed key stays without the key, so that no later event makes a new key for the patient. */
export const destroyedKeyTables = /* sql */ `
alter table accounts.patient_key alter column wrapped_key drop not null;
alter table accounts.patient_key add column destroyed_at timestamptz;
alter table accounts.patient_key add constraint patient_key_or_its_end
  check ((wrapped_key is null) = (destroyed_at is not null));
`;

/**
 * Images of galleries, in the private schema `images`: primary data like `accounts`. The command API writes it, the
 * query API reads it. Images are not events: an image is as large as a thousand events and must be deleted with its
 * patient (docs/decisions/write-side/image-storage.md).
 */
export const imageTables = /* sql */ `
create schema if not exists images;
create table images.image (
  image_id      text primary key,
  admission_id  text not null,
  patient_id    text not null,
  uploaded_by   text not null,
  uploaded_at   timestamptz not null default now(),
  -- The image in the built-in store: re-encoded without metadata; the thumbnail is WebP.
  content_type  text,
  content       bytea,
  thumbnail     bytea,
  -- The addresses at the team's own image service.
  address           text,
  thumbnail_address text,
  -- Null while a gallery uses the image, as of looked_at; written by the sweeper and the gallery.
  unused_since  timestamptz default now(),
  looked_at     timestamptz not null default now(),
  constraint image_here_or_there check (
    (content is not null and thumbnail is not null and content_type is not null and address is null)
    or (content is null and thumbnail is null and address is not null and thumbnail_address is not null))
);
-- The formats are compressed. Without Postgres's compression a part can be read without the whole.
alter table images.image alter column content set storage external;
alter table images.image alter column thumbnail set storage external;
create index image_by_admission on images.image (admission_id);
create index image_by_patient on images.image (patient_id);
-- For the sweeper: the images that it checked longest ago.
create index image_by_look on images.image (looked_at);
`;

/** Where a moved image came from: a restore to a point before the move puts it back. */
export const movedImageTables = /* sql */ `
-- In order: the chart and the patient, and the revision of the move on the chart's stream.
alter table images.image add column moves jsonb not null default '[]';
`;

/** The second step of the migration. */
export const emailProofTables = /* sql */ `
-- Set when a mailed link has set the password. It locks out a person who signed up with another person's e-mail.
alter table accounts.credential add email_proven_at timestamptz;
`;

export const oneTimeLinkTables = /* sql */ `
create table accounts.one_time_link (
  token_hash  bytea primary key,
  user_id     text not null,
  expires_at  timestamptz not null
);
create index one_time_link_by_user on accounts.one_time_link (user_id);
`;

export const mailOutboxTables = /* sql */ `
create table accounts.mail_outbox (
  mail_id   uuid primary key,
  email     text not null,
  -- The product's address, which the link leads to.
  origin    text not null,
  asked_at  timestamptz not null default now(),
  attempts  integer not null default 0,
  next_at   timestamptz not null default now()
);
create index mail_outbox_next on accounts.mail_outbox (next_at);
`;

export const captchaTables = /* sql */ `
create table accounts.captcha_used (
  signature   text primary key,
  -- of the command that used it: a repetition may use it again
  command_id  uuid not null,
  expires_at  timestamptz not null
);
create index captcha_used_expires on accounts.captcha_used (expires_at);
`;

export const rateLimitTables = /* sql */ `
-- The columns of rate-limiter-flexible.
create table accounts.rate_limit (
  key     varchar(255) primary key,
  points  integer not null default 0,
  expire  bigint
);
create index rate_limit_expire on accounts.rate_limit (expire);
`;

/** The fourth step of the migration. */
export const spentLinkTables = /* sql */ `
-- The command that used the link: a repetition after a lost answer gets the same answer. Spent links are deleted
-- when they expire.
alter table accounts.one_time_link add spent_by uuid;
`;

/** The fourth step of the migration. */
export const mailKindTables = /* sql */ `
alter table accounts.mail_outbox add kind text not null default 'newPassword';
-- The address of links is a setting and never comes from a request.
alter table accounts.mail_outbox drop column origin;
`;

/**
 * For the limits, and for images that history needs: an image that an event refers to stays until its patient is
 * deleted, also when its group is removed. From here on `unused_since` is null when such an event has been found, and
 * the sweeper never checks the image again. Older images count for no team, because their rows do not name one.
 */
export const imageLimitTables = /* sql */ `
alter table images.image add column team_id text;
-- In the built-in store, thumbnail included.
alter table images.image add column bytes bigint not null default 0;
update images.image set bytes = octet_length(content) + octet_length(thumbnail) where content is not null;
create index image_by_team on images.image (team_id) include (bytes);
-- For the sweeper: uploads that no known gallery uses, the ones that it checked longest ago first.
drop index images.image_by_look;
create index image_by_look on images.image (looked_at) where unused_since is not null;
`;

export const accessNoteTables = /* sql */ `
create table accounts.access_note (
  note_id        uuid primary key,
  team_id        text not null,
  actor_id       text not null,
  kind           text not null,
  data           jsonb not null,
  at             timestamptz not null,
  -- Until then other searches may join it.
  due_at         timestamptz not null,
  -- Its append: to this stream after this revision (null: as the first events).
  batch          uuid,
  stream         text,
  after_revision numeric(20),
  appended_at    timestamptz
);
-- The accesses that are not in the log yet, oldest first.
create index access_note_waiting on accounts.access_note (at, note_id) where appended_at is null;
create index access_note_appended on accounts.access_note (appended_at) where appended_at is not null;
`;

export const sealTables = /* sql */ `
create table accounts.event_seal (
  stream    text collate "C" not null,
  revision  bigint not null,
  link      bytea not null,
  primary key (stream, revision)
);
-- The head of each stream's chain. Few heads are not anchored yet.
create table accounts.sealed_stream (
  stream             text collate "C" primary key,
  team_id            text not null,
  revision           bigint not null,
  link               bytea not null,
  anchored_revision  bigint
);
create index sealed_stream_unanchored on accounts.sealed_stream (team_id, stream)
  where anchored_revision is distinct from revision;
-- The position up to which the log has been read, and the last event of the product: another log has another event
-- at its place, or none.
create table accounts.seal_position (
  id                boolean primary key default true check (id),
  commit_position   numeric(20) not null,
  prepare_position  numeric(20) not null,
  stream            text not null,
  revision          bigint not null,
  event_id          text not null
);
-- "said" is the signed text: it has the hash of the anchor before it and the heads of chains.
create table accounts.anchor (
  team_id    text not null,
  number     integer not null,
  said       text not null,
  hash       text not null,
  signature  text not null,
  primary key (team_id, number)
);
create table accounts.anchored_head (
  stream    text collate "C" not null,
  revision  bigint not null,
  team_id   text not null,
  number    integer not null,
  primary key (stream, revision),
  foreign key (team_id, number) references accounts.anchor
);
`;

export const leaderTables = /* sql */ `
-- The number of the newest leadership of each name.
create table accounts.leader_fence (
  name   text primary key,
  fence  bigint not null
);
`;

/** The event at the position. Null when an older version stored the position alone: then the log is unknown. */
export const followerEventTables = /* sql */ `
alter table accounts.follower_position
  add column stream text collate "C", add column revision bigint, add column event_id text;
`;

export const followerHealthTables = /* sql */ `
create table accounts.follower_health (
  follower       text primary key,
  -- When it last handled an event or found nothing to do.
  moved_at       timestamptz not null,
  -- All events up to this time are handled. Null before it first reaches the end of the log.
  caught_up_at   timestamptz,
  -- Until it has caught up again.
  failing_since  timestamptz,
  failure        text
);
`;

/**
 * The position of the last event of the product. The log is read further than that, because system events follow. An
 * older version stored no such position: it gets one that no event has, which counts as another log.
 */
export const sealPlaceTables = /* sql */ `
alter table accounts.seal_position
  add column event_commit_position numeric(20) not null default -1,
  add column event_prepare_position numeric(20) not null default -1;
`;

/** For the query of recently destroyed keys. */
export const destroyedLatelyTables = /* sql */ `
create index patient_key_destroyed on accounts.patient_key (destroyed_at) where destroyed_at is not null;
`;

export const teamWriteTables = /* sql */ `
-- The appends to teams' streams. Ended ones are removed, except the newest (service-kit/aggregates/team-writes).
create table accounts.team_write (
  number     bigint generated always as identity primary key,
  began_at   timestamptz not null default now(),
  has_ended  boolean not null default false
);
`;

/**
 * Takes the shared locks of keys for the session, then reads the keys: a volatile function reads each statement's own
 * snapshot, so a key that was destroyed before its lock was taken is seen as destroyed. A lock that another process
 * holds, or waits for, to destroy the key is not waited for.
 */
export const keyLockTables = /* sql */ `
create function accounts.hold_patient_keys(ids text[])
returns table (patient_id text, is_held boolean, wrapped_key bytea, is_destroyed boolean)
language plpgsql volatile as $$
declare
  held text[];
begin
  select coalesce(array_agg(id), '{}') into held from unnest(ids) as id
  where pg_try_advisory_lock_shared(hashtext('patient key'), hashtext(id));
  return query
    select id, id = any (held), key.wrapped_key, key.destroyed_at is not null
    from unnest(ids) as id left join accounts.patient_key key on key.patient_id = id and id = any (held);
end
$$;
`;

/**
 * Programs of earlier versions keep what `Sessions.find` answers in memory, also while one runs beside this program: each
 * change waits until none keeps an answer. A use of a session only prolongs it.
 */
export const sessionLockTables = /* sql */ `
create function accounts.take_session_lock() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('session cache'), 0);
  return new;
end
$$;
create trigger session_ends before delete or truncate on accounts.session
  for each statement execute function accounts.take_session_lock();
create trigger session_changes before update on accounts.session for each row
  when ((old.session_id, old.token_hash, old.user_id) is distinct from (new.session_id, new.token_hash, new.user_id)
        or new.created_at < old.created_at or new.used_at < old.used_at)
  execute function accounts.take_session_lock();
create trigger team_write_begins before insert on accounts.team_write
  for each statement execute function accounts.take_session_lock();
`;
