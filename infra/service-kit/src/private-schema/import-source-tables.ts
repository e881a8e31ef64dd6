/** Kept columns of imported tables (docs/decisions/write-side/table-import.md). */
export const importSourceTables = /* sql */ `
-- command-api/src/imports/import-sources is its only reader and writer. No data of a person.
create table accounts.import_source (
  -- Empty for the catalogue.
  team_id   text not null,
  kind      text not null,
  name      text not null,
  columns   jsonb not null,
  primary key (team_id, kind, name)
);
`;
