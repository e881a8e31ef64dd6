/** How far each projection is, what stands still, and what has changed. Written in the same transaction as the rows. */
export const progressTables = /* sql */ `
create table projection_checkpoint (
  projection text not null,
  stream     text not null,
  revision   bigint not null,            -- the last event whose rows are here
  updated_at timestamptz not null default now(),
  primary key (projection, stream)
);

-- The newest revision that the dispatcher has seen of a stream: the sweeper compares it with the checkpoint.
create table stream_head (
  stream   text primary key,
  revision bigint not null,
  seen_at  timestamptz not null default now()
);
-- The sweeper's rounds: streams with news lately.
create index stream_head_by_seen on stream_head (seen_at);

-- The dispatcher's place in $all: both numbers, see infra/service-kit/src/event-log/port.ts.
create table dispatcher_position (
  id       boolean primary key default true check (id),
  commit   numeric(20) not null,
  prepare  numeric(20) not null,
  updated_at timestamptz not null default now()
);

-- A stream that a poison event has stopped (architecture, rule 8). No personal data in "error".
create table parked_stream (
  projection   text not null,
  stream       text not null,
  from_revision bigint not null,
  event_type   text not null,
  error        text not null,
  parked_at    timestamptz not null default now(),
  primary key (projection, stream)
);

-- One row for each run of one person's events in a committed batch: what a socket server that was away can catch up from.
create table change (
  id       bigint generated always as identity primary key,
  stream   text not null,
  revision bigint not null,
  touched  text[] not null,
  actor_id text not null,
  team_id  text,
  at       timestamptz not null
);
create index change_by_stream on change (stream, revision);
-- The live heartbeat: what has changed in the watched teams lately.
create index change_by_team on change (team_id, id);
`;

/**
 * Rows belong to one log. Another one may come to stand behind the same address, such as a backup that was taken before
 * some of the events whose rows are here: a checkpoint and the dispatcher's place name their events, and what is in
 * doubt is looked at again.
 */
export const namedEvents = /* sql */ `
alter table dispatcher_position add column event_id text;
alter table projection_checkpoint
  add column event_id text,                          -- of the event at "revision"
  add column in_doubt boolean not null default false; -- the log has been another one since
-- The sweeper's rounds, and every read: almost always none.
create index projection_checkpoint_in_doubt on projection_checkpoint (projection, stream) where in_doubt;

-- Which version of "event_type" the program did not know that has parked the stream: one that does frees it. Null for any other cause.
alter table parked_stream add column unknown_version int;

-- Streams whose rows may not be what the log says, and will not become so by waiting a moment.
create view stale_stream as
  select projection, stream from parked_stream union all select projection, stream from projection_checkpoint where in_doubt;

-- Whoever is still here from another log must not be in the way of whoever has the e-mail now: that it is unique is held by accounts.
alter table app_user drop constraint app_user_email_key;
`;

/** Which event lies at the dispatcher's place: in another log, another one or none. */
export const dispatcherEvent = /* sql */ `
alter table dispatcher_position add column stream text, add column revision bigint;
`;
