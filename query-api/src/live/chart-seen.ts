/**
 * Records how far a person has looked at a chart, and notifies their other windows (`projections/schema/chart-seen`,
 * docs/decisions/read-side/chart-news.md).
 */
import type { Pool } from 'pg';
import { CHART_SEEN } from 'projections/schema/chart-seen';
import { READ_SCHEMA } from 'projections/schema/version';

/** NOTIFY channel; the payload names the person and the chart. */
export const CHART_SEEN_CHANNEL = 'chart_seen';

/**
 * Idempotent: the revision only grows, at most to the projected one. The instant moves only when the whole chart was
 * seen: it is when the person "last looked". $1 user · $2 admission · $3 team · $4 revision · $5 channel
 */
const recordSeen = /* sql */ `
with looked as (
  insert into ${CHART_SEEN} as held (user_id, admission_id, team_id, revision, at)
  select $1, a.admission_id, $3, least($4, c.revision), now()
  from ${READ_SCHEMA}.admission a
  join ${READ_SCHEMA}.projection_checkpoint c on c.projection = 'clinical' and c.stream = 'admission-' || a.admission_id
  where a.admission_id = $2
  on conflict (user_id, admission_id) do update
  set revision = excluded.revision,
      at = case
        when excluded.revision >= (
          select c.revision from ${READ_SCHEMA}.projection_checkpoint c
          where c.projection = 'clinical' and c.stream = 'admission-' || held.admission_id
        ) then excluded.at
        else held.at
      end
  where excluded.revision >= held.revision
  returning user_id, admission_id
)
select pg_notify($5, jsonb_build_object('userId', user_id, 'admission', admission_id)::text) from looked`;

export async function markSeen(
  pool: Pool,
  { userId, teamId, admission, revision }: { userId: string; teamId: string; admission: string; revision: number },
): Promise<void> {
  await pool.query(recordSeen, [userId, admission, teamId, revision, CHART_SEEN_CHANNEL]);
}
