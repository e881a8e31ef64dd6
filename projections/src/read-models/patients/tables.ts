/** Patients of a team: search, list, the patient page. Name keys are folded for Arabic search (data/arabic-names.json: mustMatch). */
export const patientTables = /* sql */ `
create table patient (
  patient_id  text primary key,
  team_id     text not null,
  first_name  text not null,
  middle_name text not null,
  last_name   text not null,
  fourth_name text not null,
  first_key   text not null,
  middle_key  text not null,
  last_key    text not null,
  fourth_key  text not null,
  birthdate   date not null,
  medical_record_number text not null,
  -- Place in the order of registration within the team, from 1.
  team_order  int not null,
  registered_at timestamptz not null,
  version     bigint not null
);
-- Search by name part, by prefix, within a team.
create index patient_by_first_key on patient (team_id, first_key text_pattern_ops);
create index patient_by_middle_key on patient (team_id, middle_key text_pattern_ops);
create index patient_by_birthdate on patient (team_id, birthdate);
create index patient_by_record_number on patient (team_id, medical_record_number);
create unique index patient_by_order on patient (team_id, team_order);
`;
