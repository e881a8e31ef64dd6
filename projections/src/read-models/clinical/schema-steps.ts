/** The steps that made the tables of an admission, in their order (`../../schema/migrate.ts`). None changes once it has run. */

export const clinicalTables = /* sql */ `
create table admission (
  admission_id text primary key,
  patient_id   text not null,
  team_id      text not null,
  admission_date date not null,
  admission_details text not null,
  discharge_date date,
  discharge_status smallint,
  discharge_note text not null default '',
  version      bigint not null
);
create index admission_by_patient on admission (patient_id, admission_date);
-- Inpatients: open admissions of a team.
create index admission_open on admission (team_id) where discharge_date is null;

create table review (
  review_id    text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  review_date  date not null,
  clinical_note text not null,
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null
);
create index review_by_admission on review (admission_id, review_date);
-- Reports: a team's reviews between two dates.
create index review_by_team_date on review (team_id, review_date);
create index review_by_author_date on review (author_id, review_date);

create table review_entry (
  entry_id     text primary key,
  review_id    text not null,
  admission_id text not null,
  team_id      text not null,
  review_date  date not null,
  position     int not null,             -- order within the review
  err_type     text not null,
  err_type_label text not null,
  err_drug     text not null,
  err_drug_label text not null,
  err_note     text not null,
  err_res      smallint,
  err_severity char(1),
  rating       numeric(2,1) not null default 0,
  drug_tags    jsonb not null default '[]',
  version      bigint not null
);
create index review_entry_by_review on review_entry (review_id, position);
create index review_entry_by_admission on review_entry (admission_id);
-- Error distribution of a team between two dates.
create index review_entry_by_team_date on review_entry (team_id, review_date, err_type);

create table physician_note (
  note_id      text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  note_date    date not null,
  note         text not null,
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null
);
create index physician_note_by_admission on physician_note (admission_id, note_date);
`;

/**
 * The version of a review counts changes of its entries, and that of an admission changes of its medications. An entry
 * without a rating has null. In older rows a rating of 0 counts as none; removals and new orders are taken from the
 * announced changes.
 */
export const wholeVersions = /* sql */ `
-- The revision of the last event that touched an entry of the review.
alter table review add column entries_version bigint not null default 0;
alter table review_entry alter column rating drop not null, alter column rating drop default;

update review_entry set rating = null where rating = 0;
update review r set entries_version = coalesce(greatest(
  (select max(version) from review_entry e where e.review_id = r.review_id),
  (select max(revision) from change c
   where c.stream = 'admission-' || r.admission_id and 'review:' || r.review_id = any (c.touched))), 0);
update admission a set version = greatest(
  version,
  (select max(version) from admission_medication m where m.admission_id = a.admission_id),
  (select max(revision) from change c
   where c.stream = 'admission-' || a.admission_id
     and exists (select from unnest(c.touched) tag where tag like 'medication:%')));
`;

/** The origin of duplicated reviews, the gallery, and the medications of an admission. */
export const galleryAndMedicationTables = /* sql */ `
alter table review add column copied_from text;
alter table review_entry add column copied_from text;

create table gallery_group (
  group_id     text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  title        text not null,
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null           -- of its addition: also its order in the gallery
);
create index gallery_group_by_admission on gallery_group (admission_id, version);

create table gallery_image (
  group_id     text not null references gallery_group on delete cascade,
  position     int not null,
  image        text not null,            -- a path of this installation, or an address of the team's image service
  primary key (group_id, position)
);

create table admission_medication (
  medication_id text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  drug         text not null,
  drug_label   text not null,
  dose         text not null,
  route        text not null,
  frequency    text not null,
  start_date   date not null,
  stop_date    date,
  note         text not null,
  position     int not null,             -- order within the list; may have gaps
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null
);
create index admission_medication_by_admission on admission_medication (admission_id, position);
`;

/**
 * Images of removed groups. Such an image is shown only if another group has it. An upload that was never in a group is
 * shown.
 */
export const removedImageTables = /* sql */ `
create table removed_image (
  admission_id text not null,
  image        text not null,
  primary key (admission_id, image)
);
`;

/** Follow-up dates (docs/product.md, "Follow-up dates"); older entries have none. */
export const followUpDates = /* sql */ `
alter table review_entry add column follow_up_date date;
-- The handover list and the ward board (query-api/src/http/teams): a team's errors without a response.
create index review_entry_pending on review_entry (team_id, review_date)
  where err_res is null and right(err_type, 4) <> '99bb';
`;

/**
 * Indexes of the reports (query-api/src/http/reports). Measured with 100,000 reviews of 800,000 entries, five years of
 * a team of 20,000 reviews: error distribution 330 → 40 ms, reviews per day 540 → 240 ms, tags 510 → 120 ms.
 */
export const reportIndexes = /* sql */ `
-- Error distribution, reviews per day and tags of a team between two dates. These count errors only
-- (query-api/src/http/reports/report.ts, isError); the first two need no column beyond the index.
create index review_error_by_team_date on review_entry (team_id, review_date) include (err_type, review_id)
  where right(err_type, 4) <> '99bb';
drop index review_entry_by_team_date;
-- The collected report and its CSV, without a sort: the first reviews are sent before the last are read.
create index review_by_team_in_order on review (team_id, review_date, created_at, review_id);
drop index review_by_team_date;
-- Recurrent admissions of a team.
create index admission_by_team on admission (team_id, patient_id);
`;

/**
 * The report indexes with the columns that reports filter by `since` and group by, so that they need no row of the
 * tables (query-api/src/http/reports/reports.ts). The errors are spread over the pages of all entries. An edit of an
 * entry, which changes `since`, writes to the indexes of the entry: it did not before if neither type nor response
 * changed.
 */
export const reportColumns = /* sql */ `
drop index review_by_team_in_order;
create index review_by_team_in_order on review (team_id, review_date, created_at, review_id)
  include (author_id, since);
drop index past_review_in_order;
create index past_review_in_order on past_review (team_id, review_date, created_at, review_id)
  include (author_id, since, until);
drop index review_error_by_team_date;
create index review_error_by_team_date on review_entry (team_id, review_date) include (err_type, review_id, since)
  where right(err_type, 4) <> '99bb';
drop index past_review_error_by_team_date;
create index past_review_error_by_team_date on past_review_entry (team_id, review_date)
  include (err_type, review_id, since, until)
  where right(err_type, 4) <> '99bb';
`;

/**
 * `since` and `until` of errors in the key: the index alone tells which states are of the requested instant. Of past
 * states these are few. Postgres checks a column that is only included after it has read the row; so it read all past
 * states of all teams: errors per tag as known two years ago took 322 ms, and 51 ms with these.
 */
export const stateEndsInKeys = /* sql */ `
drop index review_error_by_team_date;
create index review_error_by_team_date on review_entry (team_id, review_date, since) include (err_type, review_id)
  where right(err_type, 4) <> '99bb';
drop index past_review_error_by_team_date;
create index past_review_error_by_team_date on past_review_entry (team_id, review_date, until, since)
  include (err_type, review_id)
  where right(err_type, 4) <> '99bb';
`;

/** Care details (docs/product.md, "Care details"); older admissions have none. */
export const careDetails = /* sql */ `
alter table admission
  add column room text not null default '', add column bed text not null default '',
  add column consultant text not null default '', add column working_diagnosis text not null default '';
alter table past_admission
  add column room text not null default '', add column bed text not null default '',
  add column consultant text not null default '', add column working_diagnosis text not null default '';
`;

/** A month's stays are few: 108 of a team's 5,000 in five years. */
export const admissionDischarges = /* sql */ `
-- Who is on a drug (query-api/src/http/drug-use): the stays that ended since a day, beside the open ones.
create index admission_by_discharge on admission (team_id, discharge_date);
`;

/** Transfers between teams (docs/decisions/write-side/transfers.md). */
export const transferTables = /* sql */ `
-- The newest offer of an admission, if it is open or was declined.
create table transfer_offer (
  admission_id text primary key,
  offer_id     text not null,
  patient_id   text not null,
  from_team_id text not null,
  to_team_id   text not null,
  to_team_name text not null,
  note         text not null,
  offered_by   text not null,
  offered_at   timestamptz not null,
  decline_reason text,                   -- null while it is open
  declined_at  timestamptz
);
-- The offers to a team.
create index transfer_offer_to on transfer_offer (to_team_id, offered_at) where declined_at is null;

-- Stays that ended by a transfer: what a team may still read, and the days that were spent there. They stay after the
-- deletion of their admission, for reports as known before.
create table transferred_stay (
  admission_id text not null,
  revision     bigint not null,          -- of the transfer: the team reads the chart up to the revision before
  patient_id   text not null,
  team_id      text not null,
  to_team_id   text not null,
  start_date   date not null,
  transfer_date date not null,           -- the first day in the next team
  at           timestamptz not null,     -- when the log recorded the transfer
  primary key (admission_id, revision)
);
-- The list of a team, and its stays of some days.
create index transferred_stay_of_team on transferred_stay (team_id, transfer_date);
-- Admissions whose reviews may be of another team than the admission.
create index transferred_stay_to on transferred_stay (to_team_id);
-- Tells if a team has transferred a patient.
create index transferred_stay_of_patient on transferred_stay (patient_id);
`;

/** Moves to another chart (docs/product.md, "Moved to another chart"); older rows were not moved. */
export const movedRecords = /* sql */ `
create table moved_out (
  move_id      text primary key,
  admission_id text not null,
  kind         text not null,
  thing        text not null,
  review       text,                     -- of an entry
  reason       text not null,
  user_id      text not null,
  at           timestamptz not null,
  place        jsonb not null,           -- in the other chart
  under_way    boolean not null,         -- the other chart does not have it yet
  version      bigint not null           -- of the move: also its order
);
create index moved_out_by_admission on moved_out (admission_id, version);

alter table review add column moved_from jsonb;
alter table past_review add column moved_from jsonb;
alter table review_entry add column moved_from jsonb;
alter table past_review_entry add column moved_from jsonb;
alter table physician_note add column moved_from jsonb;
alter table gallery_group add column moved_from jsonb;
`;

/** Who has taken an entry over (docs/product.md, "Handover"); none in older rows. */
export const responsiblePeople = /* sql */ `
alter table review_entry add column responsible_id text;
alter table past_review_entry add column responsible_id text;
`;

/** Whom an entry is asked of, and the last answer (docs/product.md, "The physician's answer"). */
export const askedEntries = /* sql */ `
alter table review_entry add column asked jsonb;
alter table past_review_entry add column asked jsonb;
`;

/** Measured values of a stay (docs/product.md, "Measurements"). */
export const measurementTables = /* sql */ `
create table measurement (
  measurement_id text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  kind         text not null,
  value        double precision not null, -- as it was entered, in this unit
  unit         text not null,
  taken_on     date not null,
  taken_at     text not null,            -- HH:MM; empty where only the day is known
  last_dose_on date,
  last_dose_at text not null,
  source       text not null,
  note         text not null,
  canonical    double precision not null, -- in the canonical unit of the kind
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null
);
-- The values of a stay, newest first; the newest of a kind.
create index measurement_by_admission on measurement (admission_id, kind, taken_on desc, taken_at desc);

alter table admission add column pregnancy text not null default '';
alter table past_admission add column pregnancy text not null default '';
`;

/** The last decisions on findings (docs/product.md, "Proposals"). The hash stands for key and fingerprint, which are long. */
export const findingTables = /* sql */ `
create table finding_decision (
  admission_id text not null,
  finding_hash text not null,
  key          text not null,
  fingerprint  text not null,
  statement_id text not null,
  statement_version int not null,
  kind         text not null,
  until        date,
  reason       text not null,
  entry_id     text not null,            -- of a taken one; else empty
  decided_by   text not null,
  decided_at   timestamptz not null,
  version      bigint not null,
  primary key (admission_id, finding_hash)
);
-- The use of a statement.
create index finding_decision_by_statement on finding_decision (statement_id, statement_version, decided_at);
`;

/** The indication of a medication, its newest hold, and the days of its changes of dose; none in older rows. */
export const medicationCourses = /* sql */ `
alter table admission_medication
  add column indication text not null default '', add column hold jsonb,
  add column dose_changed_on jsonb not null default '[]';
`;

/** Medicines from home, and the decisions about medicines (docs/product.md, "Reconciliation"). */
export const reconciliationTables = /* sql */ `
create table home_medication (
  home_medication_id text primary key,
  admission_id text not null,
  patient_id   text not null,
  team_id      text not null,
  drug         text not null,            -- empty where the catalogue does not have it
  drug_label   text not null,
  dose         text not null,
  route        text not null,
  frequency    text not null,
  indication   text not null,
  source       text not null,
  note         text not null,
  position     int not null,
  author_id    text not null,
  created_at   timestamptz not null,
  version      bigint not null
);
-- The medicines from home of a stay, in the order of recording.
create index home_medication_by_admission on home_medication (admission_id, position);

-- The newest decision about a line of a stage. The key also finds those of a stay.
create table reconciled_line (
  admission_id text not null,
  stage        text not null,
  line_kind    text not null,            -- home or stay
  line_id      text not null,            -- of home_medication or admission_medication
  action       text not null,
  reason       text not null,
  dose         text not null,            -- this and what follows: after the discharge
  route        text not null,
  frequency    text not null,
  until        date,
  advice       text not null,
  author_id    text not null,
  decided_at   timestamptz not null,
  version      bigint not null,
  primary key (admission_id, stage, line_kind, line_id)
);
`;

/** The marks of the ward board (docs/product.md, "Priority"), the planned discharge, and the culture of a medication. */
export const wardMarks = /* sql */ `
-- Who took a patient on the newest day on which someone did.
create table taken_patient (
  admission_id text not null,
  user_id      text not null,
  day          date not null,
  version      bigint not null,          -- also the order of taking
  primary key (admission_id, user_id)
);

create table ward_mark (
  admission_id text not null,
  kind         text not null,            -- deferral or level
  day          date not null,            -- the end of a deferral; the day of a level
  detail       text not null,            -- the reason of a deferral; quick or full
  user_id      text not null,
  version      bigint not null,
  primary key (admission_id, kind)
);

alter table admission add column planned_discharge text not null default '';
alter table past_admission add column planned_discharge text not null default '';
alter table admission_medication add column culture text not null default '';
`;

/** The answers that led to the severity of an entry; none in older rows. */
export const severityAnswers = ['review_entry', 'past_review_entry']
  .map((entries) => `alter table ${entries} add column severity_answers text[] not null default '{}';`)
  .join('\n');

/** The PCNE codes that a person chose for an error; none in older rows. */
export const pcneOfErrors = ['review_entry', 'past_review_entry', 'erased_error']
  .map((errors) => `alter table ${errors} add column pcne text[] not null default '{}';`)
  .join('\n');
