/**
 * What became of medication errors, change by change: what the auditor searches. Ids, codes and labels of the
 * catalogue; no text that somebody wrote. All of it is made of payloads that the patient's key encrypts, and goes with
 * that.
 */
import { errorMarks } from '../../schema/error-marks.ts';

export const auditTables = /* sql */ `
create table error_change (
  entry_id       text not null,
  revision       bigint not null,         -- the event's
  team_id        text not null,
  patient_id     text not null,
  admission_id   text not null,
  review_id      text not null,
  at             timestamptz not null,
  actor_id       text not null,
  day            date,                    -- of care that the event speaks of: what it is late for, if at all
  what           text[] not null,         -- the names of the contract: EntryChange
  removed        boolean not null,
  -- As it stands afterwards; of what was removed, as it stood.
  err_type       text not null,
  err_type_label text not null,
  err_drug       text not null,
  err_drug_label text not null,
  severity       char(1),
  response       smallint,
  rating         numeric(2,1),
  follow_up_date date,
  -- As it stood before, of what the event has changed; null where there was none, or where it is still the same ("what" tells which).
  err_type_before       text,
  err_type_label_before text,
  err_drug_before       text,
  err_drug_label_before text,
  severity_before       char(1),
  response_before       smallint,
  rating_before         numeric(2,1),
  follow_up_date_before date,
  primary key (entry_id, revision)
);
-- The search (query-api/src/http/history/error-changes.ts): of a team, newest first, by one filter or several. Each filter that finds both what became
-- so and what was so has an index for either.
create index error_change_by_team on error_change (team_id, at);
create index error_change_by_type on error_change (team_id, err_type, at);
create index error_change_by_drug on error_change (team_id, err_drug, at);
create index error_change_by_severity on error_change (team_id, severity, at);
create index error_change_by_response on error_change (team_id, response, at);
create index error_change_by_actor on error_change (team_id, actor_id, at);
create index error_change_by_type_before on error_change (team_id, err_type_before, at) where err_type_before is not null;
create index error_change_by_drug_before on error_change (team_id, err_drug_before, at) where err_drug_before is not null;
create index error_change_by_severity_before on error_change (team_id, severity_before, at) where severity_before is not null;
create index error_change_by_response_before on error_change (team_id, response_before, at) where response_before is not null;
create index error_change_removed on error_change (team_id, at) where removed;
-- Which of them are late is the hospital's clock to say, which no row knows: these may be, by some clock on earth.
create index error_change_perhaps_late on error_change (team_id, at) where (at at time zone 'UTC') >= day + interval '34 hours';
-- A stream that is projected anew, and a patient who is erased.
create index error_change_by_admission on error_change (admission_id);
create index error_change_by_patient on error_change (patient_id);

-- The reviews and entries as they stand: what the next change is held against. Of note and tags a hash: whether they are others is all there is
-- to know.
create table audited_review (
  review_id    text primary key,
  admission_id text not null,
  review_date  date not null
);
create index audited_review_by_admission on audited_review (admission_id);
create table audited_entry (
  entry_id     text primary key,
  review_id    text not null,
  admission_id text not null,
  standing     jsonb not null
);
create index audited_entry_by_review on audited_entry (review_id);
create index audited_entry_by_admission on audited_entry (admission_id);

-- Changes come with the admissions' streams, the end of the person with their own: whichever is projected last leaves nothing behind.
create table audited_patient (
  patient_id text primary key,
  erased     boolean not null
);
`;

/**
 * A column of its own, of which Postgres knows how rare it is: of the comparison it guessed a third, and looked through
 * everything else first (190 ms of a million changes, where other searches took 30 to 70).
 */
export const perhapsLate = /* sql */ `
alter table error_change add column perhaps_late boolean generated always as (coalesce((at at time zone 'UTC') >= day + interval '34 hours', false)) stored;
drop index error_change_perhaps_late;
create index error_change_perhaps_late on error_change (team_id, at) where perhaps_late;
`;

/**
 * One index of marks in place of eleven, one for each filter. Of two filters that each found much and together little,
 * the rows of one were looked through (54,000 of a million changes for 141 that fitted). To write a row costs the same
 * as before (0.17 ms of a processor, 0.09 of them for the row alone). Each mark goes to its place at once: what waits
 * in a list would be looked through by every search.
 */
export const byMarks = /* sql */ `
${['type', 'drug', 'severity', 'response', 'actor', 'type_before', 'drug_before', 'severity_before', 'response_before'].map((column) => `drop index error_change_by_${column};`).join('\n')}
drop index error_change_removed;
drop index error_change_perhaps_late;
alter table error_change drop column perhaps_late;
create index error_change_by_marks on error_change using gin ((${errorMarks})) with (fastupdate = off);
analyze error_change;
`;

/** Changes that were written before there were two times have none: `at` stands for both. */
export const recordedChanges = /* sql */ `
alter table error_change add column recorded_at timestamptz; -- when the log took the event; "at" says when it was done
`;
