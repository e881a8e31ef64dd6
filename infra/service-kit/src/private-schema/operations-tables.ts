/** The data that the operator's page shows and asks for (docs/product.md, "Operator's page"). */
export const operationsTables = /* sql */ `
-- Good backups (service-kit/operations/backup-runs): the newest ones.
create table accounts.backup_run (
  run_id    bigint generated always as identity primary key,
  made_at   timestamptz not null default now(),
  -- The number among the runs into the same folder.
  number    integer not null,
  -- The position of the last event that is in it.
  position  numeric(20) not null,
  events    bigint not null,
  bytes     bigint not null,
  -- Machine and folder.
  place     text not null
);

-- "Try again" of parked streams (service-kit/operations/stream-retries): command-api asks, projections tries.
create table accounts.stream_retry (
  command_id  uuid primary key,
  projection  text not null,
  stream      text not null,
  asked_at    timestamptz not null default now(),
  -- By a process of projections. One that was killed leaves it to another.
  taken_at    timestamptz,
  -- Null until it was tried.
  outcome     text,
  -- Why the stream is parked again.
  reason      text
);
create index stream_retry_open on accounts.stream_retry (asked_at) where outcome is null;
`;
