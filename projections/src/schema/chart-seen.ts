/**
 * How far each person has looked at each chart: what "changed since you last looked" counts from. A person's own memory
 * and no event, so it is not made of the log and lies beside the read models' schema: a rebuild of that leaves it
 * alone. query-api writes it, since it is the side that knows what has been shown; projections ends it in the
 * transaction that ends the membership, or the admission.
 */
export const CHART_SEEN = 'reading.chart_seen';

export const chartSeenTables = /* sql */ `
create schema if not exists reading;
create table if not exists ${CHART_SEEN} (
  user_id      text not null,
  admission_id text not null,
  team_id      text not null,
  revision     bigint not null,       -- of the admission's stream: all up to it has been looked at. Never goes back
  at           timestamptz not null,  -- when they last had looked at everything there was
  primary key (user_id, admission_id)
);
-- The charts of a team that somebody has looked at; the end of a membership.
create index if not exists chart_seen_by_team on ${CHART_SEEN} (team_id, user_id);
-- The end of an admission.
create index if not exists chart_seen_by_admission on ${CHART_SEEN} (admission_id);
`;
