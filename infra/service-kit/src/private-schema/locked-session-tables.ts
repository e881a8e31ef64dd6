/** Locked sessions, and the PINs that unlock them (docs/decisions/write-side/locked-sessions.md). */
export const lockedSessionTables = /* sql */ `
-- Null: not locked.
alter table accounts.session add column locked_at timestamptz;
-- Sessions in memory know whether they are locked.
create trigger session_locks before update on accounts.session for each row
  when ((old.locked_at is null) <> (new.locked_at is null)) execute function accounts.take_session_lock();

-- One of a person and a device. command-api/src/accounts/device-pins is its only reader and writer.
create table accounts.device_pin (
  user_id      text not null,
  -- The hash of the device's cookie.
  device_hash  bytea not null,
  -- argon2id in PHC form, of a keyed hash
  pin_hash     text not null,
  -- Since the last right one. Counted before the PIN is checked.
  tries        integer not null default 0,
  used_at      timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index device_pin_used on accounts.device_pin (used_at);
create function accounts.end_device_pins() returns trigger language plpgsql as $$
begin
  delete from accounts.device_pin where user_id = new.user_id;
  return null;
end
$$;
-- A person who knew the old password may have set a PIN.
create trigger credential_ends_pins after update on accounts.credential for each row
  when (old.password_hash <> new.password_hash) execute function accounts.end_device_pins();
`;
