/**
 * The figures of erased admissions that reports count, current and past states
 * (docs/decisions/write-side/erasure-by-two.md). The rows come from `AdmissionErased` alone, so a
 * rebuild after the key is destroyed makes the same ones. Ids lead nowhere.
 */
import type { Entry } from 'language/domain/admission/events';
import { boolean, char, date, instant, json, nullable, ownedBy, smallint, table, text, texts } from '../table.ts';

export const erasedFigureTables = /* sql */ `
create table erased_review (
  review_id    text not null,            -- "<admission>.<number>": no id of a review
  admission_id text not null,
  team_id      text not null,
  review_date  date not null,
  author_id    text not null,
  since        timestamptz not null,
  known_until  timestamptz not null      -- infinity: the last state
);
create index erased_review_by_team_date on erased_review (team_id, review_date);
create index erased_review_by_author_date on erased_review (author_id, review_date);
create index erased_review_by_admission on erased_review (admission_id);
create table erased_error (
  review_id    text not null,
  admission_id text not null,
  team_id      text not null,
  review_date  date not null,
  err_type     text not null,
  err_type_label text not null,
  err_severity char(1),
  err_res      smallint,
  drug_tags    jsonb not null,
  since        timestamptz not null,
  known_until  timestamptz not null
);
create index erased_error_by_team_date on erased_error (team_id, review_date);
create index erased_error_by_review on erased_error (review_id);
create index erased_error_by_admission on erased_error (admission_id);
`;

/**
 * The data that erasures leave beside these figures: the teams that lost a part of a person, by a
 * count of persons (`query-api/src/http/reports/report-changes.ts`); whether an erased error
 * counted elsewhere; and of each copied or moved entry the id that its error was first written
 * under, by which one of the copies counts (`query-api/src/http/reports/is-error.ts`).
 */
export const whatErasuresLeave = /* sql */ `
create table erased_part (
  admission_id text not null,
  team_id      text not null,
  person_id    text not null,            -- the patient who stays, of a merged one
  at           timestamptz not null,
  primary key (admission_id, team_id)
);
create index erased_part_of_team on erased_part (team_id, at);
-- The patient who stays, for a merged patient.
alter table erased_patient add column person_id text;
alter table erased_error add column is_repeated boolean not null default false;
alter table review_entry add column first_id text;
alter table past_review_entry add column first_id text;
create index review_entry_by_first on review_entry ((coalesce(first_id, copied_from, entry_id)));
create index past_review_entry_by_first on past_review_entry ((coalesce(first_id, copied_from, entry_id)));
`;

export const erasedPart = table(
  'erased_part',
  { admission_id: text, team_id: text, person_id: text, at: instant },
  ['admission_id', 'team_id'],
  ownedBy('admission_id'),
);

export const erasedReview = table(
  'erased_review',
  {
    review_id: text,
    admission_id: text,
    team_id: text,
    review_date: date,
    author_id: text,
    since: instant,
    known_until: instant,
  },
  [],
  { ...ownedBy('admission_id'), isAppendOnly: true },
);

export const erasedError = table(
  'erased_error',
  {
    review_id: text,
    admission_id: text,
    team_id: text,
    review_date: date,
    err_type: text,
    err_type_label: text,
    err_severity: nullable(char),
    err_res: nullable(smallint),
    drug_tags: json<Entry['drugTags']>(),
    since: instant,
    known_until: instant,
    is_repeated: boolean,
    pcne: texts,
  },
  [],
  { ...ownedBy('admission_id'), isAppendOnly: true },
);
