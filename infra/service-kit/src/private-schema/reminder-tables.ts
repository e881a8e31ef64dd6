/** Reminders of recommendations that wait for an answer (docs/decisions/write-side/reminders.md). */
export const reminderTables = /* sql */ `
-- One row of each admission with recommendations that wait. It is made from the log, and can be made again.
-- command-api/src/processes/reminders is its only reader and writer.
create table accounts.waiting_admission (
  admission_id  text primary key,
  team_id       text not null,
  -- Null: no reminder is left.
  due_at        timestamptz,
  -- The persons who were reminded and have not answered, once for each recommendation.
  reminded      text[] not null default '{}'
);
create index waiting_admission_due on accounts.waiting_admission (due_at) where due_at is not null;
create index waiting_admission_by_team on accounts.waiting_admission (team_id);

-- How many recommendations wait, in a mail that reminds.
alter table accounts.mail_outbox add column waiting integer;

-- The browsers that take a push for a person.
create table accounts.push_subscription (
  endpoint    text primary key,
  user_id     text not null references accounts.credential (user_id) on delete cascade,
  -- A session that is ended takes its subscription along. One that runs out leaves it.
  session_id  uuid not null,
  -- The keys that the text is encrypted with, in base64url.
  p256dh      text not null,
  auth        text not null,
  -- The language of the page: a code of BCP 47 and latn or arab.
  language    text not null,
  digits      text not null,
  made_at     timestamptz not null default now(),
  pushed_at   timestamptz
);
create index push_subscription_by_user on accounts.push_subscription (user_id);
create index push_subscription_by_session on accounts.push_subscription (session_id);
`;
