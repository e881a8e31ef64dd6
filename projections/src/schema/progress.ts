/** How far each projection is, which streams are parked, and what changed: written in the transaction of the rows. */
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
-- The sweeper's rounds: streams with recent events.
create index stream_head_by_seen on stream_head (seen_at);

-- The dispatcher's position in $all, of two numbers: infra/service-kit/src/event-log/port.ts.
create table dispatcher_position (
  id       boolean primary key default true check (id),
  commit   numeric(20) not null,
  prepare  numeric(20) not null,
  updated_at timestamptz not null default now()
);

-- A stream that a poison event has stopped (docs/architecture.md, "Rule 8: no clinical event is skipped"). "error"
-- holds no personal data.
create table parked_stream (
  projection   text not null,
  stream       text not null,
  from_revision bigint not null,
  event_type   text not null,
  error        text not null,
  parked_at    timestamptz not null default now(),
  primary key (projection, stream)
);

-- One row for each run of one person's events in a committed batch. The live heartbeat finds lost notices here.
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
-- The live heartbeat: recent changes of the watched teams.
create index change_by_team on change (team_id, id);
`;

/**
 * Rows belong to one log. Another log may replace it behind the same address, for example an older backup. So a
 * checkpoint and the dispatcher's position name their events, and rows in doubt are compared with the log
 * (docs/decisions/read-side/read-models.md).
 */
export const namedEvents = /* sql */ `
alter table dispatcher_position add column event_id text;
alter table projection_checkpoint
  add column event_id text,                          -- of the event at "revision"
  add column in_doubt boolean not null default false; -- the log was replaced since
-- The sweeper's rounds and every read; almost always empty.
create index projection_checkpoint_in_doubt on projection_checkpoint (projection, stream) where in_doubt;

-- The version of "event_type" that the parking program did not know; a program that knows it unparks the stream. Null
-- for any other cause.
alter table parked_stream add column unknown_version int;

-- Streams whose rows may differ from the log, and for longer than a moment.
create view stale_stream as
  select projection, stream from parked_stream
  union all
  select projection, stream from projection_checkpoint where in_doubt;

-- A user row of another log must not block a user who has the same e-mail in this log. The schema accounts keeps
-- e-mails unique.
alter table app_user drop constraint app_user_email_key;
`;

/** The event at the dispatcher's position. Another log has another event there, or none. */
export const dispatcherEvent = /* sql */ `
alter table dispatcher_position add column stream text, add column revision bigint;
`;

/**
 * Which version of a projection has made its rows (`../read-models/projection.ts`). Each switch to rebuilt rows begins a
 * generation: rows that a process has cached in an earlier one are of no use (`../catch-up/statement.ts`).
 */
export const projectionVersions = /* sql */ `
create table projection_version (
  projection text primary key,
  version    int not null,
  generation bigint not null default 1
);
insert into projection_version (projection, version)
values ('directory', 1), ('patients', 1), ('clinical', 1), ('catalogue', 1), ('accesses', 1), ('audit', 1);

-- How the rebuild of a changed projection goes, or why it ended: /api/ready. Almost always empty.
create table rebuild_note (
  projection text primary key,
  sentence   text not null,
  is_failed  boolean not null,
  at         timestamptz not null default now()
);
`;
