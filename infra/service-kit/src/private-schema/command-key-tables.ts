/** Which body each Idempotency-Key was used with (docs/decisions/write-side/command-keys.md). */
export const commandKeyTables = /* sql */ `
-- One row for each command that came with a key. command-api/src/accounts/command-keys is its only reader and writer.
create table accounts.command_key (
  command_id  uuid primary key,
  -- Keyed with the Idempotency-Key, which is stored nowhere: without it no text can be guessed and tried.
  request     bytea not null,
  at          timestamptz not null default now()
);
create index on accounts.command_key (at);
`;
