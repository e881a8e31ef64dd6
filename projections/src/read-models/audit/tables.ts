/**
 * The changes of medication errors, which the auditor searches: ids, codes and labels of the catalogue, no free text.
 * The data comes from payloads that the patient's key encrypts, and is removed with the patient.
 */
import {
  bigint,
  boolean,
  char,
  date,
  instant,
  json,
  nullable,
  ownedBy,
  rating,
  smallint,
  table,
  text,
  texts,
} from '../table.ts';
import type { EntryState } from './change.ts';
import { errorMarks } from '../../schema/error-marks.ts';

export const auditTables = /* sql */ `
create table error_change (
  entry_id       text not null,
  revision       bigint not null,         -- of the event
  team_id        text not null,
  patient_id     text not null,
  admission_id   text not null,
  review_id      text not null,
  at             timestamptz not null,
  actor_id       text not null,
  day            date,                    -- the day of care that the event speaks of, to tell whether it is late
  what           text[] not null,         -- names of the contract's EntryChange
  removed        boolean not null,
  -- The state after the event; of a removed entry, the last state.
  err_type       text not null,
  err_type_label text not null,
  err_drug       text not null,
  err_drug_label text not null,
  severity       char(1),
  response       smallint,
  rating         numeric(2,1),
  follow_up_date date,
  -- The old values of the changed fields; null if there was none, or if the field is the same ("what" says which).
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
-- The search (query-api/src/http/history/error-changes.ts): of a team, newest first, by one or more filters. A filter
-- that matches the values before and after a change has an index for each.
create index error_change_by_team on error_change (team_id, at);
create index error_change_by_type on error_change (team_id, err_type, at);
create index error_change_by_drug on error_change (team_id, err_drug, at);
create index error_change_by_severity on error_change (team_id, severity, at);
create index error_change_by_response on error_change (team_id, response, at);
create index error_change_by_actor on error_change (team_id, actor_id, at);
create index error_change_by_type_before on error_change (team_id, err_type_before, at)
  where err_type_before is not null;
create index error_change_by_drug_before on error_change (team_id, err_drug_before, at)
  where err_drug_before is not null;
create index error_change_by_severity_before on error_change (team_id, severity_before, at)
  where severity_before is not null;
create index error_change_by_response_before on error_change (team_id, response_before, at)
  where response_before is not null;
create index error_change_removed on error_change (team_id, at) where removed;
-- Changes that are late in at least one time zone; a row does not know the hospital's.
create index error_change_perhaps_late on error_change (team_id, at)
  where (at at time zone 'UTC') >= day + interval '34 hours';
-- The rebuild of a stream, and the deletion of a patient.
create index error_change_by_admission on error_change (admission_id);
create index error_change_by_patient on error_change (patient_id);

-- The current reviews and entries, to compare the next change with. Note and tags are hashes: it only matters whether
-- they differ.
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

-- Changes come from the admissions' streams, the deletion from the patient's. The rows are removed in either order.
create table audited_patient (
  patient_id text primary key,
  erased     boolean not null
);
`;

/**
 * A column, because Postgres knows how rare its values are. For the comparison it guessed a third of the rows and read
 * everything else first: 190 ms with a million changes, where other searches took 30 to 70 ms.
 */
export const perhapsLate = /* sql */ `
alter table error_change add column perhaps_late boolean
  generated always as (coalesce((at at time zone 'UTC') >= day + interval '34 hours', false)) stored;
drop index error_change_perhaps_late;
create index error_change_perhaps_late on error_change (team_id, at) where perhaps_late;
`;

const indexedColumns = ['type', 'drug', 'severity', 'response', 'actor'];
const indexedColumnsBefore = ['type_before', 'drug_before', 'severity_before', 'response_before'];
/**
 * One index of marks instead of eleven indexes, one for each filter. With two filters that find many rows each and few
 * together, all rows of one were read: 54,000 of a million changes, for 141 matches. Writing a row costs the same as
 * before: 0.17 ms of a processor, 0.09 ms of it for the row alone. `fastupdate` is off, because every search would read
 * the list of pending entries.
 */
export const byMarks = /* sql */ `
${[...indexedColumns, ...indexedColumnsBefore].map((column) => `drop index error_change_by_${column};`).join('\n')}
drop index error_change_removed;
drop index error_change_perhaps_late;
alter table error_change drop column perhaps_late;
create index error_change_by_marks on error_change using gin ((${errorMarks})) with (fastupdate = off);
analyze error_change;
`;

/** Older rows have one time: there `at` is both (docs/decisions/write-side/two-times.md). */
export const recordedChanges = /* sql */ `
alter table error_change add column recorded_at timestamptz; -- when the log recorded the event; "at": when it was done
`;

export const errorChange = table(
  'error_change',
  {
    entry_id: text,
    revision: bigint,
    team_id: text,
    patient_id: text,
    admission_id: text,
    review_id: text,
    at: instant,
    actor_id: text,
    day: nullable(date),
    what: texts,
    removed: boolean,
    err_type: text,
    err_type_label: text,
    err_drug: text,
    err_drug_label: text,
    severity: nullable(char),
    response: nullable(smallint),
    rating: nullable(rating),
    follow_up_date: nullable(date),
    err_type_before: nullable(text),
    err_type_label_before: nullable(text),
    err_drug_before: nullable(text),
    err_drug_label_before: nullable(text),
    severity_before: nullable(char),
    response_before: nullable(smallint),
    rating_before: nullable(rating),
    follow_up_date_before: nullable(date),
    recorded_at: nullable(instant),
  },
  ['entry_id', 'revision'],
  { ...ownedBy('admission_id'), isAppendOnly: true, unlessErased: 'audited_patient' },
);

export const auditedReview = table(
  'audited_review',
  { review_id: text, admission_id: text, review_date: date },
  ['review_id'],
  ownedBy('admission_id'),
);

export const auditedEntry = table(
  'audited_entry',
  { entry_id: text, review_id: text, admission_id: text, standing: json<EntryState>() },
  ['entry_id'],
  ownedBy('admission_id'),
);

/** Children before their parents. The rows of `audited_patient` are shared by streams (`../../catch-up/erasure.ts`). */
export const auditTablesOfAdmission = [errorChange, auditedEntry, auditedReview];
