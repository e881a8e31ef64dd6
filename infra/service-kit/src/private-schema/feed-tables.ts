/** The messages of the hospital's interface (docs/decisions/write-side/hospital-feed.md). */
export const feedTables = /* sql */ `
-- One row of each message that was acknowledged or refused. Of a parked one the content, sealed with a key of its own.
create table accounts.feed_message (
  message_id   uuid primary key,
  received_at  timestamptz not null default now(),
  -- Such as ADT^A01; empty for what could not be read.
  kind         text not null,
  -- applied, unchanged, parked, setAside, refused
  outcome      text not null,
  -- A code, without personal data.
  reason       text not null default '',
  -- Message and code that is not known: null unless it is or was parked.
  sealed       bytea,
  -- Keyed hashes of the record numbers in it.
  marks        text[] not null default '{}',
  -- The time of the message: a patient's are tried again in this order.
  recorded_at  timestamptz not null,
  tries        integer not null default 1
);
create index feed_message_parked on accounts.feed_message (received_at) where outcome = 'parked';
create index feed_message_waiting on accounts.feed_message using gin (marks) where outcome = 'parked';
create index feed_message_received on accounts.feed_message (received_at);

-- The newest message that said something of a patient, of a stay or of a result: older ones do not change it.
create table accounts.feed_applied (
  key  text primary key,
  at   timestamptz not null
);

-- Which patients have, or had before a merge, a record number. Made from the log, and can be made again.
create table accounts.feed_patient (
  mark        text not null,
  patient_id  text not null,
  -- The number is another one by now, and means this patient: after a merge.
  is_alias    boolean not null default false,
  primary key (mark, patient_id)
);
create index feed_patient_by_patient on accounts.feed_patient (patient_id);

-- The processes that listen.
create table accounts.feed_listener (
  listener    text primary key,
  address     text not null,
  is_secure   boolean not null,
  seen_at     timestamptz not null default now(),
  connections integer not null,
  -- The mistake in the mapping.
  mistake     text not null default ''
);
`;
