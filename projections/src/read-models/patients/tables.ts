/**
 * Patients of a team: search, list, patient page. Name keys are folded for Arabic search (docs/product.md, "Patient
 * search").
 */
import type { Allergy, Patient } from 'language/contract/entities';
import { allergyFields, patientFields } from 'language/domain/patient/fields';
import { columnsOf } from '../field-columns.ts';
import { bigint, boolean, instant, nullable, ownedBy, table, text, withPast } from '../table.ts';

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
  registered_at timestamptz not null,
  version     bigint not null
);
-- Search by name part, by prefix, within a team.
create index patient_by_first_key on patient (team_id, first_key text_pattern_ops);
create index patient_by_middle_key on patient (team_id, middle_key text_pattern_ops);
create index patient_by_birthdate on patient (team_id, birthdate);
create index patient_by_record_number on patient (team_id, medical_record_number);
-- A patient's rank in the team's order of registration, computed by the read: so a rebuild gives the same rows.
create index patient_by_registration on patient (team_id, registered_at, patient_id);
`;

/** A search for a last name alone read every patient of the team. */
export const lastNameIndex = /* sql */ `
create index patient_by_last_key on patient (team_id, last_key text_pattern_ops);
`;

/**
 * Keys of the whole name, which people divide among the parts in several ways, and of the record number
 * (`command-api/language/src/domain/values/folding.ts`).
 */
export const wholeNameAndRecordKeys = /* sql */ `
${['patient', 'past_patient']
  .map(
    (name) =>
      `alter table ${name} add column name_key text not null default '', add column record_key text not null default '';`,
  )
  .join('\n')}
create index patient_by_name_key on patient (team_id, name_key text_pattern_ops);
create index patient_by_record_key on patient (team_id, record_key text_pattern_ops);
`;

/**
 * Which patients are merged into which patients. A row belongs to the stream of the patient who stays, and no circle of
 * rows can come about (docs/decisions/write-side/merged-patients.md).
 */
export const absorbedPatients = /* sql */ `
create table absorbed_patient (
  survivor_id text not null,
  patient_id  text not null,
  merged_at   timestamptz not null,
  merged_by   text not null,
  version     bigint not null,
  since       timestamptz not null,
  primary key (survivor_id, patient_id)
);
-- From an address or an admission of a merged patient to the patient who stays.
create index absorbed_patient_by_patient on absorbed_patient (patient_id);

create table past_absorbed_patient (
  until    timestamptz not null,
  ended_by bigint not null,
  like absorbed_patient
);
create index past_absorbed_patient_by_survivor on past_absorbed_patient (survivor_id);
`;

/** Requests to erase a patient (docs/decisions/write-side/erasure-by-two.md). A request ends by itself at `ends_at`. */
export const erasureRequestTables = /* sql */ `
create table erasure_request (
  patient_id   text primary key,
  team_id      text not null,
  category     text not null,
  reason       text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  ends_at      timestamptz not null,
  refused_by   text,
  refused_at   timestamptz
);
create index erasure_request_of_team on erasure_request (team_id, requested_at);
`;

const sexColumn = ['patient', 'past_patient']
  .map((name) => `alter table ${name} add column sex text not null default '';`)
  .join('\n');

/**
 * The lists of patients' allergies. `allergy_list` has a row from the first answer on; its version is that of the last change
 * of the list, and a change ends the confirmation. `place`: the revision of the recording, for the order.
 */
export const allergyTables = /* sql */ `
${sexColumn}
create table allergy (
  patient_id  text not null,
  allergy_id  text not null,
  drug        text not null,
  drug_label  text not null,
  tag         text not null,
  tag_label   text not null,
  agent_text  text not null,
  reaction    text not null,
  severity    text not null,
  certainty   text not null,
  source      text not null,
  onset       text not null,
  place       bigint not null,
  version     bigint not null,
  since       timestamptz not null,
  primary key (patient_id, allergy_id)
);
create table allergy_list (
  patient_id   text primary key,
  confirmed_at timestamptz,
  confirmed_by text,
  is_of_stay   boolean not null,
  version      bigint not null,
  since        timestamptz not null
);
${['allergy', 'allergy_list']
  .map(
    (name) => `
create table past_${name} (
  until    timestamptz not null,
  ended_by bigint not null,
  like ${name}
);
create index past_${name}_of_patient on past_${name} (patient_id);`,
  )
  .join('\n')}
`;

export const patient = withPast(
  table(
    'patient',
    {
      patient_id: text,
      team_id: text,
      ...columnsOf<Patient>()(patientFields),
      first_key: text,
      middle_key: text,
      last_key: text,
      fourth_key: text,
      registered_at: instant,
      version: bigint,
      since: instant,
      name_key: text,
      record_key: text,
    },
    ['patient_id'],
    ownedBy('patient_id'),
  ),
);

export const absorbedPatient = withPast(
  table(
    'absorbed_patient',
    { survivor_id: text, patient_id: text, merged_at: instant, merged_by: text, version: bigint, since: instant },
    ['survivor_id', 'patient_id'],
    ownedBy('survivor_id'),
  ),
);

/** Made by `../../schema/past.ts`. */
export const erasedPatient = table(
  'erased_patient',
  { patient_id: text, team_id: text, at: instant, person_id: nullable(text) },
  ['patient_id'],
  ownedBy('patient_id'),
);

export const erasureRequest = table(
  'erasure_request',
  {
    patient_id: text,
    team_id: text,
    category: text,
    reason: text,
    requested_by: text,
    requested_at: instant,
    ends_at: instant,
    refused_by: nullable(text),
    refused_at: nullable(instant),
  },
  ['patient_id'],
  ownedBy('patient_id'),
);

export const allergy = withPast(
  table(
    'allergy',
    {
      patient_id: text,
      allergy_id: text,
      ...columnsOf<Allergy>()(allergyFields),
      place: bigint,
      version: bigint,
      since: instant,
    },
    ['patient_id', 'allergy_id'],
    ownedBy('patient_id'),
  ),
);

export const allergyList = withPast(
  table(
    'allergy_list',
    {
      patient_id: text,
      confirmed_at: nullable(instant),
      confirmed_by: nullable(text),
      is_of_stay: boolean,
      version: bigint,
      since: instant,
    },
    ['patient_id'],
    ownedBy('patient_id'),
  ),
);

export const tablesOfPatient = [erasureRequest, patient, absorbedPatient, allergy, allergyList, erasedPatient];
