/** The master keys that open this database, and which running processes hold them (service-kit/security/master-keys). */
export const masterKeyTables = /* sql */ `
create table accounts.master_key (
  key_id        text primary key,
  -- The root key of this database, wrapped by this master key.
  wrapped_root  bytea not null,
  -- New keys of patients are wrapped by this one.
  is_current    boolean not null,
  recorded_at   timestamptz not null default now()
);
create unique index master_key_current on accounts.master_key (is_current) where is_current;

create table accounts.master_key_holder (
  holder   uuid primary key,
  -- The service, its machine and its process id.
  name     text not null,
  key_ids  text[] not null,
  seen_at  timestamptz not null default now()
);

-- Null: wrapped by a version of the program that recorded no ids.
alter table accounts.patient_key add column key_id text;

drop function accounts.hold_patient_keys(text[]);
create function accounts.hold_patient_keys(ids text[])
returns table (patient_id text, is_held boolean, wrapped_key bytea, key_id text, is_destroyed boolean)
language plpgsql volatile as $$
declare
  held text[];
begin
  select coalesce(array_agg(id), '{}') into held from unnest(ids) as id
  where pg_try_advisory_lock_shared(hashtext('patient key'), hashtext(id));
  return query
    select id, id = any (held), key.wrapped_key, key.key_id, key.destroyed_at is not null
    from unnest(ids) as id left join accounts.patient_key key on key.patient_id = id and id = any (held);
end
$$;
`;
