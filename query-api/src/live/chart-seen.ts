/**
 * How far somebody has looked at a chart, written down and told to their other windows
 * (`projections/schema/chart-seen`).
 */
import type { Pool } from 'pg';
import { CHART_SEEN } from 'projections/schema/chart-seen';
import { READ_SCHEMA } from 'projections/schema/version';

/** NOTIFY channel; the payload says whose news of which chart are others now. */
export const LOOKED_CHANNEL = 'chart_seen';

/**
 * Said twice, or late, it changes nothing: the revision only grows, and nobody has seen what is not projected yet. The
 * instant moves where everything has been seen: it is when one "last looked". $1 user · $2 admission · $3 team · $4
 * revision · $5 channel
 */
const lookedAt = /* sql */ `
with looked as (
  insert into ${CHART_SEEN} as held (user_id, admission_id, team_id, revision, at)
  select $1, a.admission_id, $3, least($4, c.revision), now()
  from ${READ_SCHEMA}.admission a
  join ${READ_SCHEMA}.projection_checkpoint c on c.projection = 'clinical' and c.stream = 'admission-' || a.admission_id
  where a.admission_id = $2
  on conflict (user_id, admission_id) do update
  set revision = excluded.revision,
      at = case when excluded.revision >= (select c.revision from ${READ_SCHEMA}.projection_checkpoint c where c.projection = 'clinical' and c.stream = 'admission-' || held.admission_id) then excluded.at else held.at end
  where excluded.revision >= held.revision
  returning user_id, admission_id
)
select pg_notify($5, jsonb_build_object('userId', user_id, 'admission', admission_id)::text) from looked`;

export async function markSeen(
  pool: Pool,
  { userId, teamId, admission, revision }: { userId: string; teamId: string; admission: string; revision: number },
): Promise<void> {
  await pool.query(lookedAt, [userId, admission, teamId, revision, LOOKED_CHANNEL]);
}
