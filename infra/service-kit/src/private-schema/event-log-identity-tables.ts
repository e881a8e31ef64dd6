/** Which event log the rows of this database belong to (docs/decisions/write-side/restored-logs.md). */
export const eventLogIdentityTables = /* sql */ `
-- One row, from the first start on. The dispatcher gives it a new id when it finds another log than before. No backup
-- has it: a restored installation begins with its own.
create table accounts.event_log_identity (
  is_only  boolean primary key default true check (is_only),
  id       uuid not null default gen_random_uuid()
);
insert into accounts.event_log_identity default values;
`;
