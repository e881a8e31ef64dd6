/** Error types, tags and drugs: the choices of the medication entry. */
import { NO_ERROR } from 'language/domain/values/codes';
import type { Classification } from 'language/domain/drug/classification';
import { classificationFields, drugFields } from 'language/domain/drug/fields';
import type { StatementContent } from 'language/domain/catalogue/statement-fields';
import type { DrugContent } from 'language/domain/drug/state';
import { columnsOf } from '../field-columns.ts';
import { bigint, boolean, instant, int, json, nullable, ownedBy, table, text, texts, withPast } from '../table.ts';

export const catalogueTables = /* sql */ `
create table error_type (
  err_type_id text primary key,
  label       text not null,
  position    int not null
);

create table tag (
  tag_id   text primary key,
  label    text not null,
  position int not null
);

create table drug (
  drug_id  text primary key,
  label    text not null,
  err_temps jsonb not null default '[]',
  tags     text[] not null default '{}',
  tips     text not null default '',
  version  bigint not null
);

create table trade_label (
  trade_label_id text primary key,
  drug_id  text not null references drug on delete cascade,
  label    text not null,
  position int not null
);
create index trade_label_by_drug on trade_label (drug_id, position);
`;

/** For changes of the catalogue: versions of types and tags, compatibility of drugs, withdrawn trade labels. */
export const catalogueChanges = /* sql */ `
alter table error_type add column version bigint not null default 0;
alter table tag add column version bigint not null default 0;
update error_type set version = greatest(position - 1, 0);
update tag set version = position - 1;

alter table drug add column compatibility jsonb not null default '[]';
alter table trade_label add column withdrawn boolean not null default false;
`;

/** The past names of tags and trade labels (docs/decisions/read-side/names-by-id.md). */
export const catalogueNames = /* sql */ `
alter table tag add column since timestamptz not null default '-infinity';
create table past_tag (until timestamptz not null, ended_by bigint not null, like tag);

alter table trade_label add column since timestamptz not null default '-infinity';
create table past_trade_label (until timestamptz not null, ended_by bigint not null, like trade_label);
create index past_trade_label_by_id on past_trade_label (trade_label_id);
`;

/** The ATC code and the defined daily doses of drugs; none in older rows. */
export const classifiedDrugs = /* sql */ `
alter table drug add column atc text not null default '', add column ddds jsonb not null default '[]';
`;

/** The PCNE codes of error types; none in older rows. */
export const mappedTypes = ['error_type', 'past_error_type']
  .map((types) => `alter table ${types} add column pcne text[] not null default '{}';`)
  .join('\n');

/** The statements of the checks (docs/product.md, "Proposals"), each in its newest version. */
export const statementTable = /* sql */ `
create table statement (
  statement_id text primary key,
  content      jsonb not null,
  statement_version int not null,        -- 1, 2, …
  approved_by  text not null,            -- empty for a draft
  approved_at  timestamptz,
  position     int not null,
  version      bigint not null
);
`;

const { tradeLabels: _inTheirTable, ...others } = drugFields;
/** The fields in the table of drugs. */
export const ownFields = others;

export const errorType = withPast(
  table(
    'error_type',
    { err_type_id: text, label: text, position: int, version: bigint, since: instant, pcne: texts },
    ['err_type_id'],
    {
      // "No error" has no event, and stays (docs/product.md, "No error").
      owner: { allBut: NO_ERROR._id },
    },
  ),
);

export const tag = withPast(
  table('tag', { tag_id: text, label: text, position: int, version: bigint, since: instant }, ['tag_id'], {
    owner: { allBut: undefined },
  }),
);

export const drug = table(
  'drug',
  {
    drug_id: text,
    ...columnsOf<DrugContent>()(ownFields),
    ...columnsOf<Classification>()(classificationFields),
    version: bigint,
  },
  ['drug_id'],
  ownedBy('drug_id'),
);

export const tradeLabel = withPast(
  table(
    'trade_label',
    { trade_label_id: text, drug_id: text, label: text, position: int, withdrawn: boolean, since: instant },
    ['trade_label_id'],
    ownedBy('drug_id'),
  ),
);

export const statement = table(
  'statement',
  {
    statement_id: text,
    content: json<StatementContent>(),
    statement_version: int,
    approved_by: text,
    approved_at: nullable(instant),
    position: int,
    version: bigint,
  },
  ['statement_id'],
  { owner: { allBut: undefined } },
);

/** Children before their parents. */
export const listTables = [errorType, tag, statement];
export const drugTables = [tradeLabel, drug];
