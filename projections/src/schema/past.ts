/**
 * Tables of past states: rows as they were before an event changed or removed them (`../read-models/past.ts`). `until`
 * and `ended_by` come first, so that a later step can add a column at the end of a table and at the end of its past.
 */
const firstTablesWithPast = ['admission', 'review', 'review_entry', 'patient', 'app_user', 'error_type'] as const;
/** Later tables make their past in the step that makes them. */
export const tablesWithPast = [
  ...firstTablesWithPast,
  'absorbed_patient',
  'tag',
  'trade_label',
  'allergy',
  'allergy_list',
] as const;
export type TableWithPast = (typeof tablesWithPast)[number];

const pastOf = (table: TableWithPast): string => /* sql */ `
-- When the log recorded the event that began this state. A row without an event ("No error") has always existed.
alter table ${table} add column since timestamptz not null default '-infinity';
create table past_${table} (
  until    timestamptz not null,         -- when the log recorded the event that ended this state
  ended_by bigint not null,              -- the revision of that event
  like ${table}
);`;

export const pastTables = /* sql */ `
${firstTablesWithPast.map(pastOf).join('\n')}
-- For reports as known at an instant: the same queries as on the tables themselves.
create index past_review_in_order on past_review (team_id, review_date, created_at, review_id);
create index past_review_of_admission on past_review (admission_id);
create index past_review_entry_of_review on past_review_entry (review_id);
create index past_review_entry_of_admission on past_review_entry (admission_id);
create index past_review_error_by_team_date on past_review_entry (team_id, review_date)
  where right(err_type, 4) <> '99bb';
create index past_admission_by_team on past_admission (team_id, patient_id);
create index past_admission_by_id on past_admission (admission_id);
create index past_admission_by_patient on past_admission (patient_id);
create index past_patient_by_id on past_patient (patient_id);
create index past_app_user_by_id on past_app_user (user_id);

-- Deleted patients. No past state of their admissions is kept, in either order of projection.
create table erased_patient (
  patient_id text primary key,
  team_id    text not null,
  at         timestamptz not null
);
create index erased_patient_of_team on erased_patient (team_id, at);

-- States from before this step are in the log only, so these streams are projected again from their beginning.
update projection_checkpoint set in_doubt = true, event_id = null
where projection in ('clinical', 'patients') or stream = 'catalogue' or starts_with(stream, 'user-');
`;
