/**
 * What reports count of erased admissions, current and past states (docs/decisions/write-side/erasure-by-two.md). The
 * rows come from `AdmissionErased` alone, so a rebuild after the key is destroyed makes the same ones. Ids lead nowhere.
 */
import type { Entry } from 'command-api/domain/admission/events';
import { char, date, instant, json, nullable, ownedBy, smallint, table, text } from '../table.ts';

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
  },
  [],
  { ...ownedBy('admission_id'), isAppendOnly: true },
);
