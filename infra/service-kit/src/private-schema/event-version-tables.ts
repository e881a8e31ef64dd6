/** Which versions of which events programs have written (`event-log/recorded-versions.ts`). */
export const eventVersionTables = /* sql */ `
create table accounts.event_version (
  type         text not null,
  version      integer not null,
  -- The version of the program that wrote it first.
  program      text not null,
  recorded_at  timestamptz not null default now(),
  primary key (type, version)
);
`;
