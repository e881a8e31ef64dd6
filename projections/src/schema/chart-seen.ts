/**
 * How far each person has looked at each chart: "changed since you last looked" counts from here. It is not an event
 * and not made from the log, so it has a schema of its own, which a rebuild of the read models keeps. query-api writes
 * it, because it knows what was shown. projections deletes it in the transaction that ends the membership or the
 * admission (docs/decisions/read-side/chart-news.md).
 */
export const CHART_SEEN = 'reading.chart_seen';

export const chartSeenTables = /* sql */ `
create schema if not exists reading;
create table if not exists ${CHART_SEEN} (
  user_id      text not null,
  admission_id text not null,
  team_id      text not null,
  revision     bigint not null,       -- of the admission's stream, seen up to here; it never decreases
  at           timestamptz not null,  -- when the person last had seen the whole chart
  primary key (user_id, admission_id)
);
-- The charts of a team that a person has seen; the end of a membership.
create index if not exists chart_seen_by_team on ${CHART_SEEN} (team_id, user_id);
-- The end of an admission.
create index if not exists chart_seen_by_admission on ${CHART_SEEN} (admission_id);
`;
