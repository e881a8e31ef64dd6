/**
 * The salts that the keys of texts on people's devices are derived from (docs/decisions/browser/device-storage.md).
 */
export const deviceKeyTables = /* sql */ `
-- One of each person. Without the row the texts on their devices can no longer be read.
-- command-api/src/accounts/device-keys is its only reader and writer.
create table accounts.device_key (
  user_id  text primary key references accounts.credential (user_id) on delete cascade,
  salt     bytea not null
);
`;
