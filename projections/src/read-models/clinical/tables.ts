/**
 * Everything of an admission: one stream, one projection, so that all its rows move together. Feeds the patient page
 * and admission details.
 */
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
 * What people are told as the version of a review counts its entries, and that of an admission its medications; an
 * entry that nobody has rated has no rating. Of rows that were there before, a rating of 0 counts as none, and what was
 * removed or sorted is known from the changes that were announced.
 */
export const wholeVersions = /* sql */ `
alter table review add column entries_version bigint not null default 0; -- of the last event that touched one of its entries
alter table review_entry alter column rating drop not null, alter column rating drop default;

update review_entry set rating = null where rating = 0;
update review r set entries_version = coalesce(greatest(
  (select max(version) from review_entry e where e.review_id = r.review_id),
  (select max(revision) from change c where c.stream = 'admission-' || r.admission_id and 'review:' || r.review_id = any (c.touched))), 0);
update admission a set version = greatest(
  version,
  (select max(version) from admission_medication m where m.admission_id = a.admission_id),
  (select max(revision) from change c where c.stream = 'admission-' || a.admission_id and exists (select from unnest(c.touched) tag where tag like 'medication:%')));
`;

/** Duplicated reviews with their origin, the gallery, and the medications of an admission. */
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
  version      bigint not null           -- of its addition: also its place in the gallery
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
 * What was in a group that was removed: such an image is not shown any more unless another group has it. An upload that
 * no group has had yet is.
 */
export const removedImageTables = /* sql */ `
create table removed_image (
  admission_id text not null,
  image        text not null,
  primary key (admission_id, image)
);
`;

/** When somebody is to look at an entry again; entries that were there before have no such date. */
export const followUpDates = /* sql */ `
alter table review_entry add column follow_up_date date;
-- The handover list and the ward board (query-api/src/http: handover, ward): errors of a team that wait for a response.
create index review_entry_pending on review_entry (team_id, review_date) where err_res is null and right(err_type, 4) <> '99bb';
`;
