/** Disabled accounts, and when an account was last used (docs/decisions/write-side/people-leave.md). */
export const accountStateTables = /* sql */ `
alter table accounts.credential
  -- Null: not disabled.
  add column disabled_at timestamptz,
  -- The admin account that did it.
  add column disabled_by text,
  add column disabled_reason text;

-- No program opens a session of a disabled account, not even an older one that does not know of them.
create function accounts.refuse_disabled() returns trigger language plpgsql as $$
begin
  if exists (select from accounts.credential where user_id = new.user_id and disabled_at is not null) then
    return null;
  end if;
  return new;
end
$$;
create trigger session_of_enabled before insert on accounts.session
  for each row execute function accounts.refuse_disabled();

-- The last use of sessions that have ended. No row of accounts.credential: it is locked before
-- sessions end, never after.
create table accounts.last_use (
  user_id  text primary key,
  used_at  timestamptz not null
);
create function accounts.keep_last_use() returns trigger language plpgsql as $$
begin
  insert into accounts.last_use as known (user_id, used_at) values (old.user_id, old.used_at)
  on conflict (user_id) do update set used_at = greatest(known.used_at, excluded.used_at);
  return null;
end
$$;
create trigger session_was_used after delete on accounts.session
  for each row execute function accounts.keep_last_use();
`;
