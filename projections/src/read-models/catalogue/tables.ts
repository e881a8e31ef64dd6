/** Error types, tags and drugs: the choices of the medication entry. */
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
