/**
 * The findings that were on screens, each once: how often a statement was shown is counted from here. As
 * `chart-seen.ts`, it is no event, a rebuild keeps it, query-api writes it, and projections deletes it with the
 * admission (docs/decisions/read-side/findings.md).
 */
export const FINDING_SHOWN = 'reading.finding_shown';

export const findingShownTables = /* sql */ `
create schema if not exists reading;
create table if not exists ${FINDING_SHOWN} (
  admission_id text not null,
  statement_id text not null,
  statement_version int not null,
  finding_hash text not null,
  at           timestamptz not null,  -- when it was first shown since the statement was approved
  primary key (admission_id, statement_id, statement_version, finding_hash)
);
-- The use of a statement.
create index if not exists finding_shown_by_statement on ${FINDING_SHOWN} (statement_id, statement_version, at);
`;
