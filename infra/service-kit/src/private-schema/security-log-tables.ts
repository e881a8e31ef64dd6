/**
 * The security log (docs/decisions/installation/security-log.md). Lines are only added, and each has a hash over itself
 * and the line before. The retention removes the oldest ones, and adds a line that says so.
 */
import { SEALED_TEXT } from '../security-log/sealed-text.ts';

export const securityLogTables = /* sql */ `
create table accounts.security_line (
  number         bigint primary key,
  at             timestamptz not null default clock_timestamp(),
  kind           text not null,
  -- person, operator, product, unknown
  actor_kind     text not null,
  actor_id       text,
  -- whom, which team and which patient it concerns
  user_id        text,
  team_id        text,
  patient_id     text,
  -- a keyed hash of an e-mail that no account has
  email_mark     text,
  address        text,
  device         text,
  data           jsonb not null default '{}',
  -- of what it is written from, such as an event of the log: written once
  source_id      text unique,
  previous_hash  bytea not null,
  hash           bytea not null
);
create index security_line_at on accounts.security_line (at);
create index security_line_kind on accounts.security_line (kind, number);
create index security_line_actor on accounts.security_line (actor_id, number);
create index security_line_user on accounts.security_line (user_id, number);
create index security_line_team on accounts.security_line (team_id, number);
create index security_line_address on accounts.security_line (address, number);

-- The newest line as a process with MASTER_KEY has signed it: a person who changes lines and computes all hashes again
-- cannot sign.
create table accounts.security_anchor (
  number     bigint primary key,
  at         timestamptz not null,
  hash       bytea not null,
  signature  text not null
);

-- Where a command came from whose event the follower writes a line from; kept for a day.
create table accounts.command_origin (
  command_id  uuid primary key,
  address     text,
  device      text,
  at          timestamptz not null default now()
);

-- The settings of the last start: values, and keyed hashes of those that are secret.
create table accounts.known_setting (
  service  text not null,
  name     text not null,
  value    text not null,
  primary key (service, name)
);

-- One line after the other: the lock is held until the line is there or is not.
create function accounts.chain_security_line() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('security log'), 0);
  select l.number, l.hash into last from accounts.security_line l order by l.number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous_hash := coalesce(last.hash, '\\x'::bytea);
  new.hash := sha256(new.previous_hash || convert_to(${SEALED_TEXT('new')}, 'UTF8'));
  return new;
end $$;
create trigger chain before insert on accounts.security_line
  for each row execute function accounts.chain_security_line();

create function accounts.refuse_security_change() returns trigger language plpgsql as $$
begin
  -- The retention says first what it removes.
  if tg_op = 'DELETE' then
    if old.number <= (select max((data->>'upTo')::bigint) from accounts.security_line where kind = 'LinesRemoved') then
      return old;
    end if;
  end if;
  raise exception 'The security log is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete on accounts.security_line
  for each row execute function accounts.refuse_security_change();
create trigger not_truncated before truncate on accounts.security_line
  for each statement execute function accounts.refuse_security_change();

-- The one way to add a line. Without address and device those of the session, if there is one.
create function accounts.record_security(
  kind text, actor_kind text, actor_id text, user_id text, team_id text, patient_id text, email_mark text,
  address text, device text, session_id uuid, data jsonb, source_id text, at timestamptz
) returns void language sql as $$
  insert into accounts.security_line
    (kind, actor_kind, actor_id, user_id, team_id, patient_id, email_mark, address, device, data, source_id, at)
  select $1, $2, $3, $4, $5, $6, $7,
    coalesce($8, (select s.address from accounts.session s where s.session_id = $10)),
    coalesce($9, (select s.device from accounts.session s where s.session_id = $10)),
    coalesce($11, '{}'::jsonb), $12, coalesce($13, clock_timestamp())
  on conflict do nothing
$$;

-- Removes the lines of the beginning that are older than an instant, a number of lines at most. Their anchors go too.
-- Returns how many it has removed.
create function accounts.trim_security_log(older_than timestamptz, most integer) returns integer
  language plpgsql as $$
declare
  last_removed record;
  removed integer;
begin
  perform pg_advisory_xact_lock(hashtext('security log'), 0);
  select l.number, l.hash into last_removed from accounts.security_line l
  where l.number < least(
    (select min(k.number) from accounts.security_line k where k.at >= older_than),
    (select min(k.number) from accounts.security_line k) + most)
  order by l.number desc limit 1;
  if last_removed is null then return 0; end if;
  select count(*) into removed from accounts.security_line l where l.number <= last_removed.number;
  insert into accounts.security_line (kind, actor_kind, data) values ('LinesRemoved', 'product',
    jsonb_build_object('upTo', last_removed.number, 'hash', encode(last_removed.hash, 'hex'), 'lines', removed));
  delete from accounts.security_line l where l.number <= last_removed.number;
  delete from accounts.security_anchor a where a.number <= last_removed.number;
  return removed;
end $$;
`;
