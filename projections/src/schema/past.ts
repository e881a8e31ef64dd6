/**
 * What rows were before they were changed or went (`../read-models/past.ts`). The columns that say when come first, so
 * that a later step adds a column to a table and to its past alike, at the end of both.
 */
export const tablesWithPast = ['admission', 'review', 'review_entry', 'patient', 'app_user', 'error_type'] as const;
export type TableWithPast = (typeof tablesWithPast)[number];

const pastOf = (table: TableWithPast): string => /* sql */ `
-- When the log took the event that made the row what it is. Rows that no event has written (the type "No error") were always there.
alter table ${table} add column since timestamptz not null default '-infinity';
create table past_${table} (
  until    timestamptz not null,         -- when the log took the event that ended it
  ended_by bigint not null,              -- and its revision
  like ${table}
);`;

export const pastTables = /* sql */ `
${tablesWithPast.map(pastOf).join('\n')}
-- The reports as known at an instant: the same questions as those that the tables themselves answer.
create index past_review_in_order on past_review (team_id, review_date, created_at, review_id);
create index past_review_of_admission on past_review (admission_id);
create index past_review_entry_of_review on past_review_entry (review_id);
create index past_review_entry_of_admission on past_review_entry (admission_id);
create index past_review_error_by_team_date on past_review_entry (team_id, review_date) where right(err_type, 4) <> '99bb';
create index past_admission_by_team on past_admission (team_id, patient_id);
create index past_admission_by_id on past_admission (admission_id);
create index past_admission_by_patient on past_admission (patient_id);
create index past_patient_by_id on past_patient (patient_id);
create index past_app_user_by_id on past_app_user (user_id);

-- Of whom nothing may be kept: what their admissions were goes with them, whichever of the two is projected first.
create table erased_patient (
  patient_id text primary key,
  team_id    text not null,
  at         timestamptz not null
);
create index erased_patient_of_team on erased_patient (team_id, at);

-- What was before this step is in the log only: the streams are read from their beginning, one after the other, as those of another log are.
update projection_checkpoint set in_doubt = true, event_id = null
where projection in ('clinical', 'patients') or stream = 'catalogue' or starts_with(stream, 'user-');
`;
